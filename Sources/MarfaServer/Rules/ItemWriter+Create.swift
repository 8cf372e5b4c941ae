import MarfaEngine
import MarfaModel

extension ItemWriter {
  /// Creates an item, or changes the one that its natural key names (server-items 5).
  func create(_ object: JSONObject) throws -> Reply {
    let body = ItemBody(body: object)
    let wanted = try Wanted(body, sender: sender)
    try sender.permissions.judgeItemWrite(type: wanted.type, in: catalog)
    scope.needs.note(type: wanted.type)
    let type = try catalog.typeForWriting(wanted.type)
    guard sender.mayClaim(wanted.source) else { throw RuleRefusal.lacksSource(wanted.source) }
    scope.needs.note(source: wanted.source)
    if let sourceId = wanted.sourceId,
      let row = try items.get(source: wanted.source, sourceId: sourceId)
    {
      return try meet(row, wanted, sourceId: sourceId)
    }
    if let id = wanted.id, let row = try items.get(id) { return try repeated(row, wanted) }
    let row = try insert(wanted, type: type)
    return .json(try answers.row(row, edges: !wanted.edges.isEmpty).json, status: 201)
  }

  /// What a create asks for, read whole before anything is looked up.
  struct Wanted {
    let type: String
    let id: String?
    let properties: JSONObject
    let hasProperties: Bool
    let state: ItemState
    let tier: Tier?
    let source: String
    let sourceId: String?
    let occurredAt: String?
    let version: Int64?
    let tags: [String]?
    let latitude: Double?
    let longitude: Double?
    let edges: [(type: String, targets: [String])]

    init(_ body: ItemBody, sender: Credential) throws {
      type = try body.requiredType()
      let named = try body.properties()
      hasProperties = named != nil
      properties = named ?? [:]
      id = try body.id()
      state = try body.word("state", ItemState.self) ?? .active
      guard Lifecycle.states(of: type).contains(state), state != .revoked else {
        throw RuleRefusal.validation(path: "state", "An item cannot be made in this state.")
      }
      tier = try body.word("tier", Tier.self)
      source = try body.text("source") ?? sender.source
      sourceId = try body.sourceId()
      occurredAt = try body.occurredAt()
      version = try body.version()
      tags = try body.tags().map { named throws(RuleRefusal) in
        try TagRules.replacing(with: named)
      }
      latitude = try body.number("capture_latitude")
      longitude = try body.number("capture_longitude")
      edges = try body.edges() ?? []
    }
  }

  /// Stores a new item and tells of it.
  func insert(_ wanted: Wanted, type: ResolvedType) throws -> ItemRow {
    let made = ItemRow(
      id: wanted.id ?? mint(), type: wanted.type,
      properties: try PropertyRules(type).creating(wanted.properties), state: wanted.state,
      tier: wanted.tier ?? sender.defaultTier ?? .library, version: 1,
      schemaVersion: type.definition.version, source: wanted.source, sourceId: wanted.sourceId,
      occurredAt: wanted.occurredAt ?? scope.timestamp, createdAt: scope.timestamp,
      updatedAt: scope.timestamp, tags: wanted.tags ?? [], captureLatitude: wanted.latitude,
      captureLongitude: wanted.longitude)
    try judgeLink(made)
    scope.needs.note(item: made.id, type: made.type)
    let row = try store(made, before: nil, BlobReferences.Proof(writer: sender))
    try announce(.itemCreated, row)
    try drawEdges(wanted.edges, from: row, replacing: false)
    return row
  }

  /// A create whose natural key names an item.
  private func meet(_ row: ItemRow, _ wanted: Wanted, sourceId: String) throws -> Reply {
    guard reads(row.type) else { throw RuleRefusal.hiddenRow }
    scope.needs.note(item: row.id, type: row.type)
    if row.state == .trashed, row.type == wanted.type { return try acknowledge(row) }
    try judgeId(of: wanted, against: row, sourceId: sourceId)
    guard row.type == wanted.type else { throw RuleRefusal.typeMismatch(row.type) }
    let write = MergeWrite(
      version: wanted.version ?? row.version, properties: wanted.properties,
      tier: wanted.tier, occurredAt: wanted.occurredAt)
    let next = try lay(wanted, by: write, over: row)
    return .json(try answers.row(next, edges: !wanted.edges.isEmpty).json)
  }

  /// Refuses an id that is not the one of the row which the natural key names.
  func judgeId(of wanted: Wanted, against row: ItemRow, sourceId: String) throws {
    guard let id = wanted.id, id != row.id else { return }
    throw RuleRefusal(
      status: 400, code: "validation_error",
      message: "Another item holds this id under this source.",
      details: [
        "field": "id", "requested_id": .string(id), "existing_id": .string(row.id),
        "source": .string(row.source), "source_id": .string(sourceId),
      ])
  }

  /// Changes the row that a create found by what it wants.
  func lay(_ wanted: Wanted, by write: MergeWrite, over row: ItemRow) throws -> ItemRow {
    let merged = try merge(write, into: row, onCollision: .refuse)
    var next = merged.row
    if write.sourceId != nil { try judgeKey(next) }
    try judgeLink(next)
    if let tags = wanted.tags { next.tags = tags }
    if let latitude = wanted.latitude { next.captureLatitude = latitude }
    if let longitude = wanted.longitude { next.captureLongitude = longitude }
    next = try replace(row, with: next, base: merged.base)
    try drawEdges(wanted.edges, from: next, replacing: true)
    return next
  }

  /// A create whose id is held already, under no natural key of the body.
  private func repeated(_ row: ItemRow, _ wanted: Wanted) throws -> Reply {
    guard reads(row.type) else { throw RuleRefusal.idUnusable }
    scope.needs.note(item: row.id, type: row.type)
    guard row.type == wanted.type else { throw RuleRefusal.idOfOtherType }
    return try acknowledge(row)
  }

  private func acknowledge(_ row: ItemRow) throws -> Reply {
    var answer = try answers.row(row)
    answer.acknowledged = true
    return .json(answer.json)
  }
}

extension RuleRefusal {
  /// A natural key that names an item which the sender may not know.
  static let hiddenRow = RuleRefusal(
    status: 403, code: "type_not_permitted", message: "This key may not write under this id.")

  /// An id that names an item which the sender may not know.
  static let idUnusable = RuleRefusal(
    status: 409, code: "conflict", message: "This id cannot be used.")

  /// An id that names an item of another type than the one that is to be made.
  static let idOfOtherType = RuleRefusal(
    status: 409, code: "id_reused", message: "This id names an item of another type.",
    details: ["differs": ["type"]])

  /// A type that is not the item's.
  static func typeMismatch(_ actual: String) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "type_mismatch", message: "The item is of the type \(actual).",
      details: ["actual_type": .string(actual)])
  }
}
