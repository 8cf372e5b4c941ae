import MarfaEngine
import MarfaSQL

/// The tables of a server's store: the engine's, and what only a server keeps.
enum ServerSchema {
  /// What the server knows of itself, by name.
  private static let meta = """
    CREATE TABLE server_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// The steps from an empty file to today's shape.
  static let migrator = Migrator([
    Migration(
      id: "server-1",
      sql: [
        EngineSchema.sql, EngineSchema.serverSQL, meta, KeySchema.sql, EventLog.schema,
        Ledger.schema, VersionStore.schema,
      ].joined(separator: "\n")),
    // Stores of the first step hold answers already: what they kept is thinned as well.
    Migration(id: "server-answers-by-time", sql: Ledger.byTime),
    Migration(
      id: "server-tombstones-blobs-and-jobs",
      sql: [TombstoneStore.schema, BlobRegistry.schema, BlobReferences.schema, BulkJobStore.schema]
        .joined(separator: "\n")),
    Migration(id: "server-blob-copies", sql: BlobCopies.schema),
  ])
}
