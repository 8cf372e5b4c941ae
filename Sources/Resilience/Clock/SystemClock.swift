import Foundation

/// The machine's clock: the one place of the product that reads the time and really waits.
///
/// `now` goes on while the machine sleeps, so a deadline set before a laptop's lid was closed has
/// passed when it is opened.
public struct SystemClock: WaitingClock {
  private static let origin = ContinuousClock.now

  /// The wait itself, for what takes a function.
  public static let waiting: @Sendable (Duration) async throws -> Void = { duration in
    try await SystemClock().sleep(for: duration)
  }

  /// Makes the clock; all values of it tell the same time.
  public init() {}

  /// The time since the process first asked for it.
  public var now: MonotonicInstant {
    MonotonicInstant(offset: Self.origin.duration(to: ContinuousClock.now))
  }

  /// Milliseconds since 1970-01-01 00:00 UTC by the wall clock.
  public var unixMilliseconds: Int64 {
    Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
  }

  /// Waits for `duration`; zero or less does not wait.
  ///
  /// - Throws: `CancellationError` at once when the task is, or gets, cancelled.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    try await Task.sleep(for: duration)
  }
}
