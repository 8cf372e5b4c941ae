/// An item as the two ends send it to one another: without tags and hints of display.
public struct WireItem: Sendable, Hashable {
  /// A lowercase UUIDv7.
  public var id: String
  /// The id of its type.
  public var type: String
  /// Its properties, in their order.
  public var properties: JSONObject
  /// Where it stands in its life.
  public var state: ItemState
  /// Which collection it belongs to.
  public var tier: Tier?
  /// Its version, from 1.
  public var version: Int64
  /// The version of its type when it was made.
  public var schemaVersion: Int64
  /// What made it.
  public var source: String
  /// Its id at that source. Absent when unset, and accepted as `null`.
  public var sourceId: String?
  /// Where it was captured, in degrees.
  public var captureLatitude: Double?
  /// Where it was captured, in degrees.
  public var captureLongitude: Double?
  /// When what it tells of happened.
  public var occurredAt: String
  /// When it was made.
  public var createdAt: String
  /// When it last changed.
  public var updatedAt: String
  /// Whether it is in the bin because another item went there.
  public var trashedByCascade: Bool
  /// That other item, for those who may read it.
  public var trashedWith: String?
  /// The first page of its outbound edges by type, in the sender's order; `nil` when not asked for.
  public var edges: [WireEdgeBlock]?
  /// What extensions say of it, by namespace; `nil` when not asked for.
  public var extensions: JSONObject?

  /// Takes an item over; the rest is unset.
  public init(_ item: Item) {
    id = item.id
    type = item.type
    properties = item.properties
    state = item.state
    tier = item.tier
    version = item.version
    schemaVersion = item.schemaVersion
    source = item.source
    sourceId = item.sourceId
    occurredAt = item.occurredAt
    createdAt = item.createdAt
    updatedAt = item.updatedAt
    trashedByCascade = false
  }

  /// Reads an item.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` naming the member.
  public init(decoding object: JSONObject) throws(MarfaError) {
    let reader = WireReader(object, path: "item")
    id = try reader.string("id")
    type = try reader.string("type")
    properties = try reader.object("properties")
    state = try reader.word("state")
    tier = try reader.optionalWord("tier")
    version = try reader.whole("version")
    schemaVersion = try reader.whole("schema_version")
    source = try reader.string("source")
    sourceId = try reader.optionalString("source_id")
    captureLatitude = try reader.optionalNumber("capture_latitude")
    captureLongitude = try reader.optionalNumber("capture_longitude")
    occurredAt = try reader.string("occurred_at")
    createdAt = try reader.string("created_at")
    updatedAt = try reader.string("updated_at")
    trashedByCascade = try reader.flag("trashed_by_cascade")
    trashedWith = try reader.optionalString("trashed_with")
    extensions = try reader.optionalObject("extensions")
    guard let blocks = try reader.optionalObject("edges") else { return }
    var edges: [WireEdgeBlock] = []
    for (edgeType, block) in blocks {
      guard let block = block.object else { throw reader.unreadable("edges") }
      edges.append(
        WireEdgeBlock(
          edgeType: edgeType, page: try WirePage(decoding: block, element: Edge.init(decoding:))))
    }
    self.edges = edges
  }

  /// The item as it is sent.
  public var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "type": .string(type), "properties": .object(properties),
      "state": .string(state.rawValue),
    ]
    if let tier { object["tier"] = .string(tier.rawValue) }
    object["version"] = .integer(version)
    object["schema_version"] = .integer(schemaVersion)
    object["source"] = .string(source)
    if let sourceId { object["source_id"] = .string(sourceId) }
    if let captureLatitude { object["capture_latitude"] = .number(captureLatitude) }
    if let captureLongitude { object["capture_longitude"] = .number(captureLongitude) }
    object["occurred_at"] = .string(occurredAt)
    object["created_at"] = .string(createdAt)
    object["updated_at"] = .string(updatedAt)
    if trashedByCascade { object["trashed_by_cascade"] = true }
    if let trashedWith { object["trashed_with"] = .string(trashedWith) }
    if let edges {
      object["edges"] = .object(
        JSONObject(edges.map { ($0.edgeType, .object($0.page.json(\.json))) }))
    }
    if let extensions { object["extensions"] = .object(extensions) }
    return object
  }

  /// The item as an app sees it.
  ///
  /// - Parameters:
  ///   - tags: its tags, which travel beside it.
  ///   - titleField: the property that its type keeps the title in.
  ///   - bodyField: the property that its type keeps the text in.
  public func item(tags: [String], titleField: String = "title", bodyField: String = "body")
    -> Item
  {
    Item(
      id: id, type: type, properties: properties, state: state, tier: tier, version: version,
      schemaVersion: schemaVersion, source: source, sourceId: sourceId, occurredAt: occurredAt,
      createdAt: createdAt, updatedAt: updatedAt, tags: tags,
      title: properties[titleField]?.string, body: properties[bodyField]?.string)
  }
}
