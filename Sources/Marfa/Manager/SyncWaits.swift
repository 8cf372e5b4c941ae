import MarfaModel
import Resilience

/// How long a manager waits after a failure: pure, given its seed.
struct SyncWaits: Sendable {
  private var chance: SeededGenerator

  private static let retries = Backoff(
    .exponential, base: Tuning.syncFirstWait, throttledBase: Tuning.syncThrottledWait,
    cap: Tuning.syncLongestWait)
  private static let probes = Backoff(
    .exponential, base: Tuning.syncFirstProbe, cap: Tuning.syncLongestProbe)

  /// - Parameter seed: what spreads the waits of one manager apart from those of others.
  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  /// The wait before something transient is tried again.
  ///
  /// - Parameters:
  ///   - attempt: failures in a row, from 1.
  ///   - floor: how long the server asked to be left alone; lifts the wait, which spreads on top.
  ///   - isAfforded: whether the retry budget had enough left; without it the longest wait is due.
  mutating func retry(
    _ attempt: Int, after error: MarfaError, floor: Duration, isAfforded: Bool
  ) -> Duration {
    let full =
      isAfforded
      ? Self.retries.delay(
        beforeRetry: attempt, after: error.retryAdvice.failureClass, previous: .zero,
        using: &chance) : Self.retries.cap
    let wait = Jitter.equal.spread(full, using: &chance)
    let floor = min(floor, Tuning.longestRetryAfter)
    return floor > wait ? floor + min(wait, floor / 4) : wait
  }

  /// The wait before it is looked whether something that needed a person was put right.
  mutating func probe(_ attempt: Int) -> Duration {
    Jitter.equal.spread(
      Self.probes.delay(
        beforeRetry: attempt, after: .transient, previous: .zero, using: &chance),
      using: &chance)
  }
}
