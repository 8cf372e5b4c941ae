import MarfaEngine
import MarfaSQL

/// The tables of a working copy's store: the engine's, the queue's, and what a copy knows of
/// itself.
enum CopySchema {
  /// What the copy knows of itself, by name; see ``CopyMeta``. Never the key.
  private static let meta = """
    CREATE TABLE copy_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// Rows held whatever the slice. Not a child of items: a hydration clears items and keeps pins.
  private static let pins = """
    CREATE TABLE pins (item_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    """

  /// The types that the app declared, in its order. A hydration keeps them.
  private static let declared = """
    CREATE TABLE declared_types (
      place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, definition TEXT NOT NULL
    ) STRICT;
    """

  /// The steps from an empty file to today's shape.
  static let migrator = Migrator([
    Migration(
      id: "copy-1",
      sql: [EngineSchema.sql, QueueSchema.sql, meta, pins, declared].joined(separator: "\n")),
    Migration(id: "copy-2-change-log", sql: ChangeLog.schema),
    Migration(id: "copy-3-body-names", sql: BodyNames.schema),
  ])
}
