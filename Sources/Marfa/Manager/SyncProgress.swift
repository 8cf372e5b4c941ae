/// How far a hydration has come. The server names no total, so there is no fraction.
public struct SyncProgress: Sendable, Hashable {
  /// Items loaded so far.
  public var items: UInt64

  /// Makes a progress, for previews and tests.
  public init(items: UInt64 = 0) { self.items = items }
}
