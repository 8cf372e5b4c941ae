import MarfaModel
import MarfaSQL

extension ItemStore {
  /// What other programs keep beside an item, by their namespaces, in the order of these.
  package func extensions(of id: String) throws -> [(namespace: String, data: JSONObject)] {
    try connection.query(
      "SELECT namespace, data FROM extensions WHERE item_id = ?1 ORDER BY namespace", [.text(id)]
    ) { (namespace: $0.text(0), data: try Self.object($0, 1)) }
  }

  /// What one program keeps beside an item.
  package func extensionData(_ namespace: String, of id: String) throws -> JSONObject? {
    try connection.first(
      "SELECT data FROM extensions WHERE item_id = ?1 AND namespace = ?2",
      [.text(id), .text(namespace)]
    ) { try Self.object($0, 0) }
  }

  /// Keeps an object beside an item, in place of the one under that namespace.
  ///
  /// - Throws: ``SQLError`` of kind `constraint` when the item is not held.
  package func putExtension(_ namespace: String, _ data: JSONObject, on id: String) throws {
    try connection.run(
      """
      INSERT INTO extensions (item_id, namespace, data) VALUES (?1, ?2, ?3)
      ON CONFLICT (item_id, namespace) DO UPDATE SET data = excluded.data
      """, [.text(id), .text(namespace), .text(try data.json())])
  }

  /// Removes what is kept beside an item under a namespace.
  ///
  /// - Returns: whether there was anything.
  @discardableResult
  package func removeExtension(_ namespace: String, from id: String) throws -> Bool {
    try connection.run(
      "DELETE FROM extensions WHERE item_id = ?1 AND namespace = ?2",
      [.text(id), .text(namespace)]) > 0
  }

  private static func object(_ row: any SQLRow, _ column: Int) throws -> JSONObject {
    try row.withBytes(column) { try JSONObject(bytes: $0) }
  }
}
