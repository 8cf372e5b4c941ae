/// What a catch-up applied.
public struct CatchUpReport: Sendable, Hashable {
  /// Events that changed the copy.
  public var applied: UInt64
  /// Events that changed nothing here.
  public var skipped: UInt64
  /// The event that the copy now stands at.
  public var cursor: String
  /// Whether the head of the server's log was reached.
  public var reachedHead: Bool

  /// Makes a report, for previews and tests.
  public init(applied: UInt64, skipped: UInt64, cursor: String, reachedHead: Bool) {
    self.applied = applied
    self.skipped = skipped
    self.cursor = cursor
    self.reachedHead = reachedHead
  }
}
