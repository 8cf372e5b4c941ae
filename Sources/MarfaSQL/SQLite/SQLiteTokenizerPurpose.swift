/// Why a text is cut into words.
public enum SQLiteTokenizerPurpose: Sendable, Hashable, CaseIterable {
  /// The text goes into the index, or is taken out of it.
  case document
  /// The text is a phrase of a query.
  case query
  /// The text is a phrase of a query whose last word is a prefix.
  case prefix
  /// A stored text is cut again, to mark or count what matched.
  case auxiliary
}
