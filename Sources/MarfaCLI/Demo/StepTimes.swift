import Resilience

/// How long each step of a run took, in the order in which they ended.
struct StepTimes: Sendable {
  /// A step's name, what it counted, and its time.
  struct Step: Sendable {
    let name: String
    let count: Int
    let unit: String
    let time: Duration
  }

  /// The steps so far.
  private(set) var steps: [Step] = []
  private let clock: any WaitingClock

  /// Makes an empty list on a clock.
  init(clock: any WaitingClock) {
    self.clock = clock
  }

  /// Adds a step that was measured already.
  mutating func add(_ name: String, _ count: Int, _ unit: String, _ time: Duration) {
    steps.append(Step(name: name, count: count, unit: unit, time: time))
  }

  /// Runs a step and keeps how long it took.
  ///
  /// - Parameter count: what the step did, counted on its outcome.
  mutating func measure<Outcome>(
    _ name: String, _ unit: String, count: (Outcome) -> Int,
    _ work: () async throws -> Outcome
  ) async throws -> Outcome {
    try Task.checkCancellation()
    let start = clock.now
    let outcome = try await work()
    let time = start.duration(to: clock.now)
    steps.append(Step(name: name, count: count(outcome), unit: unit, time: time))
    return outcome
  }
}

extension StepTimes.Step {
  /// The time for people: three digits and a unit.
  var spokenTime: String {
    let milliseconds = Double(time.wholeNanoseconds) / 1_000_000
    let (value, unit) = milliseconds < 1_000 ? (milliseconds, "ms") : (milliseconds / 1_000, "s")
    let tenths = Int64((value * 10).rounded())
    return value < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\((tenths + 5) / 10) \(unit)"
  }
}
