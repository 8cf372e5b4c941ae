/// How the wait grows from one try to the next.
public struct Backoff: Sendable, Hashable {
  /// The rule by which it grows.
  public enum Growth: Sendable, Hashable, CaseIterable {
    /// The same wait each time.
    case constant
    /// One base more each time.
    case linear
    /// Twice the wait each time.
    case exponential
    /// At random between the base and three times the wait before.
    ///
    /// It brings its own spread, so a policy's jitter is not applied on top.
    case decorrelated
  }

  /// The longest wait of a backoff that is made without one: 20 seconds.
  public static let usualCap = Tuning.backoffCap

  /// The rule by which the wait grows.
  public let growth: Growth
  /// The first wait after an ordinary failure or a timeout; never negative.
  public let base: Duration
  /// The first wait after a server said "too many"; never negative.
  public let throttledBase: Duration
  /// The longest wait; no base is longer.
  public let cap: Duration

  /// Makes a backoff. Negative bases count as zero, and a base above the cap as the cap.
  ///
  /// - Parameters:
  ///   - growth: the rule by which the wait grows.
  ///   - base: the first wait after an ordinary failure or a timeout.
  ///   - throttledBase: the first wait after a server said "too many"; `base` by default.
  ///   - cap: the longest wait; 20 seconds by default.
  public init(
    _ growth: Growth, base: Duration, throttledBase: Duration? = nil,
    cap: Duration = Backoff.usualCap
  ) {
    let cap = max(cap, .zero)
    self.growth = growth
    self.base = min(max(base, .zero), cap)
    self.throttledBase = min(max(throttledBase ?? base, .zero), cap)
    self.cap = cap
  }

  /// The same wait after every failure.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(.constant, base: delay, cap: max(delay, .zero))
  }

  /// Answers the wait before a retry, before any jitter.
  ///
  /// - Parameters:
  ///   - retry: which retry it is, from 1; less counts as 1.
  ///   - failureClass: the kind of failure that it follows.
  ///   - previous: the wait before the retry before, zero for the first.
  ///   - generator: where the randomness of `.decorrelated` comes from.
  public func delay(
    beforeRetry retry: Int, after failureClass: FailureClass, previous: Duration,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let base = failureClass == .throttled ? throttledBase : base
    switch growth {
    case .constant: return base
    case .linear: return linear(base, retry)
    case .exponential: return exponential(base, retry)
    case .decorrelated:
      let third = cap / 3
      let upper = previous >= third ? cap : previous * 3
      return .random(in: base, max(upper, base), using: &generator)
    }
  }

  private func linear(_ base: Duration, _ retry: Int) -> Duration {
    guard base > .zero else { return .zero }
    // Compared as a ratio first: the product of a large retry could leave Duration's range.
    guard Double(max(retry, 1)) < cap / base else { return cap }
    return min(base * max(retry, 1), cap)
  }

  private func exponential(_ base: Duration, _ retry: Int) -> Duration {
    guard base > .zero else { return .zero }
    var delay = base
    var left = retry
    // Ends after as many turns as doubling takes to reach the cap, however large `retry` is.
    while left > 1 {
      guard delay < cap / 2 else { return cap }
      delay *= 2
      left -= 1
    }
    return delay
  }
}
