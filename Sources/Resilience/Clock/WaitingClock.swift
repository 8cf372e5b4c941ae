/// What tells the time and waits, handed down so that tests can replace it.
///
/// The standard `Clock` has no wall time and hides its instants behind an associated type; code
/// that keeps `any WaitingClock` in a property can compare instants and stamp records as well.
/// Everything in the project that waits does it here, so a test on a ``VirtualClock`` never waits
/// in real time.
public protocol WaitingClock: Sendable {
  /// The present moment of a clock that never goes back, for measuring and for deadlines.
  var now: MonotonicInstant { get }

  /// Milliseconds since 1970-01-01 00:00 UTC by the wall clock, which may jump either way.
  ///
  /// For stamps that people or other machines read, never for measuring how long something took.
  var unixMilliseconds: Int64 { get }

  /// Waits for `duration`; zero or less does not wait.
  ///
  /// - Throws: `CancellationError` at once when the task is, or gets, cancelled.
  func sleep(for duration: Duration) async throws
}

extension WaitingClock {
  /// Waits until `instant`; one that has passed does not wait.
  ///
  /// - Throws: `CancellationError` at once when the task is, or gets, cancelled.
  public func sleep(until instant: MonotonicInstant) async throws {
    try await sleep(for: now.duration(to: instant))
  }
}
