import MarfaEngine
import MarfaModel

extension EdgeWriter {
  /// Creates the edge that a request asks for, or acknowledges one that it made before.
  ///
  /// The order of the checks is the protocol's (types-edges-search 4.2).
  func create(_ body: JSONObject) throws -> Reply {
    let wanted = try Wanted(body)
    let source = try end("source", wanted.sourceId)
    try judgeWrite(wanted.edgeType, sourceType: source.type)
    scope.needs.note(edgeOfType: wanted.edgeType, from: source.id, ofType: source.type)
    let held = try wanted.id.flatMap { try edges.get($0) }
    if let held, try answers.reads(held) { return try repeated(held, wanted) }
    let edge = try fresh(wanted)
    try judge(edge, source: source)
    if let held { throw RuleRefusal.edgeIdTaken(held.id) }
    try put(edge, .edgeCreated, sourceType: source.type)
    return .json(["edge": .object(edge.json)], status: 201)
  }

  /// What a create asks for, as far as it is read before anything is looked up.
  struct Wanted {
    let sourceId: String
    let targetId: String
    let edgeType: String
    let id: String?
    let properties: JSONValue?

    init(_ body: JSONObject) throws(RuleRefusal) {
      for member in ["source_id", "target_id", "edge_type"] where body[member]?.isNull ?? true {
        throw .missing(member)
      }
      sourceId = try Self.id("source_id", body)
      targetId = try Self.id("target_id", body)
      id = body["id"]?.isNull ?? true ? nil : try Self.id("id", body)
      guard let type = body["edge_type"]?.string else {
        throw .validation(path: "edge_type", "“edge_type” must be a text.")
      }
      edgeType = type
      properties = body["properties"]
    }

    /// Whether this is an edge of the same type between the same items.
    func names(_ edge: Edge) -> Bool { differences(from: edge).isEmpty }

    /// The members in which an edge differs.
    func differences(from edge: Edge) -> [String] {
      var differs: [String] = []
      if edge.sourceId != sourceId { differs.append("source_id") }
      if edge.targetId != targetId { differs.append("target_id") }
      if edge.edgeType != edgeType { differs.append("edge_type") }
      return differs
    }

    private static func id(_ member: String, _ body: JSONObject) throws(RuleRefusal) -> String {
      guard let id = body[member]?.string, UUIDv7.isValid(id) else { throw .invalidId(member) }
      return id
    }
  }

  /// A create whose id is held already by an edge that the sender may know.
  private func repeated(_ held: Edge, _ wanted: Wanted) throws -> Reply {
    guard wanted.names(held) else {
      throw RuleRefusal.edgeIdReused(differs: wanted.differences(from: held))
    }
    return .json(["edge": .object(held.json), "acknowledged": true])
  }

  /// The new edge that is wanted.
  func fresh(_ wanted: Wanted) throws -> Edge {
    Edge(
      id: wanted.id ?? UUIDv7Minter.shared.mint(milliseconds: scope.now).text,
      sourceId: wanted.sourceId, targetId: wanted.targetId, edgeType: wanted.edgeType,
      properties: try properties(
        wanted.properties, edgeType: wanted.edgeType, sourceId: wanted.sourceId,
        targetId: wanted.targetId) ?? [:],
      version: 1, createdAt: scope.timestamp, updatedAt: scope.timestamp)
  }

  /// The properties that a request names; `nil` where it names none.
  ///
  /// A value that is no object is refused where the protocol judges properties: after an edge
  /// type that is not there and after a loop.
  func properties(
    _ value: JSONValue?, edgeType: String, sourceId: String, targetId: String
  ) throws(RuleRefusal) -> JSONObject? {
    guard let value, !value.isNull else { return nil }
    if let object = value.object { return object }
    _ = try rules.edgeType(edgeType)
    try rules.judgeLoop(edgeType, sourceId: sourceId, targetId: targetId)
    throw .validation(path: "properties", "“properties” must be an object.")
  }
}

extension RuleRefusal {
  /// An id that names another edge, which the sender may know.
  static func edgeIdReused(differs: [String]) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "id_reused", message: "This id names another connection.",
      details: ["differs": .array(differs.map(JSONValue.string))])
  }

  /// An id that names another edge, of which no more is told.
  static func edgeIdTaken(_ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "id_reused", message: "This id names another connection.",
      details: ["existing_id": .string(id)])
  }
}
