import MarfaModel

extension Item {
  /// The same row with some of its parts changed; a part that is not named stays.
  func with(
    id: String? = nil, updatedAt: String? = nil, type: String? = nil,
    properties: JSONObject? = nil, state: ItemState? = nil, tier: Tier? = nil,
    sourceId: String? = nil, tags: [String]? = nil
  ) -> Item {
    Item(
      id: id ?? self.id, type: type ?? self.type, properties: properties ?? self.properties,
      state: state ?? self.state, tier: tier ?? self.tier, version: version,
      schemaVersion: schemaVersion, source: source, sourceId: sourceId ?? self.sourceId,
      occurredAt: occurredAt, createdAt: createdAt, updatedAt: updatedAt ?? self.updatedAt,
      tags: tags ?? self.tags)
  }
}
