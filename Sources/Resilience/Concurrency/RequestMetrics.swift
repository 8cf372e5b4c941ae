/// Counts how requests went and how long they took.
public actor RequestMetrics {
  /// The counts at one moment.
  public struct Snapshot: Sendable, Hashable {
    /// Requests that succeeded.
    public var successes = 0
    /// Requests that failed, of whatever kind.
    public var failures = 0
    /// The failures whose kind is known, by kind.
    public var failuresByClass: [FailureClass: Int] = [:]
    /// The time that half of the recent successes took at most, `nil` without any.
    public var p50: Duration?
    /// The time that 95 of 100 recent successes took at most, `nil` without any.
    public var p95: Duration?
  }

  private var counts = Snapshot()
  private var window: [Duration] = []
  private var oldest = 0

  /// Makes metrics that have seen nothing.
  public init() {}

  /// Counts a failure of unknown kind.
  public func recordFailure() {
    counts.failures += 1
  }

  /// Counts a failure by its kind, as far as the error knows it; a cancellation is not counted.
  public func recordFailure(_ error: any Error) {
    guard !error.isCancellation else { return }
    counts.failures += 1
    let advice = error.retryAdvice
    if advice.allowsRetry { counts.failuresByClass[advice.failureClass, default: 0] += 1 }
  }

  /// Counts a success and keeps how long it took, among the last 1,024.
  public func recordSuccess(duration: Duration) {
    counts.successes += 1
    if window.count < Tuning.metricsWindow {
      window.append(duration)
    } else {
      window[oldest] = duration
      oldest = (oldest + 1) % Tuning.metricsWindow
    }
  }

  /// Answers the counts so far.
  public func snapshot() -> Snapshot {
    var snapshot = counts
    let sorted = window.sorted()
    snapshot.p50 = Self.percentile(50, of: sorted)
    snapshot.p95 = Self.percentile(95, of: sorted)
    return snapshot
  }

  /// The nearest-rank percentile: the smallest value that so many of a hundred do not exceed.
  private static func percentile(_ percent: Int, of sorted: [Duration]) -> Duration? {
    guard !sorted.isEmpty else { return nil }
    let rank = (sorted.count * percent + 99) / 100
    return sorted[max(rank, 1) - 1]
  }
}
