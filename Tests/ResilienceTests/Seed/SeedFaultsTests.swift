import Foundation
import Resilience
import Testing

/// Each fault of the printed samples: the private copy shows it, the product doesn't have it.
@Suite("Faults of the printed samples") struct SeedFaultsTests {
  private func slow(
    _ slept: Lock<[Duration]>, failing error: any Error, attempts: Int = 3
  ) async -> [Duration] {
    let executor = RetryExecutor(
      policy: RetryPolicy(maxAttempts: attempts, delay: .milliseconds(250)),
      sleep: { duration in slept.withLock { $0.append(duration) } })
    _ = try? await executor.run { throw error }
    return slept.withLock { $0 }
  }

  @Test("zero attempts trap in the printed range; here they are one attempt")
  func zeroAttempts() async throws {
    await #expect(processExitsWith: .failure) {
      let executor = Printed.RetryExecutor(
        policy: .init(maxAttempts: 0, delay: .zero), sleep: { _ in })
      _ = try await executor.run { 1 }
    }
    let policy = RetryPolicy(maxAttempts: 0, delay: .zero)
    #expect(try await RetryExecutor(policy: policy).run { 1 } == 1)
  }

  @Test("a cancelled URL request stays URLError there; here it is CancellationError")
  func urlCancelled() async {
    let printed = Printed.RetryExecutor(policy: .init(maxAttempts: 3, delay: .zero)) { _ in }
    await #expect(throws: URLError.self) { try await printed.run { throw URLError(.cancelled) } }
    await #expect(throws: CancellationError.self) {
      try await RetryExecutor(policy: .standard).run { throw URLError(.cancelled) }
    }
  }

  @Test("a cancel during a deaf wait is seen only at its end there; here at once")
  func cancelInWait() async {
    let clock = VirtualClock()
    // A wait that doesn't notice cancellation, as a sleep given in a test or an app may be.
    let deaf: @Sendable (Duration) async throws -> Void = { duration in
      await Task.detached { try? await clock.sleep(for: duration) }.value
    }
    let printed = Printed.RetryExecutor(
      policy: .init(maxAttempts: 2, delay: .seconds(60)), sleep: deaf)
    let ended = Lock(false)
    let theirs = Task {
      defer { ended.withLock { $0 = true } }
      try await printed.run { throw NetworkError.timeout }
    }
    await clock.waitForTimers(1)
    theirs.cancel()
    for _ in 0..<100 { await Task.yield() }
    #expect(!ended.withLock { $0 })
    clock.advance(by: .seconds(60))
    await #expect(throws: CancellationError.self) { try await theirs.value }

    let executor = RetryExecutor(
      policy: RetryPolicy(maxAttempts: 2, delay: .seconds(60)), sleep: deaf)
    let ours = Task { try await executor.run { throw NetworkError.timeout } }
    await clock.waitForTimers(1)
    ours.cancel()
    // Nobody moves the clock: it can only end by itself.
    await #expect(throws: CancellationError.self) { try await ours.value }
    clock.advance(by: .seconds(60))
  }

  @Test(
    "429, 408 and 425 are in neither printed list; here they are tried again",
    arguments: [
      429, 408, 425,
    ])
  func classics(_ status: Int) {
    #expect(!Printed.isRetryable(NetworkError.statusCode(status)))
    #expect(NetworkError.statusCode(status).isRetryable)
  }

  @Test("the printed waits are all alike; here they spread, differently for each seed")
  func jitter() async {
    let slept = Lock([Duration]())
    let printed = Printed.RetryExecutor(policy: .init(maxAttempts: 5, delay: .seconds(1))) {
      duration in slept.withLock { $0.append(duration) }
    }
    _ = try? await printed.run { throw NetworkError.timeout }
    #expect(Set(slept.withLock { $0 }).count == 1)
    let policy = RetryPolicy(maxAttempts: 5, backoff: .constant(.seconds(1)), jitter: .full)
    #expect(Set(policy.delays(seed: 1)).count == 4)
    #expect(policy.delays(seed: 1) != policy.delays(seed: 2))
  }

  @Test("the printed wait ignores what the server asks for; here it is a floor")
  func retryAfter() async {
    struct Busy: RetryAdvising {
      var retryAdvice: RetryAdvice { RetryAdvice(.after(.seconds(7)), failureClass: .throttled) }
    }
    #expect(!Printed.isRetryable(Busy()))
    #expect(await slow(Lock([]), failing: Busy()) == [.seconds(7), .seconds(7)])
  }

  @Test("the printed run has no end in time; here a deadline ends it")
  func deadline() async {
    let slept = Lock([Duration]())
    let printed = Printed.RetryExecutor(policy: .init(maxAttempts: 50, delay: .seconds(9))) {
      duration in slept.withLock { $0.append(duration) }
    }
    _ = try? await printed.run { throw NetworkError.timeout }
    #expect(slept.withLock { $0.reduce(.zero, +) } == .seconds(441))

    slept.withLock { $0 = [] }
    let executor = RetryExecutor(
      policy: RetryPolicy(
        maxAttempts: 50, backoff: .constant(.seconds(9)), jitter: .none, deadline: .seconds(60)),
      sleep: { duration in slept.withLock { $0.append(duration) } })
    _ = try? await executor.run { throw NetworkError.timeout }
    #expect(slept.withLock { $0.reduce(.zero, +) } == .seconds(54))
  }

  @Test("the printed time limit waits for a deaf operation; here it returns at the deadline")
  func deafOperation() async {
    let (clock, gate) = (VirtualClock(), VirtualClock())
    let deaf: @Sendable () async throws -> Void = {
      await Task.detached { try? await gate.sleep(for: .seconds(1)) }.value
    }
    let ended = Lock(false)
    let theirs = Task {
      defer { ended.withLock { $0 = true } }
      try await Printed.withTimeout(.seconds(5), clock: clock, operation: deaf)
    }
    await clock.waitForTimers()
    await gate.waitForTimers()
    clock.advance(by: .seconds(5))
    for _ in 0..<100 { await Task.yield() }
    #expect(!ended.withLock { $0 })
    gate.advance(by: .seconds(1))
    await #expect(throws: NetworkError.timeout) { try await theirs.value }

    let ours = Task { try await withTimeout(.seconds(5), clock: clock, operation: deaf) }
    await clock.waitForTimers()
    await gate.waitForTimers()
    clock.advance(by: .seconds(5))
    // Nobody opens the gate: it can only come back without the operation.
    await #expect(throws: NetworkError.timeout) { try await ours.value }
    gate.advance(by: .seconds(1))
  }

  @Test("the printed fallback hides age and cause; here the answer carries both")
  func fallback() async throws {
    let printed = Printed.Cache()
    let fresh = try await Printed.fallback("a", cache: printed) { 1 }
    let stale = try await Printed.fallback("a", cache: printed) { throw NetworkError.timeout }
    #expect(fresh == stale)

    let clock = VirtualClock()
    let cache = FallbackCache<String, Int>(clock: clock)
    _ = try await cache.value(for: "a") { 1 }
    clock.advance(by: .seconds(8))
    let answer = try await cache.value(for: "a") { throw NetworkError.timeout }
    #expect(answer.age == .seconds(8))
    #expect(answer.cause as? NetworkError == .timeout)
  }

  @Test("the printed group loses the input's order; here it is kept")
  func order() async throws {
    let clock = VirtualClock()
    let reversed: @Sendable (Int) async throws -> Int = { number in
      // The first one ends only when the others have: it waits for their timers to go.
      if number == 1 {
        try await clock.sleep(for: .seconds(2))
      } else {
        try await clock.sleep(for: .seconds(1))
      }
      return number
    }
    async let theirs = Printed.load(ids: [1, 2, 3], reversed)
    await clock.waitForTimers(3)
    clock.advance(by: .seconds(1))
    for _ in 0..<1000 { await Task.yield() }
    clock.advance(by: .seconds(1))
    #expect(try await theirs.last == 1)

    async let ours = [1, 2, 3].concurrentMap(limit: 3, reversed)
    await clock.waitForTimers(3)
    clock.advance(by: .seconds(2))
    #expect(try await ours == [1, 2, 3])
  }
}
