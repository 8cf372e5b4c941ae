import Foundation

/// Times single runs of one thing.
struct Stopwatch {
  private var milliseconds: [Double] = []
  private let clock = ContinuousClock()

  /// Runs a piece of work and keeps how long it took.
  mutating func time<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    let start = clock.now
    let result = try await work()
    milliseconds.append((clock.now - start) / .milliseconds(1))
    return result
  }

  /// The time that this share of the runs stayed under.
  func percentile(_ share: Double) -> Double {
    let sorted = milliseconds.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  /// All runs together, in seconds.
  var seconds: Double { milliseconds.reduce(0, +) / 1_000 }

  /// The median, with the slow end as a note.
  var sample: Case.Sample {
    Case.Sample(value: percentile(0.5), note: String(format: "p99 %.3f ms", percentile(0.99)))
  }
}
