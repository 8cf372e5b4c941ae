/// A point of a clock that only moves forward, comparable with others of the same clock.
///
/// It says nothing about the calendar: `offset` counts from a point the clock chose.
public struct MonotonicInstant: InstantProtocol, Sendable {
  /// The time since the point the clock counts from.
  public let offset: Duration

  /// Makes the instant that lies `offset` after the clock's first point.
  public init(offset: Duration) {
    self.offset = offset
  }

  /// Answers the instant that lies `duration` later (earlier when it is negative).
  public func advanced(by duration: Duration) -> MonotonicInstant {
    MonotonicInstant(offset: offset + duration)
  }

  /// Answers how long it is from here to `other`, negative when `other` lies before.
  public func duration(to other: MonotonicInstant) -> Duration {
    other.offset - offset
  }

  /// Orders two instants of one clock.
  public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
    left.offset < right.offset
  }
}
