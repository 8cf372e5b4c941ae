import MarfaModel

/// An item as it is stored: what ``Item`` shows, and what only a store or a server knows.
package struct ItemRow: Sendable, Hashable, Identifiable {
  /// A lowercase UUIDv7.
  package var id: String
  /// The id of its type.
  package var type: String
  /// Its properties, in their order.
  package var properties: JSONObject
  /// Where it stands in its life.
  package var state: ItemState
  /// Which collection it belongs to.
  package var tier: Tier?
  /// Its version; 0 for an own create that is not answered yet.
  package var version: Int64
  /// The version of its type when it was made.
  package var schemaVersion: Int64
  /// What made it.
  package var source: String
  /// Its id at that source.
  package var sourceId: String?
  /// When what it tells of happened (RFC 3339, UTC, milliseconds, as every time here).
  package var occurredAt: String
  /// When it was made.
  package var createdAt: String
  /// When it last changed, tags and state included.
  package var updatedAt: String
  /// Its tags, in first-written order, each once.
  package var tags: [String]
  /// Where it was captured, in degrees as they were sent.
  package var captureLatitude: Double?
  /// Where it was captured, in degrees as they were sent.
  package var captureLongitude: Double?
  /// The item whose delete took this one into the bin along with it.
  package var trashedWith: String?

  /// Makes a row.
  package init(
    id: String, type: String, properties: JSONObject = [:], state: ItemState = .active,
    tier: Tier? = nil, version: Int64 = 0, schemaVersion: Int64 = 1, source: String,
    sourceId: String? = nil, occurredAt: String, createdAt: String, updatedAt: String,
    tags: [String] = [], captureLatitude: Double? = nil, captureLongitude: Double? = nil,
    trashedWith: String? = nil
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
    self.captureLatitude = captureLatitude
    self.captureLongitude = captureLongitude
    self.trashedWith = trashedWith
  }

  /// The row as a value for apps; its type's hints say which properties hold title and body.
  package func item(in catalog: TypeCatalog) -> Item {
    var maker = ItemMaker(catalog)
    return maker.item(self)
  }
}
