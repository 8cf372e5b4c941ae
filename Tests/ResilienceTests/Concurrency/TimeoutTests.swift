import Resilience
import Testing

@Suite("withTimeout") struct TimeoutTests {
  private let clock = VirtualClock()

  @Test("a result that comes in time is returned and the timer is taken away (R185, R187)")
  func inTime() async throws {
    let clock = clock
    let value = try await withTimeout(.seconds(5), clock: clock) {
      await clock.waitForTimers()
      return 7
    }
    #expect(value == 7)
    while !clock.pendingTimers.isEmpty { await Task.yield() }
  }

  @Test("the timer throws timeout and cancels the operation (R147, R186, R187, R206)")
  func tooLate() async {
    let clock = clock
    let cancelled = Lock(false)
    let answer = Task {
      try await withTimeout(.seconds(5), clock: clock) {
        try await withTaskCancellationHandler {
          try await clock.sleep(for: .seconds(3600))
        } onCancel: {
          cancelled.withLock { $0 = true }
        }
      }
    }
    await clock.waitForTimers(2)
    clock.advance(by: .seconds(5))
    await #expect(throws: NetworkError.timeout) { try await answer.value }
    while !cancelled.withLock({ $0 }) { await Task.yield() }
  }

  @Test("it returns at the deadline though the operation ignores cancellation")
  func deafOperation() async {
    let clock = clock
    let gate = VirtualClock()
    let answer = Task {
      try await withTimeout(.seconds(5), clock: clock) {
        await Task.detached { try? await gate.sleep(for: .seconds(1)) }.value
      }
    }
    await clock.waitForTimers()
    await gate.waitForTimers()
    clock.advance(by: .seconds(5))
    await #expect(throws: NetworkError.timeout) { try await answer.value }
    gate.advance(by: .seconds(1))
  }

  @Test("a cancelled caller gets CancellationError at once though the operation ignores it")
  func cancelledCaller() async {
    let clock = clock
    let gate = VirtualClock()
    let task = Task {
      try await withTimeout(.seconds(5), clock: clock) {
        await Task.detached { try? await gate.sleep(for: .seconds(1)) }.value
      }
    }
    await gate.waitForTimers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.advance(by: .seconds(1))
  }

  @Test("a caller that is cancelled already, or has no time, does not start the operation")
  func notStarted() async {
    let clock = clock
    await #expect(throws: NetworkError.timeout) {
      try await withTimeout(.zero, clock: clock) { Issue.record("ran") }
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await withTimeout(.seconds(1), clock: clock) { Issue.record("ran") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("the operation's own error is thrown as it is")
  func ownError() async {
    let clock = clock
    await #expect(throws: NetworkError.decoding) {
      try await withTimeout(.seconds(5), clock: clock) { throw NetworkError.decoding }
    }
  }
}
