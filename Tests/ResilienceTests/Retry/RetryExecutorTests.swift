import Foundation
import Resilience
import Testing

@Suite("RetryExecutor") struct RetryExecutorTests {
  /// Fails with each error in turn, then succeeds; counts how often it was asked.
  private final class Script: Sendable {
    private let state: Lock<(failures: [any Error], calls: Int)>

    init(_ failures: [any Error]) {
      state = Lock((failures, 0))
    }

    var calls: Int { state.withLock { $0.calls } }

    func run() throws -> String {
      let failure = state.withLock { state -> (any Error)? in
        state.calls += 1
        return state.failures.isEmpty ? nil : state.failures.removeFirst()
      }
      if let failure { throw failure }
      return "done"
    }
  }

  private struct Sourced: RetryAdvising, FirstFailureKeeping {
    var name: String
    var first: String?
    var retryAdvice: RetryAdvice { RetryAdvice(.now) }

    func keeping(firstFailure: any Error) -> Sourced {
      Sourced(name: name, first: (firstFailure as? Sourced)?.name)
    }
  }

  private struct Floored: RetryAdvising {
    var floor: Duration
    var retryAdvice: RetryAdvice { RetryAdvice(.after(floor), failureClass: .throttled) }
  }

  private func executor(
    _ policy: RetryPolicy, _ slept: Lock<[Duration]>
  ) -> RetryExecutor {
    RetryExecutor(policy: policy) { duration in slept.withLock { $0.append(duration) } }
  }

  @Test(
    "the first success is returned after two failures, 250 ms apart (R146, R175, R177, R181, R184)")
  func succeeds() async throws {
    let slept = Lock([Duration]())
    let script = Script([NetworkError.timeout, NetworkError.statusCode(500)])
    let answer = try await executor(.standard, slept).run { try script.run() }
    #expect(answer == "done")
    #expect(script.calls == 3)
    #expect(slept.withLock { $0 } == [.milliseconds(250), .milliseconds(250)])
  }

