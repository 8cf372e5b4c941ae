/// Which of the two collections an item belongs to.
public enum Tier: String, Sendable, Hashable, CaseIterable {
  /// What a person keeps.
  case library
  /// What streams past.
  case feed
}
