/// The tables of the plain loops: those of a working copy, with SQLite's own tokenizer.
enum BaselineSchema {
  static let text = """
    CREATE TABLE items (
      seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('active', 'archived', 'trashed', 'revoked')),
      tier TEXT CHECK (tier IN ('library', 'feed')), version INTEGER NOT NULL,
      schema_version INTEGER NOT NULL, source TEXT NOT NULL, source_id TEXT,
      occurred_at TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
      properties TEXT NOT NULL, tags TEXT, capture_latitude REAL, capture_longitude REAL,
      trashed_with TEXT
    ) STRICT;
    CREATE INDEX items_by_created ON items (created_at, id);
    CREATE INDEX items_by_type ON items (type, created_at, id);
    CREATE INDEX items_by_updated ON items (updated_at, id);
    CREATE INDEX items_by_occurred ON items (occurred_at, id);
    CREATE INDEX items_inactive ON items (state, updated_at, id) WHERE state <> 'active';
    CREATE INDEX items_by_key ON items (source, source_id) WHERE source_id IS NOT NULL;
    CREATE INDEX items_by_trash ON items (trashed_with) WHERE trashed_with IS NOT NULL;
    CREATE VIRTUAL TABLE items_fts USING fts5 (
      title, body, description, name, extra, tags, tokenize = 'porter unicode61'
    );
    CREATE TABLE queue (
      seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, verdict TEXT,
      sent INTEGER NOT NULL DEFAULT 0, refusals INTEGER NOT NULL DEFAULT 0, item_id TEXT,
      target_id TEXT, edge_id TEXT, source_id TEXT, base_version INTEGER,
      idempotency_key TEXT NOT NULL UNIQUE, follows TEXT, depends_on TEXT, landing TEXT,
      reason TEXT, copy_id TEXT, namespace TEXT, tag TEXT, blob TEXT, mime_type TEXT,
      queued_at TEXT NOT NULL, answered_at TEXT, spent_keys TEXT, body TEXT NOT NULL, basis TEXT,
      answer TEXT
    );
    CREATE INDEX queue_item ON queue (item_id, seq) WHERE edge_id IS NULL;
    CREATE INDEX queue_edge ON queue (edge_id, seq) WHERE edge_id IS NOT NULL;
    CREATE INDEX queue_natural_key ON queue (source_id, seq) WHERE source_id IS NOT NULL;
    CREATE INDEX queue_open ON queue (verdict, seq) WHERE verdict IS NULL OR verdict = 'blocked';
    """
}
