/// How one database spells what differs between databases, as far as this layer needs it.
///
/// Everything else is one text for all of them: numbered placeholders, `ON CONFLICT`,
/// `RETURNING`, recursive queries, JSON kept as text in its own key order. What items need beyond
/// that (JSON access, full text) the engine pairs with this value.
public protocol SQLDialect: Sendable {
  /// The database's short name, for messages and metadata.
  var name: String { get }

  /// Whether the database has a table of this name.
  func holdsTable(_ name: String, _ connection: any SQLConnection) throws -> Bool

  /// The text that made each table, index, view and trigger, by its name.
  ///
  /// The spelling is evened out, so that equal answers mean equal schemas.
  func schemaShape(_ connection: any SQLConnection) throws -> [String: String]
}
