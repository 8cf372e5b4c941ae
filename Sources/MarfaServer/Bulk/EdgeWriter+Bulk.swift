import MarfaEngine
import MarfaModel

extension EdgeWriter {
  /// Judges what a bulk entry needs by itself: its shape, and write on its source and edge type.
  func judgeEntry(_ object: JSONObject) throws {
    let wanted = try Wanted(object)
    let source = try end("source", wanted.sourceId)
    try judgeWrite(wanted.edgeType, sourceType: source.type)
  }

  /// Writes one bulk entry, whose gate was passed (types-edges-search 4.8).
  func writeEntry(_ object: JSONObject, _ page: BulkPage) throws -> BulkOutcome {
    let wanted = try Wanted(object)
    let source = try end("source", wanted.sourceId)
    let version = try ItemBody(body: object).version()
    let named = try wanted.id.flatMap { try edges.get($0) }
    if let named, try answers.reads(named), !wanted.names(named) {
      throw RuleRefusal.edgeIdReused(differs: wanted.differences(from: named))
    }
    // Told as missing whether or not the edge exists.
    if scope.catalog.edgeDefinition(wanted.edgeType) != nil {
      _ = try end("target", wanted.targetId)
    }
    let held = try edges.find(
      from: wanted.sourceId, to: wanted.targetId, type: wanted.edgeType)
    guard let held else {
      let edge = try fresh(wanted)
      try judge(edge, source: source)
      if let named { throw RuleRefusal.edgeIdTaken(named.id) }
      try put(edge, .edgeCreated, sourceType: source.type)
      return .created(id: edge.id)
    }
    _ = try end("target", wanted.targetId)
    if page.isCreateOnly { return .skipped(id: held.id, reason: .duplicateEdge) }
    if let version, version != held.version {
      throw ConflictRefusal(.bare(current: held.json))
    }
    return .updated(id: try lay(wanted, over: held, source: source).id)
  }

  /// Changes a held edge by what an entry names: properties it names take the place of those held.
  private func lay(_ wanted: Wanted, over held: Edge, source: ItemRow) throws -> Edge {
    let changes = try properties(
      wanted.properties, edgeType: held.edgeType, sourceId: held.sourceId,
      targetId: held.targetId)
    var properties = held.properties
    for (name, value) in changes ?? [:] { properties[name] = value }
    if let type = scope.catalog.edgeDefinition(held.edgeType) {
      try rules.judgeProperties(type, properties)
    }
    let next = Edge(
      id: held.id, sourceId: held.sourceId, targetId: held.targetId, edgeType: held.edgeType,
      properties: properties, version: held.version + 1, createdAt: held.createdAt,
      updatedAt: scope.timestamp)
    try put(next, .edgeUpdated, sourceType: source.type, before: held)
    return next
  }
}
