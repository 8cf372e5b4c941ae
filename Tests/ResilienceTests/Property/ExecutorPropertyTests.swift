import Foundation
import Resilience
import Testing

@Suite("RetryExecutor against its model") struct ExecutorPropertyTests {
  /// Runs a schedule for real and answers what it did.
  private func run(_ schedule: ExecutorSchedule) async -> ExecutorModel {
    let clock = ScriptedClock()
    let budget = RetryBudget(capacity: schedule.capacity)
    let attempts = Lock(0)
    let handle = Lock<Task<ExecutorModel.End, Never>?>(nil)
    let cancel: @Sendable () -> Void = { handle.withLock { $0 }?.cancel() }
    let executor = RetryExecutor(
      policy: schedule.policy, clock: clock, budget: budget, seed: schedule.seed)

    let task = Task { () -> ExecutorModel.End in
      while handle.withLock({ $0 }) == nil { await Task.yield() }
      clock.adopt { number in
        if schedule.cancellation == .inWait(number) { cancel() }
      }
      if schedule.cancellation == .beforeRun { cancel() }
      do {
        return .value(
          try await executor.run(idempotent: schedule.isIdempotent) {
            let attempt = attempts.withLock { count in
              defer { count += 1 }
              return count
            }
            if schedule.cancellation == .inAttempt(attempt) { cancel() }
            let outcome = schedule.outcomes[attempt]
            switch outcome {
            case .success: return attempt
            case .cancelled: throw CancellationError()
            case .urlCancelled: throw URLError(.cancelled)
            case .transient, .throttled, .timeout, .asking, .permanent:
              throw ExecutorSchedule.Failure(attempt: attempt, outcome: outcome)
            }
          })
      } catch let failure as ExecutorSchedule.Failure {
        return .failure(failure)
      } catch {
        #expect(error is CancellationError)
        return .cancelled
      }
    }
    handle.withLock { $0 = task }
    let end = await task.value
    handle.withLock { $0 = nil }
    return ExecutorModel(
      attempts: attempts.withLock { $0 }, waits: clock.waits, tokens: budget.tokens, end: end)
  }

  @Test(
    "attempts, waits, tokens and end of 10,000 made-up runs follow from the policy (R204, R205)",
    arguments: 0..<10)
  func followsFromPolicy(part: Int) async {
    var generator = SeededGenerator(seed: UInt64(part))
    var ends: Set<String> = []
    for number in 0..<1_000 {
      let schedule = ExecutorSchedule(using: &generator)
      let expected = ExecutorModel(of: schedule)
      let actual = await run(schedule)
      guard actual == expected else {
        Issue.record("run \(number) of part \(part): \(actual), not \(expected): \(schedule)")
        return
      }
      switch (schedule.cancellation, expected.end) {
      case (_, .value): ends.insert("value")
      case (_, .failure): ends.insert("failure")
      case (.inAttempt, .cancelled): ends.insert("cancelled in an attempt")
      case (.inWait, .cancelled): ends.insert("cancelled in a wait")
      case (_, .cancelled): ends.insert("cancelled otherwise")
      }
    }
    // The schedules reach every end, or the comparison would prove little.
    #expect(ends.count == 5)
  }

  /// Where a run can be called off: before it, in each of its attempts, in each of its waits.
  private func awaits(of whole: ExecutorModel) -> [ExecutorSchedule.Cancellation] {
    [.beforeRun] + (0..<whole.attempts).map { .inAttempt($0) }
      + whole.waits.indices.map { .inWait($0) }
  }

  @Test(
    "10,000 runs called off, each await of each schedule in turn, end right there (R145, R204)",
    arguments: 0..<10)
  func calledOffAtEachAwait(part: Int) async {
    var generator = SeededGenerator(seed: UInt64(1_000 + part))
    var runs = 0
    while runs < 1_000 {
      var schedule = ExecutorSchedule(using: &generator)
      schedule.cancellation = .none
      let whole = ExecutorModel(of: schedule)
      for point in awaits(of: whole) {
        schedule.cancellation = point
        runs += 1
        let actual = await run(schedule)
        guard actual == ExecutorModel(of: schedule) else {
          Issue.record("\(actual) after \(point): \(schedule)")
          return
        }
        // The law itself, apart from the model: a value that is there already may be kept, nothing
        // else comes of a run that was called off, and nothing comes after the await.
        switch (point, actual.end) {
        case (.inAttempt(let number), .value):
          #expect(actual.end == whole.end && actual.attempts == number + 1)
        case (.inAttempt(let number), .cancelled):
          #expect(actual.attempts == number + 1 && actual.waits.count == number)
        case (.inWait(let number), .cancelled):
          #expect(actual.attempts == number + 1 && actual.waits.count == number + 1)
        case (.beforeRun, .cancelled): #expect(actual.attempts == 0)
        default:
          Issue.record("\(actual.end) after \(point): \(schedule)")
          return
        }
      }
    }
  }
}
