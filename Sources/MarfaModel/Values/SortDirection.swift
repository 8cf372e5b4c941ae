/// Which end of a list comes first.
public enum SortDirection: String, Sendable, Hashable, CaseIterable {
  /// Oldest first.
  case ascending = "asc"
  /// Newest first.
  case descending = "desc"
}
