/// Filters as SQLite spells them, from 3.38 on.
package struct SQLiteFilterDialect: FilterDialect {
  /// The path in SQLite's path language, the name quoted.
  package func path(of property: String) -> String { "$.\"\(property)\"" }

  /// SQLite's extraction has the kinds that filters need.
  package func value(_ column: String, path: String) -> String {
    "json_extract(\(column), \(path))"
  }

  /// SQLite's words are those of the protocol.
  package func kind(_ column: String, path: String) -> String { "json_type(\(column), \(path))" }

  /// SQLite's cast reads the longest number at the start.
  package func double(_ expression: String) -> String { "CAST(\(expression) AS REAL)" }

  /// Binary is what SQLite compares by.
  package func bytes(_ expression: String) -> String { expression }

  /// `lower` changes ASCII letters only, and `instr` compares bytes: `LIKE` would need escapes and
  /// takes two characters at the end of the basic plane for one.
  package func contains(_ expression: String, piece: String) -> String {
    "instr(lower(\(expression)), \(piece)) > 0"
  }

  /// As ``contains(_:piece:)``, at the start.
  package func startsWith(_ expression: String, piece: String) -> String {
    "instr(lower(\(expression)), \(piece)) = 1"
  }
}

extension FilterDialect where Self == SQLiteFilterDialect {
  /// Filters as SQLite spells them.
  package static var sqlite: SQLiteFilterDialect { SQLiteFilterDialect() }
}
