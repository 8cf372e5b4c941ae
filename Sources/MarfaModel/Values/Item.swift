/// A record: typed properties with an identity, a state and a version.
public struct Item: Sendable, Hashable, Identifiable {
  /// A lowercase UUIDv7.
  public let id: String
  /// The id of its type, such as `core.note`.
  public let type: String
  /// What the type's fields say, and any further properties, in their order.
  public let properties: JSONObject
  /// Where it stands in its life.
  public let state: ItemState
  /// Which collection it belongs to; `nil` where the server named none.
  public let tier: Tier?
  /// The version the server gave it; 0 for an own create that is not answered yet.
  public let version: Int64
  /// The version of its type when it was made.
  public let schemaVersion: Int64
  /// What made it.
  public let source: String
  /// Its id at that source, when it has one. With the source it is the natural key.
  public let sourceId: String?
  /// When what it tells of happened (RFC 3339, UTC, milliseconds).
  public let occurredAt: String
  /// When it was made.
  public let createdAt: String
  /// When it last changed, tags and state included.
  public let updatedAt: String
  /// Its tags, in first-written order.
  public let tags: [String]
  /// The text of the type's title field, or of `title`.
  public let title: String?
  /// The text of the type's body field, or of `body`.
  public let body: String?

  /// Makes an item, for previews and tests.
  public init(
    id: String, type: String, properties: JSONObject, state: ItemState, tier: Tier?,
    version: Int64, schemaVersion: Int64, source: String, sourceId: String?, occurredAt: String,
    createdAt: String, updatedAt: String, tags: [String], title: String? = nil,
    body: String? = nil
  ) {
    self.id = id
    self.type = type
    self.properties = properties
    self.state = state
    self.tier = tier
    self.version = version
    self.schemaVersion = schemaVersion
    self.source = source
    self.sourceId = sourceId
    self.occurredAt = occurredAt
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.tags = tags
    self.title = title
    self.body = body
  }
}
