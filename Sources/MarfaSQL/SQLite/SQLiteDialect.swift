/// SQLite's spelling of what differs between databases.
public struct SQLiteDialect: SQLDialect {
  /// Makes the dialect.
  public init() {}

  /// `sqlite`.
  public var name: String { "sqlite" }

  /// Asks SQLite's own table of its schema.
  public func holdsTable(_ name: String, _ connection: any SQLConnection) throws -> Bool {
    try connection.exists(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", [.text(name)])
  }

  /// Reads SQLite's own table of its schema, without what SQLite adds by itself.
  public func schemaShape(_ connection: any SQLConnection) throws -> [String: String] {
    var shape: [String: String] = [:]
    try connection.each(
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND substr(name, 1, 7) <> ?1",
      ["sqlite_"]
    ) { row in
      shape[row.text(0)] = SchemaText.normalised(row.text(1))
      return true
    }
    return shape
  }
}