  @Test("the error of the last allowed attempt is thrown, no sleep after it (R180, R181)")
  func exhausted() async {
    let slept = Lock([Duration]())
    let script = Script([500, 502, 503].map { NetworkError.statusCode($0) })
    await #expect(throws: NetworkError.statusCode(503)) {
      try await executor(.standard, slept).run { try script.run() }
    }
    #expect(script.calls == 3)
    #expect(slept.withLock { $0.count } == 2)
  }

  @Test("an error that time does not heal is thrown at once (R161, R168, R179)")
  func permanent() async {
    let slept = Lock([Duration]())
    let script = Script([NetworkError.statusCode(404)])
    await #expect(throws: NetworkError.statusCode(404)) {
      try await executor(.standard, slept).run { try script.run() }
    }
    #expect(script.calls == 1)
    #expect(slept.withLock { $0.isEmpty })
  }

  @Test("zero attempts are one attempt, which always ends in a value or an error (R182)")
  func zeroAttempts() async throws {
    let script = Script([])
    let policy = RetryPolicy(maxAttempts: 0, delay: .zero)
    #expect(try await RetryExecutor(policy: policy).run { try script.run() } == "done")
  }

  @Test("a cancellation thrown by the operation ends it at once (R145, R159, R160, R178)")
  func operationCancelled() async {
    for error in [CancellationError(), URLError(.cancelled)] as [any Error] {
      let slept = Lock([Duration]())
      let script = Script([error])
      await #expect(throws: CancellationError.self) {
        try await executor(.standard, slept).run { try script.run() }
      }
      #expect(script.calls == 1)
    }
  }

  @Test("a task that is cancelled before the first attempt makes none (R176)")
  func cancelledBefore() async {
    let script = Script([])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await RetryExecutor(policy: .standard).run { try script.run() }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(script.calls == 0)
  }

  @Test("a cancel during the wait ends it at once, on the clock")
  func cancelledInSleep() async {
    let clock = VirtualClock()
    let script = Script([NetworkError.timeout])
    let task = Task {
      try await RetryExecutor(policy: .standard, clock: clock).run { try script.run() }
    }
    await clock.waitForTimers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(script.calls == 1)
  }

  @Test("a cancel during a wait that ignores cancellation ends it at once")
  func cancelledInDeafSleep() async {
    let clock = VirtualClock()
    let script = Script([NetworkError.timeout])
    let executor = RetryExecutor(policy: .standard) { duration in
      await Task.detached { try? await clock.sleep(for: duration) }.value
    }
    let task = Task { try await executor.run { try script.run() } }
    await clock.waitForTimers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    clock.advance(by: .seconds(1))
  }

  @Test("what is not idempotent is not tried again once it may have taken effect")
  func notIdempotent() async throws {
    let slept = Lock([Duration]())
    let risky = Script([NetworkError.timeout])
    await #expect(throws: NetworkError.timeout) {
      try await executor(.standard, slept).run(idempotent: false) { try risky.run() }
    }
    #expect(risky.calls == 1)
    let safe = Script([NetworkError.statusCode(429)])
    let answer = try await executor(.standard, slept).run(idempotent: false) { try safe.run() }
    #expect(answer == "done")
    #expect(safe.calls == 2)
  }

  @Test("the first failure goes along with the last where its type can carry it")
  func firstFailure() async {
    let slept = Lock([Duration]())
    let script = Script(["a", "b", "c"].map { Sourced(name: $0, first: nil) })
    let error = await #expect(throws: Sourced.self) {
      try await executor(.standard, slept).run { try script.run() }
    }
    #expect(error?.name == "c")
    #expect(error?.first == "a")
  }

  @Test("the error's own wait is a floor, spread upward when the policy spreads, held at 300 s")
  func floor() async throws {
    let slept = Lock([Duration]())
    let failures = [Floored(floor: .seconds(10)), Floored(floor: .seconds(86_400))]
    let fixed = Script(failures)
    _ = try await executor(.standard, slept).run { try fixed.run() }
    #expect(slept.withLock { $0 } == [.seconds(10), .seconds(300)])

    let spread = Script(failures)
    slept.withLock { $0 = [] }
    let policy = RetryPolicy(
      maxAttempts: 3, backoff: Backoff(.exponential, base: .seconds(1)), jitter: .full)
    _ = try await executor(policy, slept).run { try spread.run() }
    let delays = slept.withLock { $0 }
    #expect(delays[0] >= .seconds(10) && delays[0] <= .seconds(11))
    #expect(delays[1] >= .seconds(300) && delays[1] <= .seconds(302))
  }

  @Test("a wait that would pass the policy's deadline is not begun; the failure is thrown")
  func deadline() async {
    // On the virtual clock: a slow machine must not use up the deadline by itself. Each attempt takes
    // half a second, so that a wait which was cut to what is left could not pass for a limit.
    let clock = VirtualClock()
    let start = clock.now
    let policy = RetryPolicy(
      maxAttempts: 100, backoff: .constant(.seconds(4)), jitter: .none, deadline: .seconds(10))
    let script = Script(Array(repeating: NetworkError.statusCode(500), count: 100))
    let run = Task {
      try await RetryExecutor(policy: policy, clock: clock).run {
        clock.advance(by: .milliseconds(500))
        return try script.run()
      }
    }
    for _ in 0..<2 {
      // The limit of the attempt before is gone: the wait between attempts stands alone.
      await clock.wait { $0 == [.seconds(4)] }
      clock.advance(by: .seconds(4))
    }
    await #expect(throws: NetworkError.statusCode(500)) { try await run.value }
    #expect(start.duration(to: clock.now) == .milliseconds(9_500))
    // What is left at the beginning of an attempt limits it, where its timer was set in time.
    let limits: Set<Duration> = [.seconds(10), .milliseconds(5_500), .seconds(1)]
    #expect(clock.requestedSleeps.filter { !limits.contains($0) } == [.seconds(4), .seconds(4)])
    #expect(clock.pendingTimers == [])
    #expect(script.calls == 3)
    #expect(policy.delays(seed: 1) == [.seconds(4), .seconds(4)])
  }

  @Test("an attempt is cut off when the policy's deadline comes")
  func attemptCutOff() async {
    let clock = VirtualClock()
    let policy = RetryPolicy(
      maxAttempts: 3, backoff: .constant(.seconds(1)), jitter: .none, deadline: .seconds(10))
    let answer = Task {
      try await RetryExecutor(policy: policy, clock: clock).run {
        try await clock.sleep(for: .seconds(3600))
      }
    }
    await clock.waitForTimers(2)
    clock.advance(by: .seconds(10))
    await #expect(throws: NetworkError.timeout) { try await answer.value }
  }

  @Test("an empty budget throws the failure at once, and a first-try success refills it")
  func budget() async throws {
    let clock = VirtualClock()
    let budget = RetryBudget(capacity: 14)
    let policy = RetryPolicy(maxAttempts: 2, delay: .zero)
    let executor = RetryExecutor(policy: policy, clock: clock, budget: budget)
    let first = Script([NetworkError.transport])
    #expect(try await executor.run { try first.run() } == "done")
    #expect(budget.tokens == 0)
    let second = Script([NetworkError.transport])
    await #expect(throws: NetworkError.transport) { try await executor.run { try second.run() } }
    #expect(second.calls == 1)
    #expect(try await executor.run { try Script([]).run() } == "done")
    #expect(budget.tokens == 1)
  }

  @Test("a seeded executor waits exactly what the policy's list says")
  func seeded() async throws {
    let clock = VirtualClock()
    let policy = RetryPolicy.patient
    let planned = policy.delays(seed: 42)
    let script = Script(Array(repeating: NetworkError.transport, count: planned.count))
    async let answer = RetryExecutor(policy: policy, clock: clock, seed: 42).run {
      try script.run()
    }
    for delay in planned {
      // Each attempt sets a timer for the deadline too; the wait between attempts stands alone.
      await clock.wait { $0 == [delay] }
      clock.advance(by: delay)
    }
    #expect(try await answer == "done")
  }
}
