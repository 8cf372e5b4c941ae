/// SQLite's spelling of what differs between databases.
public struct SQLiteDialect: SQLDialect {
  /// Makes the dialect.
  public init() {}

  public var name: String { "sqlite" }

  /// Each key is quoted, so that a dot or a bracket in it is a letter like any other.
  ///
  /// SQLite's path language can't spell a key that JSON itself must escape (a quotation mark, a
  /// backslash, a control character): the path is null then, at which nothing is ever found.
  public func path(_ keys: [String]) -> SQLValue {
    var path = "$"
    for key in keys {
      guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else { return .null }
      path += ".\"\(key)\""
    }
    return .text(path)
  }

  public func property(_ column: String, path: String) -> String {
    "json_extract(\(column), \(path))"
  }

  public func propertyKind(_ column: String, path: String) -> String {
    "json_type(\(column), \(path))"
  }

  public func elements(_ column: String, path: String) -> String {
    "json_each(\(column), \(path))"
  }

  public func like(_ expression: String, pattern: String) -> String {
    "\(expression) LIKE \(pattern) ESCAPE '\\'"
  }

  public func holdsTable(_ name: String, _ connection: any SQLConnection) throws -> Bool {
    try connection.exists(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", [.text(name)])
  }

  public func schemaShape(_ connection: any SQLConnection) throws -> [String: String] {
    var shape: [String: String] = [:]
    try connection.each(
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      []
    ) { row in
      shape[row.text(0)] = SchemaText.normalised(row.text(1))
      return true
    }
    return shape
  }
}
