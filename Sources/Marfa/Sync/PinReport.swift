/// What a pin or an unpin found.
public struct PinReport: Sendable, Hashable {
  /// Whether the item is held whatever the slice now.
  public var pinned: Bool
  /// Whether it was before.
  public var wasPinned: Bool

  /// Makes a report, for previews and tests.
  public init(pinned: Bool, wasPinned: Bool) {
    self.pinned = pinned
    self.wasPinned = wasPinned
  }
}
