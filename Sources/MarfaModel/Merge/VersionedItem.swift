/// What of an item is under version control, as it stood at one version.
package struct VersionedItem: Sendable, Hashable {
  /// The item's id.
  package var id: String
  /// The version; a version of the server is at least 1.
  package var version: Int64
  /// The id of its type.
  package var type: String
  /// Which collection it belongs to.
  package var tier: Tier?
  /// When what it tells of happened, in canonical form.
  package var occurredAt: String?
  /// Its id at its source.
  package var sourceId: String?
  /// Its properties, in their order.
  package var properties: JSONObject

  /// Makes a version.
  package init(
    id: String, version: Int64, type: String, tier: Tier?, occurredAt: String?, sourceId: String?,
    properties: JSONObject
  ) {
    self.id = id
    self.version = version
    self.type = type
    self.tier = tier
    self.occurredAt = occurredAt
    self.sourceId = sourceId
    self.properties = properties
  }

  /// An item as it stands.
  package init(_ item: Item) {
    self.init(
      id: item.id, version: item.version, type: item.type, tier: item.tier,
      occurredAt: item.occurredAt, sourceId: item.sourceId, properties: item.properties)
  }

  /// The snapshot as refusals of stale writes carry it.
  package var json: JSONObject {
    [
      "id": .string(id), "version": .integer(version), "type": .string(type),
      "tier": tier.map { .string($0.rawValue) } ?? nil,
      "occurred_at": occurredAt.map(JSONValue.string) ?? nil,
      "source_id": sourceId.map(JSONValue.string) ?? nil,
      "properties": .object(properties),
    ]
  }
}
