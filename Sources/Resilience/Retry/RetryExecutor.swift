/// Runs an operation again while its errors say that another try can help.
///
/// Cancellation ends it at once in every phase: before an attempt, in the operation, in the wait.
public struct RetryExecutor: Sendable {
  private let policy: RetryPolicy
  private let clock: any WaitingClock
  private let sleep: @Sendable (Duration) async throws -> Void
  private let budget: RetryBudget?
  private let seed: UInt64?

  /// Makes an executor that waits by a function, which a test replaces.
  ///
  /// - Parameters:
  ///   - policy: how often and at what distance to try again.
  ///   - sleep: what waits; the system's clock by default.
  public init(
    policy: RetryPolicy,
    sleep: @escaping @Sendable (Duration) async throws -> Void = SystemClock.waiting
  ) {
    self.policy = policy
    // A function from outside may not notice cancellation; the run ends at once all the same.
    self.sleep = { duration in try await leavingOnCancellation { try await sleep(duration) } }
    clock = SystemClock()
    budget = nil
    seed = nil
  }

  /// Makes an executor on a clock.
  ///
  /// - Parameters:
  ///   - policy: how often and at what distance to try again.
  ///   - clock: what measures the policy's deadline and waits.
  ///   - budget: what is asked before each retry; share one by everything that talks to one
  ///     server. When it is empty the failure is thrown at once.
  ///   - seed: the seed of the jitter, for a repeatable run; random by default.
  public init(
    policy: RetryPolicy, clock: any WaitingClock, budget: RetryBudget? = nil, seed: UInt64? = nil
  ) {
    self.policy = policy
    self.clock = clock
    sleep = { try await clock.sleep(for: $0) }
    self.budget = budget
    self.seed = seed
  }

  /// Runs `operation` until it succeeds, fails for good, or the policy has no attempt left.
  ///
  /// With a policy deadline each attempt is also cut off when the deadline comes, by
  /// ``withTimeout(_:clock:operation:)``.
  ///
  /// - Parameters:
  ///   - idempotent: whether doing it twice is the same as once. An operation that is not is not
  ///     tried again after a failure that may have come too late (``RetryAdvice/mayHaveSucceeded``).
  ///   - operation: what to run; each run is one attempt.
  /// - Returns: the first success.
  /// - Throws: the last failure (with the first one in it when its type is
  ///   ``FirstFailureKeeping``); `CancellationError` when the task or the operation is cancelled,
  ///   whatever the operation threw in a cancelled task.
  public func run<T: Sendable>(
    idempotent: Bool = true,
    _ operation: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    var schedule = RetrySchedule(policy: policy, seed: seed ?? .random(in: .min ... .max))
    let start = clock.now
    var waited = Duration.zero
    var first: (any Error)?

    while true {
      try Task.checkCancellation()
      let failure: any Error
      // A sleep that was replaced by a test leaves the clock where it was; what it was asked to
      // wait counts all the same.
      var elapsed: Duration { max(start.duration(to: clock.now), waited) }
      do {
        let value = try await attempt(operation, remaining: policy.deadline.map { $0 - elapsed })
        if first == nil { budget?.recordFirstTrySuccess() }
        return value
      } catch  where error.isCancellation {
        throw CancellationError()
      } catch {
        // What a cancelled task trips over is a consequence: a socket closed under it, for one.
        try Task.checkCancellation()
        failure = error
      }

      let advice = failure.retryAdvice
      guard idempotent || !advice.mayHaveSucceeded,
        let delay = schedule.nextDelay(after: advice, elapsed: elapsed),
        budget?.withdraw(for: advice.failureClass) ?? true
      else {
        guard let first else { throw failure }
        throw (failure as? any FirstFailureKeeping)?.keeping(firstFailure: first) ?? failure
      }
      first = first ?? failure
      try await sleep(delay)
      waited += delay
    }
  }

  private func attempt<T: Sendable>(
    _ operation: @escaping @Sendable () async throws -> T, remaining: Duration?
  ) async throws -> T {
    guard let remaining else { return try await operation() }
    return try await withTimeout(remaining, clock: clock, operation: operation)
  }
}
