import Resilience
import Testing

@Suite("VirtualClock") struct VirtualClockTests {
  @Test("timers fire in the order of their deadlines, whatever order they were set in")
  func order() async throws {
    let clock = VirtualClock()
    let fired = Lock([Int]())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          fired.withLock { $0.append(seconds) }
        }
      }
      await clock.waitForTimers(3)
      #expect(clock.pendingTimers == [.seconds(1), .seconds(2), .seconds(3)])
      for expected in 1...3 {
        await clock.advanceToNextTimer()
        try await group.next()
        #expect(fired.withLock { $0.last } == expected)
      }
    }
    #expect(clock.now.offset == .seconds(3))
  }

  @Test("advancing short of a timer leaves it waiting")
  func short() async throws {
    let clock = VirtualClock()
    async let slept: Void = clock.sleep(for: .seconds(2))
    await clock.waitForTimers()
    clock.advance(by: .seconds(1))
    #expect(clock.pendingTimers == [.seconds(1)])
    clock.advance(by: .seconds(1))
    try await slept
  }

  @Test("a cancelled sleep ends at once with CancellationError and takes its timer away")
  func cancelled() async {
    let clock = VirtualClock()
    let task = Task { try await clock.sleep(for: .seconds(60)) }
    await clock.waitForTimers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test("a task that is cancelled already sets no timer, on either clock")
  func alreadyCancelled() async {
    for clock in [VirtualClock(), SystemClock()] as [any WaitingClock] {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(3600))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("waiting for nothing or less does not wait, on either clock")
  func nothing() async throws {
    for clock in [VirtualClock(), SystemClock()] as [any WaitingClock] {
      try await clock.sleep(for: .zero)
      try await clock.sleep(for: .seconds(-5))
      try await clock.sleep(until: clock.now)
    }
  }

  @Test("the wall time moves with the clock, and alone when it is shifted")
  func wallTime() {
    let clock = VirtualClock(unixMilliseconds: 1_000)
    clock.advance(by: .milliseconds(250))
    #expect(clock.unixMilliseconds == 1_250)
    clock.shiftWallTime(by: .seconds(-1))
    #expect(clock.unixMilliseconds == 250)
    #expect(clock.now.offset == .milliseconds(250))
    clock.advance(by: .seconds(-9))
    #expect(clock.now.offset == .milliseconds(250))
  }

  @Test("waiting for timers ends when the waiting task is cancelled")
  func watcherCancelled() async {
    let clock = VirtualClock()
    let task = Task { await clock.waitForTimers(5) }
    task.cancel()
    await task.value
  }

  @Test("the system clock goes forward and its wall time is after 2025")
  func system() {
    let clock = SystemClock()
    let first = clock.now
    #expect(clock.now >= first)
    #expect(clock.unixMilliseconds > 1_735_689_600_000)
  }
}
