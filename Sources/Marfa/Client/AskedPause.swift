import Resilience

/// How long a server asked to be left alone, whatever request it was that it answered so.
///
/// Only some errors have room for the time, so it is remembered here, for those who come back by
/// themselves.
final class AskedPause: Sendable {
  private let until = Lock<MonotonicInstant?>(nil)

  /// Remembers a wait; a shorter one than is remembered changes nothing.
  func note(_ wait: Duration, at now: MonotonicInstant) {
    let end = now.advanced(by: wait)
    until.withLock { until in
      if let known = until, known > end { return }
      until = end
    }
  }

  /// What is left of it; zero when nothing is.
  func left(at now: MonotonicInstant) -> Duration {
    let end = until.withLock { $0 }
    return max(end.map { now.duration(to: $0) } ?? .zero, .zero)
  }
}
