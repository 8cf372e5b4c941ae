/// How far a key's permission reaches.
public enum GrantLevel: String, Sendable, Hashable, CaseIterable {
  /// Reading.
  case read
  /// Writing, which includes reading.
  case write
}
