/// The waits of one run, drawn one by one: pure, given its seed and the time that has passed.
struct RetrySchedule: Sendable {
  private let policy: RetryPolicy
  private var generator: SeededGenerator
  private var retries = 0
  private var previous = Duration.zero

  init(policy: RetryPolicy, seed: UInt64) {
    self.policy = policy
    generator = SeededGenerator(seed: seed)
  }

  /// Answers how long to wait before the next attempt, or `nil` when there is none.
  ///
  /// The error's own floor lifts the wait, and the spread goes on top of the floor: many clients
  /// that were told the same time must not come back at the same moment.
  mutating func nextDelay(after advice: RetryAdvice, elapsed: Duration) -> Duration? {
    guard advice.allowsRetry, retries < policy.maxAttempts - 1 else { return nil }
    retries += 1
    var delay = policy.backoff.delay(
      beforeRetry: retries, after: advice.failureClass, previous: previous, using: &generator)
    previous = delay
    if policy.backoff.growth != .decorrelated {
      delay = policy.jitter.spread(delay, using: &generator)
    }
    let floor = min(advice.floor, Tuning.retryAfterCap)
    if floor > delay {
      delay = policy.jitter == .none ? floor : floor + min(delay, floor / 4)
    }
    if let deadline = policy.deadline, elapsed + delay >= deadline { return nil }
    return delay
  }
}
