/// A new item as the caller wants it.
public struct Draft: Sendable, Hashable {
  /// The id of its type.
  public var type: String
  /// Its properties. A `null` for an optional field leaves it out.
  public var properties: JSONObject
  /// Its tags; each becomes a write of its own.
  public var tags: [String]
  /// Its tier; `nil` takes the slice's.
  public var tier: Tier?
  /// A lowercase UUIDv7; `nil` mints one.
  public var id: String?
  /// What makes it; `nil` leaves that to the key.
  public var source: String?
  /// Its id at that source; with the source it is the natural key.
  public var sourceId: String?
  /// When what it tells of happened (RFC 3339); `nil` is now.
  public var occurredAt: String?
  /// The version of the row that the natural key names, when the caller read one; 0 is none.
  public var baseVersion: Int64?

  /// Makes a draft.
  public init(
    type: String, properties: JSONObject = [:], tags: [String] = [], tier: Tier? = nil,
    id: String? = nil, source: String? = nil, sourceId: String? = nil, occurredAt: String? = nil,
    baseVersion: Int64? = nil
  ) {
    self.type = type
    self.properties = properties
    self.tags = tags
    self.tier = tier
    self.id = id
    self.source = source
    self.sourceId = sourceId
    self.occurredAt = occurredAt
    self.baseVersion = baseVersion
  }
}
