/// What is under version control of an item after a write.
package struct MergedRow: Sendable, Hashable {
  /// The id of its type.
  package var type: String
  /// Which collection it belongs to.
  package var tier: Tier?
  /// When what it tells of happened.
  package var occurredAt: String?
  /// Its id at its source.
  package var sourceId: String?
  /// Its properties, in their order.
  package var properties: JSONObject
  /// The fields that the write changed, properties and item fields, in the order it named them.
  package var changed: [String]

  /// A row as it stands.
  init(_ current: VersionedItem) {
    type = current.type
    tier = current.tier
    occurredAt = current.occurredAt
    sourceId = current.sourceId
    properties = current.properties
    changed = []
  }
}
