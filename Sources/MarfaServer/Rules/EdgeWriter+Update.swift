import MarfaEngine
import MarfaModel

extension EdgeWriter {
  /// Changes an edge's properties, moves one of its ends, or both.
  ///
  /// The order of the checks is the protocol's (types-edges-search 4.5).
  func update(_ id: String, _ body: JSONObject) throws -> Reply {
    guard let version = try ItemBody(body: body).version() else {
      throw RuleRefusal.missing("version")
    }
    let (edge, sourceType) = try target(id)
    try judgeWrite(edge.edgeType, sourceType: sourceType)
    guard version == edge.version else {
      throw ConflictRefusal(.bare(current: edge.json))
    }
    let move = try Move(body, of: edge)
    let type = try rules.edgeType(edge.edgeType)
    try rules.judgeMove(type, source: move.source != nil, target: move.target != nil)
    let source = try move.isNone ? nil : sourceAfter(move, of: edge)
    if move.isNone, body["properties"]?.isNull ?? true { throw RuleRefusal.missing("properties") }
    let next = try moved(edge, by: move, body["properties"])
    if let source {
      try judge(next, source: source, moving: edge.id)
    } else {
      // Where the edge stays, only what it says can have become wrong: ends that went to the bin
      // or out of sight, and a folder that was revoked, leave the edges that they have alone.
      try rules.judgeProperties(type, next.properties)
    }
    try put(next, .edgeUpdated, sourceType: source?.type ?? sourceType, before: edge)
    return .json(["edge": .object(next.json)])
  }

  /// Removes an edge.
  ///
  /// - Throws: `edge_not_found`, `type_not_permitted`, `edge_permission_denied`.
  func delete(_ id: String) throws -> Reply {
    let (edge, sourceType) = try target(id)
    try judgeWrite(edge.edgeType, sourceType: sourceType)
    try remove(edge, sourceType: sourceType)
    return .ok
  }

  /// The edge that an operation names, with the type of the item that it starts at.
  ///
  /// - Throws: `edge_not_found` where there is none that the sender may know.
  private func target(_ id: String) throws -> (edge: Edge, sourceType: String) {
    guard let edge = try edges.get(id), try answers.reads(edge),
      let type = try items.type(of: edge.sourceId)
    else { throw RuleRefusal.edgeNotFound }
    scope.needs.note(edgeOfType: edge.edgeType, from: edge.sourceId, ofType: type)
    return (edge, type)
  }

  /// The ends that a request moves; an end that it names as it stands does not move.
  private struct Move {
    let source: String?
    let target: String?

    var isNone: Bool { source == nil && target == nil }

    init(_ body: JSONObject, of edge: Edge) throws(RuleRefusal) {
      source = try Self.end("source_id", body, now: edge.sourceId)
      target = try Self.end("target_id", body, now: edge.targetId)
      if source != nil, target != nil {
        throw .validation(path: "source_id", "An edge moves one of its ends at a time.")
      }
    }

    private static func end(_ member: String, _ body: JSONObject, now: String)
      throws(RuleRefusal) -> String?
    {
      guard let value = body[member], !value.isNull else { return nil }
      guard let id = value.string, UUIDv7.isValid(id) else { throw .invalidId(member) }
      return id == now ? nil : id
    }
  }

  /// The item that a moved edge starts at, after the refusals that concern its ends.
  private func sourceAfter(_ move: Move, of edge: Edge) throws -> ItemRow {
    let source = try end("source", move.source ?? edge.sourceId)
    guard move.source != nil else { return source }
    guard sender.permissions.writes(type: source.type, in: scope.catalog) else {
      throw RuleRefusal.typeNotPermitted(source.type, .write)
    }
    scope.needs.note(type: source.type)
    _ = try end("target", edge.targetId)
    return source
  }

  private func moved(_ edge: Edge, by move: Move, _ named: JSONValue?) throws -> Edge {
    let sourceId = move.source ?? edge.sourceId
    let targetId = move.target ?? edge.targetId
    let changes = try properties(
      named, edgeType: edge.edgeType, sourceId: sourceId, targetId: targetId)
    var properties = edge.properties
    for (name, value) in changes ?? [:] { properties[name] = value }
    return Edge(
      id: edge.id, sourceId: sourceId, targetId: targetId, edgeType: edge.edgeType,
      properties: properties, version: edge.version + 1, createdAt: edge.createdAt,
      updatedAt: scope.timestamp)
  }
}
