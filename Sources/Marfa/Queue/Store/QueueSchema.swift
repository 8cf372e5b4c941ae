/// The queue's tables.
///
/// None of them is a child of the items: hydration clears those, and the queue stays.
enum QueueSchema {
  /// What makes the tables, as one migration step.
  ///
  /// In `queue` the long columns stand last, so that a walk over the short ones reads no more than
  /// it needs. Its indexes: one for each way a row's writes are found (`queue_item`,
  /// `queue_edge`, `queue_natural_key`), two for the edges at an item that turns out to be another
  /// one (`queue_edge_source`, `queue_edge_target`), one over what a pass walks (`queue_open`), and
  /// the two that `UNIQUE` brings: an id names one write, a key is never used for two.
  ///
  /// `beneath` holds the server's own row while waiting writes are laid over it; `read_backs` the
  /// rows to read again because a write to them was not taken.
  static let sql = """
    CREATE TABLE queue (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN (
        'create_item', 'update_item', 'delete_item', 'restore_item', 'transition_item',
        'create_edge', 'update_edge', 'delete_edge', 'replace_metadata', 'merge_metadata',
        'add_tag', 'remove_tag', 'write_extension', 'delete_extension', 'upload_blob')),
      verdict TEXT CHECK (verdict IN (
        'accepted', 'merged', 'conflicted', 'refused', 'blocked', 'dead')),
      sent INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1)),
      refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals BETWEEN 0 AND 5),
      item_id TEXT,
      target_id TEXT,
      edge_id TEXT,
      source_id TEXT,
      base_version INTEGER,
      idempotency_key TEXT NOT NULL UNIQUE,
      follows TEXT,
      depends_on TEXT,
      landing TEXT,
      reason TEXT,
      copy_id TEXT,
      namespace TEXT,
      tag TEXT,
      blob TEXT,
      mime_type TEXT,
      queued_at TEXT NOT NULL,
      answered_at TEXT,
      spent_keys TEXT,
      body TEXT NOT NULL,
      basis TEXT,
      answer TEXT
    );
    CREATE INDEX queue_item ON queue (item_id, seq) WHERE edge_id IS NULL;
    CREATE INDEX queue_edge ON queue (edge_id, seq) WHERE edge_id IS NOT NULL;
    CREATE INDEX queue_edge_source ON queue (item_id) WHERE edge_id IS NOT NULL;
    CREATE INDEX queue_edge_target ON queue (target_id) WHERE target_id IS NOT NULL;
    CREATE INDEX queue_natural_key ON queue (source_id, seq) WHERE source_id IS NOT NULL;
    CREATE INDEX queue_open ON queue (verdict, seq) WHERE verdict IS NULL OR verdict = 'blocked';
    CREATE TABLE beneath (
      subject TEXT NOT NULL CHECK (subject IN ('item', 'edge')),
      id TEXT NOT NULL,
      row TEXT NOT NULL,
      PRIMARY KEY (subject, id)
    ) WITHOUT ROWID;
    CREATE TABLE read_backs (
      subject TEXT NOT NULL CHECK (subject IN ('item', 'edge')),
      id TEXT NOT NULL,
      landing TEXT NOT NULL DEFAULT '',
      source_id TEXT,
      moved INTEGER NOT NULL DEFAULT 0 CHECK (moved IN (0, 1)),
      PRIMARY KEY (subject, id, landing)
    ) WITHOUT ROWID;
    """
}
