import Resilience
import Testing

@Suite("RetryBudget and Deadline") struct LimitsTests {
  @Test("a budget pays 14 for a retry, 10 after a timeout, earns 1 and holds 500")
  func budget() {
    let budget = RetryBudget()
    #expect(budget.tokens == 500)
    budget.recordFirstTrySuccess()
    #expect(budget.tokens == 500)
    #expect(budget.withdraw(for: .transient))
    #expect(budget.withdraw(for: .throttled))
    #expect(budget.withdraw(for: .timeout))
    #expect(budget.tokens == 462)
    budget.recordFirstTrySuccess()
    #expect(budget.tokens == 463)
  }

  @Test("a budget that cannot pay in full takes nothing")
  func empty() {
    let budget = RetryBudget(capacity: 13)
    #expect(!budget.withdraw(for: .transient))
    #expect(budget.tokens == 13)
    #expect(budget.withdraw(for: .timeout))
    #expect(!RetryBudget(capacity: -1).withdraw(for: .timeout))
  }

  @Test("a budget runs out after some dozens of retries, also when many draw at once")
  func contended() async {
    let budget = RetryBudget()
    let granted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 { group.addTask { budget.withdraw(for: .transient) } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(granted == 35)
    #expect(budget.tokens == 10)
  }

  @Test("a deadline counts down on its clock and never goes below zero")
  func countdown() {
    let clock = VirtualClock()
    let deadline = Deadline(after: .seconds(5), clock: clock)
    clock.advance(by: .seconds(2))
    #expect(deadline.remaining(on: clock) == .seconds(3))
    #expect(!deadline.hasPassed(on: clock))
    clock.advance(by: .seconds(9))
    #expect(deadline.remaining(on: clock) == .zero)
    #expect(deadline.hasPassed(on: clock))
  }

  @Test("an inner deadline never outlives the outer one")
  func inner() {
    let clock = VirtualClock()
    let outer = Deadline(after: .seconds(5), clock: clock)
    #expect(outer.limited(to: .seconds(60), clock: clock) == outer)
    #expect(outer.limited(to: .seconds(1), clock: clock).remaining(on: clock) == .seconds(1))
    #expect(Deadline.never.limited(to: .seconds(1), clock: clock).instant != nil)
    #expect(outer.earlier(.never) == outer)
    #expect(Deadline.never.remaining(on: clock) == nil)
    #expect(!Deadline.never.hasPassed(on: clock))
  }

  @Test("work under a deadline is cut off by it, and without one runs on")
  func work() async throws {
    let clock = VirtualClock()
    let passed = Deadline(after: .zero, clock: clock)
    await #expect(throws: NetworkError.timeout) {
      try await withDeadline(passed, clock: clock) { 1 }
    }
    #expect(try await withDeadline(.never, clock: clock) { 1 } == 1)
  }
}
