/// How much of its slice a working copy holds.
public enum Hydration: String, Sendable, Hashable, CaseIterable {
  /// It was never loaded.
  case never
  /// A load is under way, or was interrupted.
  case inProgress = "in_progress"
  /// It holds its slice and follows from a cursor.
  case complete
  /// The server can no longer bring it up to date; it must be loaded again.
  case expired
}
