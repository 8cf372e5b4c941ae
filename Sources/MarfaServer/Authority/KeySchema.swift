/// The table of keys. A server puts ``sql`` into its list of migrations.
enum KeySchema {
  /// The table and its indices.
  ///
  /// `hash` is the salted hash of the secret, by which a request finds its key. What a key may do
  /// is one JSON text, because it is always read and replaced whole. A revoked key stays, so that
  /// its second revocation can be told from that of a key that never was.
  static let sql = """
    CREATE TABLE keys (
      id TEXT PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      label TEXT NOT NULL,
      source TEXT NOT NULL,
      permissions TEXT NOT NULL,
      default_tier TEXT CHECK (default_tier IN ('library', 'feed')),
      created_at TEXT NOT NULL,
      last_used_at TEXT,
      revoked_at TEXT
    ) STRICT, WITHOUT ROWID;
    -- Two keys that both work never write under one source of their own.
    CREATE UNIQUE INDEX keys_one_per_source ON keys (source) WHERE revoked_at IS NULL;
    """
}
