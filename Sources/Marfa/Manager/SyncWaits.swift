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

  /// Failures in a row after which the wait grows no further.
  static let patience = 6

  /// - Parameter seed: what spreads the waits of one manager apart from those of others.
  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  /// The wait before something transient is tried again.
  ///
  /// - Parameters:
  ///   - attempt: failures in a row, from 1.
  ///   - floor: how long the server is to be left alone; lifts the wait, which spreads on top.
  mutating func retry(_ attempt: Int, after error: MarfaError, floor: Duration) -> Duration {
    let full = Self.retries.delay(
      beforeRetry: attempt, after: error.retryAdvice.failureClass, previous: .zero, using: &chance)
    let wait = Jitter.equal.spread(full, using: &chance)
    let floor = min(floor, RetryAfter.cap)
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
