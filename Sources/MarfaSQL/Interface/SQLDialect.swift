/// How one database spells the few things in which databases differ.
///
/// Everything else is one text for all of them: numbered placeholders, `ON CONFLICT`,
/// `RETURNING`, recursive queries, JSON kept as text in its own key order. The parameters and
/// answers here are SQL fragments; a value never enters one, only its placeholder.
public protocol SQLDialect: Sendable {
  /// The database's short name, for messages and metadata.
  var name: String { get }

  /// The value to bind as the path of a property, one key a level.
  func path(_ keys: [String]) -> SQLValue

  /// The value found at a path in a JSON column: text, a number, JSON text for a list or an
  /// object, null when nothing is there.
  func property(_ column: String, path: String) -> String

  /// The kind of what is found at a path, as one of the words `null`, `true`, `false`,
  /// `integer`, `real`, `text`, `array`, `object`, or null when nothing is there.
  func propertyKind(_ column: String, path: String) -> String

  /// A table of the elements of the list found at a path, with columns `value` and `type`.
  ///
  /// A value that is no list gives itself as the only element; nothing there gives no row.
  func elements(_ column: String, path: String) -> String

  /// Whether text matches a pattern made by ``likePattern(containing:)``, letter case of ASCII
  /// aside.
  func like(_ expression: String, pattern: String) -> String

  /// Whether the database has a table of this name.
  func holdsTable(_ name: String, _ connection: any SQLConnection) throws -> Bool

  /// The text that made each table, index, view and trigger, by name, with its spelling evened
  /// out: equal answers mean equal schemas.
  func schemaShape(_ connection: any SQLConnection) throws -> [String: String]
}

extension SQLDialect {
  /// The pattern for text that contains these characters, with the pattern's own signs escaped.
  public func likePattern(containing text: String) -> SQLValue {
    var pattern = "%"
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "\\" { pattern.unicodeScalars.append("\\") }
      pattern.unicodeScalars.append(scalar)
    }
    return .text(pattern + "%")
  }
}
