/// The time that a list is ordered by.
public enum SortField: String, Sendable, Hashable, CaseIterable {
  /// When the item was made.
  case createdAt = "created_at"
  /// When the item last changed.
  case updatedAt = "updated_at"
  /// When what the item tells of happened.
  case occurredAt = "occurred_at"
}
