/// A field that every item has, under its name in expressions and in the database.
package enum FilterColumn: String, Sendable, Hashable, CaseIterable {
  /// Where the item stands in its life.
  case state
  /// The id of its type, exactly: no subtypes.
  case type
  /// What made it.
  case source
  /// When what it tells of happened.
  case occurredAt = "occurred_at"
  /// When it was made.
  case createdAt = "created_at"
  /// When it last changed.
  case updatedAt = "updated_at"
  /// Which collection it belongs to.
  case tier
  /// Its version, the one column that holds a number.
  case version
  /// Its id.
  case id
  /// Its id at its source.
  case sourceId = "source_id"

  /// Whether the column holds an instant, so that a comparison reads its value as one.
  var isTime: Bool {
    switch self {
    case .occurredAt, .createdAt, .updatedAt: true
    case .state, .type, .source, .tier, .version, .id, .sourceId: false
    }
  }
}
