import MarfaEngine
import MarfaModel

extension ItemWriter {
  /// Writes the copy that keeps the values which lost a collision (server-items 8.6).
  ///
  /// - Returns: the copy's id.
  func keepBoth(_ properties: JSONObject, of row: ItemRow) throws -> String {
    let made = ItemRow(
      id: mint(), type: row.type, properties: properties, state: .active, tier: row.tier,
      version: 1, schemaVersion: catalog.definition(row.type)?.version ?? row.schemaVersion,
      source: row.source, sourceId: nil, occurredAt: row.occurredAt, createdAt: scope.timestamp,
      updatedAt: scope.timestamp,
      tags: row.tags.filter { $0 != Self.conflictedCopy } + [Self.conflictedCopy],
      captureLatitude: row.captureLatitude, captureLongitude: row.captureLongitude)
    let copy = try store(
      made, before: nil, BlobReferences.Proof(writer: sender, original: .item(row.id)))
    try announce(.itemCreated, copy)
    try edges.link(copy: copy, to: row)
    try edges.copyEdges(of: row, to: copy)
    return copy.id
  }

  /// The tag of a copy that a collision made.
  static let conflictedCopy = "conflicted-copy"

  /// Draws the edges that a write of an item names.
  ///
  /// - Parameter replacing: whether edges of a named type that are not named go.
  func drawEdges(
    _ named: [(type: String, targets: [String])], from row: ItemRow, replacing: Bool
  ) throws {
    for (type, targets) in named {
      if replacing {
        let wanted = Set(targets)
        for edge in try EdgeStore(scope.connection).from(row.id, type: type)
        where !wanted.contains(edge.targetId) {
          try edges.judgeWrite(edge.edgeType, sourceType: row.type)
          scope.needs.note(edgeType: edge.edgeType)
          try edges.remove(edge, sourceType: row.type)
        }
      }
      for target in targets {
        let held = try EdgeStore(scope.connection).find(from: row.id, to: target, type: type)
        if replacing, held != nil { continue }
        try edges.create(
          Edge(
            id: mint(), sourceId: row.id, targetId: target, edgeType: type, properties: [:],
            version: 1, createdAt: scope.timestamp, updatedAt: scope.timestamp))
        scope.needs.note(edgeType: type)
      }
    }
  }
}
