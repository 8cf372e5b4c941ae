/// How often and at what distance an operation is tried again.
public struct RetryPolicy: Sendable, Hashable {
  /// The most attempts, the first one included; at least 1.
  public let maxAttempts: Int
  /// The wait before the first retry, before jitter.
  public let delay: Duration
  /// How the wait grows.
  public let backoff: Backoff
  /// How far each wait is spread at random.
  public let jitter: Jitter
  /// The time all attempts and waits together may take; `nil` sets no bound.
  public let deadline: Duration?

  /// Makes a policy that waits the same time before each retry.
  ///
  /// - Parameters:
  ///   - maxAttempts: the most attempts, the first included; less than 1 counts as 1.
  ///   - delay: the wait before each retry; negative counts as zero.
  public init(maxAttempts: Int, delay: Duration) {
    self.init(maxAttempts: maxAttempts, backoff: .constant(delay), jitter: .none)
  }

  /// Makes a policy from a backoff.
  ///
  /// - Parameters:
  ///   - maxAttempts: the most attempts, the first included; less than 1 counts as 1.
  ///   - backoff: how the wait grows.
  ///   - jitter: how far each wait is spread; full by default.
  ///   - deadline: the time all attempts and waits together may take; no bound by default.
  public init(
    maxAttempts: Int, backoff: Backoff, jitter: Jitter = .full, deadline: Duration? = nil
  ) {
    self.maxAttempts = max(maxAttempts, 1)
    self.delay = backoff.base
    self.backoff = backoff
    self.jitter = jitter
    self.deadline = deadline
  }

  /// One attempt.
  public static let none = RetryPolicy(maxAttempts: 1, delay: .zero)

  /// Three attempts, 250 milliseconds apart.
  public static let standard = RetryPolicy(maxAttempts: 3, delay: .milliseconds(250))

  /// The recommended one: waits that double and spread at random, for a minute at most.
  ///
  /// Ten attempts; base 50 milliseconds, 1 second after "too many"; no wait above 20 seconds.
  public static let patient = RetryPolicy(
    maxAttempts: Tuning.patientAttempts,
    backoff: Backoff(
      .exponential, base: Tuning.transientBase, throttledBase: Tuning.throttledBase),
    deadline: Tuning.patientDeadline)

  /// Lists the waits that a run with this seed makes when every attempt fails at once.
  ///
  /// - Parameters:
  ///   - seed: the seed of the jitter; the same seed gives the same list.
  ///   - failureClass: the kind of failure that each attempt meets.
  /// - Returns: one wait for each retry, at most 100, and none past the deadline.
  public func delays(seed: UInt64, after failureClass: FailureClass = .transient) -> [Duration] {
    var schedule = RetrySchedule(policy: self, seed: seed)
    let advice = RetryAdvice(.now, failureClass: failureClass)
    var delays: [Duration] = []
    var total = Duration.zero
    while delays.count < Tuning.listedDelays,
      let delay = schedule.nextDelay(after: advice, elapsed: total)
    {
      delays.append(delay)
      total += delay
    }
    return delays
  }
}
