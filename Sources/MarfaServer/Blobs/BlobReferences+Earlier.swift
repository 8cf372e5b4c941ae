import MarfaModel
import MarfaSQL

extension BlobReferences {
  /// Notes what the rows name of a store that was written before references were kept.
  ///
  /// Nobody has proved anything to such a store, so nothing is lent; the bytes are only kept.
  static func noteEarlier(_ connection: any SQLConnection) throws {
    let name = "blob_references"
    guard
      try connection.text("SELECT value FROM server_meta WHERE name = ?1", [.text(name)]) == nil
    else { return }
    let references = BlobReferences(connection: connection, catalog: TypeCatalog())
    for (sql, row) in sources {
      let named = try connection.query(sql, []) { found -> (Row, Set<BlobHash>)? in
        // Texts too short to hold a name are not even read as JSON.
        guard let object = try? found.withBytes(2, { try JSONObject(bytes: $0) }) else {
          return nil
        }
        let hashes = BlobHash.references(in: object)
        return hashes.isEmpty ? nil : (row(found.text(0), found.text(1)), hashes)
      }
      for case (let row, let hashes)? in named {
        try references.keep(hashes, of: row, before: [], Proof())
      }
    }
    try connection.run(
      "INSERT INTO server_meta (name, value) VALUES (?1, 'kept')", [.text(name)])
  }

  /// What can name bytes: an id, a part of the row, and a JSON text of at least 64 bytes.
  private static let sources: [(sql: String, row: @Sendable (String, String) -> Row)] = [
    ("SELECT id, '', properties FROM items WHERE length(properties) > 64", { id, _ in .item(id) }),
    (
      "SELECT item_id, namespace, data FROM extensions WHERE length(data) > 64",
      { .extensions(item: $0, namespace: $1) }
    ),
    ("SELECT id, '', properties FROM edges WHERE length(properties) > 64", { id, _ in .edge(id) }),
    (
      "SELECT item_id, version, snapshot FROM item_versions WHERE length(snapshot) > 64",
      { .version(item: $0, Int64($1) ?? 0) }
    ),
  ]
}
