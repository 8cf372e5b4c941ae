import Resilience

/// What a run must do, told from the policy alone, with none of the executor's own code.
struct ExecutorModel: Hashable {
  /// How the run ends.
  enum End: Hashable {
    case value(Int)
    case failure(ExecutorSchedule.Failure)
    case cancelled
  }

  var attempts = 0
  var waits: [Duration] = []
  var tokens: Int
  var end = End.cancelled

  init(attempts: Int, waits: [Duration], tokens: Int, end: End) {
    self.attempts = attempts
    self.waits = waits
    self.tokens = tokens
    self.end = end
  }

  init(of schedule: ExecutorSchedule) {
    tokens = schedule.capacity
    guard schedule.cancellation != .beforeRun else { return }
    let policy = schedule.policy
    var generator = SeededGenerator(seed: schedule.seed)
    var previous = Duration.zero
    var elapsed = Duration.zero
    for (index, outcome) in schedule.outcomes.enumerated() {
      attempts += 1
      end = .cancelled
      let isCancelled = schedule.cancellation == .inAttempt(index)
      switch outcome {
      case .success:
        // A limit of time leaves at once; without one a value that is there is not thrown away.
        if isCancelled, policy.deadline != nil { return }
        if index == 0 { tokens = min(tokens + 1, schedule.capacity) }
        end = .value(index)
        return
      case .cancelled, .urlCancelled: return
      case .transient, .throttled, .timeout, .asking, .permanent:
        if isCancelled { return }
      }
      let failure = ExecutorSchedule.Failure(attempt: index, outcome: outcome)
      end = .failure(failure)
      let mayHaveSucceeded = outcome == .transient
      guard outcome != .permanent, schedule.isIdempotent || !mayHaveSucceeded,
        index + 1 < policy.maxAttempts
      else { return }
      let wait = Self.wait(policy, index + 1, outcome, &previous, &generator)
      if let deadline = policy.deadline, elapsed + wait >= deadline { return }
      let cost = outcome == .timeout ? 10 : 14
      guard tokens >= cost else { return }
      tokens -= cost
      waits.append(wait)
      if schedule.cancellation == .inWait(index) {
        end = .cancelled
        return
      }
      elapsed += wait
    }
  }

  /// The wait before a retry, by the formulas of the policy's own words.
  private static func wait(
    _ policy: RetryPolicy, _ retry: Int, _ outcome: ExecutorSchedule.Outcome,
    _ previous: inout Duration, _ generator: inout SeededGenerator
  ) -> Duration {
    let backoff = policy.backoff
    let isThrottled = outcome == .throttled || outcome == .asking
    let base = isThrottled ? backoff.throttledBase : backoff.base
    var wait: Duration
    switch backoff.growth {
    case .constant: wait = base
    case .linear: wait = min(base * retry, backoff.cap)
    case .exponential:
      // At most eight attempts of at most eight seconds: no overflow to think of.
      wait = min(base * (1 << (retry - 1)), backoff.cap)
    case .decorrelated:
      wait = random(base, max(min(previous * 3, backoff.cap), base), &generator)
    }
    previous = wait
    if backoff.growth != .decorrelated {
      switch policy.jitter {
      case .none: break
      case .full: wait = random(.zero, wait, &generator)
      case .equal: wait = random(wait / 2, wait, &generator)
      }
    }
    if outcome == .asking, ExecutorSchedule.Failure.asked > wait {
      let floor = ExecutorSchedule.Failure.asked
      wait = policy.jitter == .none ? floor : floor + min(wait, floor / 4)
    }
    return wait
  }

  private static func random(
    _ lower: Duration, _ upper: Duration, _ generator: inout SeededGenerator
  ) -> Duration {
    let span = (upper - lower).wholeNanoseconds
    guard span > 0 else { return lower }
    return lower + .nanoseconds(Int64.random(in: 0...span, using: &generator))
  }
}
