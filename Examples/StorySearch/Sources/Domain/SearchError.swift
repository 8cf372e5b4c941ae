/// A rule of the problem was broken. Nothing here knows of networks or files.
public enum SearchError: Error, Sendable, Hashable {
  /// A search needs at least two characters.
  case queryTooShort
  /// The query was never searched before, or too long ago to be kept.
  case nothingKept
}
