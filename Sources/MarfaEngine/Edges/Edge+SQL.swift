import MarfaModel
import MarfaSQL

extension Edge {
  /// The columns that ``init(_:from:)`` reads, of a table or alias called `edges`.
  package static let columns = """
    edges.id, edges.source_id, edges.target_id, edges.edge_type, edges.properties, \
    edges.version, edges.created_at, edges.updated_at
    """

  /// Reads the ``columns`` of a row.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` when the stored properties can't be read.
  package init(_ row: any SQLRow, from first: Int = 0) throws {
    self.init(
      id: row.text(first), sourceId: row.text(first + 1), targetId: row.text(first + 2),
      edgeType: row.text(first + 3),
      properties: try row.withBytes(first + 4) { try JSONObject(bytes: $0) },
      version: row.integer(first + 5), createdAt: row.text(first + 6),
      updatedAt: row.text(first + 7))
  }

  /// The values of ``columns``, in their order.
  func values() throws -> [SQLValue] {
    [
      .text(id), .text(sourceId), .text(targetId), .text(edgeType),
      .text(try properties.json(numbers: .ecmaScript)), .integer(version), .text(createdAt),
      .text(updatedAt),
    ]
  }
}
