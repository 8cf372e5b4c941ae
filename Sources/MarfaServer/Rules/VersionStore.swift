import MarfaModel
import MarfaSQL

/// The versions that items left behind, in one transaction.
struct VersionStore {
  let connection: any SQLConnection

  /// The snapshots, oldest version first. What stands now is in `items`, never here.
  static let schema = """
    CREATE TABLE item_versions (
      item_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      type TEXT NOT NULL,
      id TEXT NOT NULL,
      snapshot TEXT NOT NULL,
      writer TEXT,
      created_at TEXT NOT NULL,
      PRIMARY KEY (item_id, version)
    ) STRICT, WITHOUT ROWID;
    """

  /// Keeps an item as it stood, under the version it leaves.
  ///
  /// - Parameters:
  ///   - writer: who had written that version.
  ///   - id: the id of the snapshot.
  func keep(_ item: VersionedItem, id: String, writer: JSONObject?, at time: String) throws {
    try connection.run(
      """
      INSERT INTO item_versions (item_id, version, type, id, snapshot, writer, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (item_id, version) DO NOTHING
      """,
      [
        .text(item.id), .integer(item.version), .text(item.type), .text(id),
        .text(try item.json.json()), SQLValue(try writer.map { try $0.json() }), .text(time),
      ])
  }

  /// An item as it stood at a version.
  func get(_ itemId: String, _ version: Int64) throws -> VersionedItem? {
    try connection.text(
      "SELECT snapshot FROM item_versions WHERE item_id = ?1 AND version = ?2",
      [.text(itemId), .integer(version)]
    ).map { try VersionedItem(snapshot: try JSONObject(json: $0)) }
  }

  /// A page of an item's history, oldest first.
  ///
  /// - Parameter isReadable: whether the reader may know a version of this type.
  func page(
    of itemId: String, after version: Int64, limit: Int, isReadable: (String) -> Bool
  ) throws -> (data: [JSONValue], next: Int64?) {
    var data: [JSONValue] = []
    var last: Int64 = version
    var goesOn = false
    try connection.each(
      """
      SELECT version, type, id, snapshot, writer, created_at FROM item_versions
      WHERE item_id = ?1 AND version > ?2 ORDER BY version
      """, [.text(itemId), .integer(version)]
    ) { row in
      guard isReadable(row.text(1)) else { return true }
      guard data.count < limit else {
        goesOn = true
        return false
      }
      last = row.integer(0)
      var entry = try JSONObject(json: row.text(3))
      entry["id"] = .string(row.text(2))
      entry["item_id"] = .string(itemId)
      entry["writer"] = try row.optionalText(4).map { .object(try JSONObject(json: $0)) } ?? .null
      entry["created_at"] = .string(row.text(5))
      data.append(.object(entry))
      return true
    }
    return (data, goesOn ? last : nil)
  }

  /// Forgets an item's history.
  func removeAll(of itemId: String) throws {
    try connection.run("DELETE FROM item_versions WHERE item_id = ?1", [.text(itemId)])
  }
}

extension VersionedItem {
  /// Reads a stored snapshot.
  init(snapshot: JSONObject) throws {
    let reader = WireReader(snapshot, path: "snapshot")
    self.init(
      id: try reader.string("id"), version: try reader.whole("version"),
      type: try reader.string("type"), tier: try reader.optionalWord("tier"),
      occurredAt: try reader.optionalString("occurred_at"),
      sourceId: try reader.optionalString("source_id"),
      properties: try reader.object("properties"))
  }
}
