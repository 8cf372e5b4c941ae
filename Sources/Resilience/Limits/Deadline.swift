/// The moment by which something must be done, handed down so that no inner wait outlives it.
public struct Deadline: Sendable, Hashable {
  /// The moment itself; `nil` for one that never comes.
  public let instant: MonotonicInstant?

  /// Makes a deadline at an instant of the clock that will be asked about it.
  public init(_ instant: MonotonicInstant?) {
    self.instant = instant
  }

  /// Makes a deadline this long from now.
  public init(after duration: Duration, clock: any WaitingClock) {
    instant = clock.now.advanced(by: duration)
  }

  /// The deadline that never comes.
  public static let never = Deadline(nil)

  /// Answers the time that is left: `nil` when there is no bound, never below zero.
  public func remaining(on clock: any WaitingClock) -> Duration? {
    instant.map { max(clock.now.duration(to: $0), .zero) }
  }

  /// Answers whether the moment has come.
  public func hasPassed(on clock: any WaitingClock) -> Bool {
    instant.map { clock.now >= $0 } ?? false
  }

  /// Answers the deadline that comes first.
  public func earlier(_ other: Deadline) -> Deadline {
    guard let instant else { return other }
    guard let theirs = other.instant else { return self }
    return Deadline(min(instant, theirs))
  }

  /// Answers a deadline this long from now, or this one when it comes first.
  public func limited(to duration: Duration, clock: any WaitingClock) -> Deadline {
    earlier(Deadline(after: duration, clock: clock))
  }
}
