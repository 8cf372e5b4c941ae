import Resilience
import Testing

@Suite("CircuitBreaker") struct CircuitBreakerTests {
  private let clock = VirtualClock()

  private func breaker() -> CircuitBreaker {
    CircuitBreaker(
      threshold: 2, openFor: .seconds(10), probeTimeout: .seconds(30), clock: clock)
  }

  private func fail(
    _ breaker: CircuitBreaker, _ error: any Error = NetworkError.timeout
  ) async {
    await #expect(throws: (any Error).self) { try await breaker.run { throw error } }
  }

  @Test("failures in a row open it, and an open one refuses without running the call")
  func opens() async {
    let breaker = breaker()
    await fail(breaker)
    #expect(!breaker.isOpen)
    await fail(breaker)
    #expect(breaker.isOpen)
    clock.advance(by: .seconds(4))
    await #expect(throws: CircuitOpenError(retryAfter: .seconds(6))) {
      try await breaker.run { Issue.record("ran") }
    }
  }

  @Test("a success between failures starts the count again")
  func resets() async throws {
    let breaker = breaker()
    await fail(breaker)
    try await breaker.run {}
    await fail(breaker)
    #expect(!breaker.isOpen)
  }

  @Test("an answer that time does not heal shows a server that is well")
  func permanentAnswers() async {
    let breaker = breaker()
    for _ in 0..<5 { await fail(breaker, NetworkError.statusCode(404)) }
    #expect(!breaker.isOpen)
  }

  @Test("after the pause one probe passes and the others are refused; its success closes it")
  func probe() async throws {
    let breaker = breaker()
    await fail(breaker)
    await fail(breaker)
    clock.advance(by: .seconds(10))
    let probe = try breaker.admit()
    #expect(throws: CircuitOpenError(retryAfter: .seconds(30))) { try breaker.admit() }
    breaker.recordSuccess(probe)
    #expect(!breaker.isOpen)
    _ = try breaker.admit()
  }

  @Test("a call that insists passes an open breaker, and its success closes it for all")
  func insists() async throws {
    let breaker = breaker()
    await fail(breaker)
    await fail(breaker)
    #expect(breaker.timeUntilProbe == .seconds(10))
    let permit = try breaker.admit(insisting: true)
    #expect(breaker.timeUntilProbe == .zero)
    #expect(throws: CircuitOpenError.self) { try breaker.admit() }
    breaker.recordSuccess(permit)
    _ = try breaker.admit()
    #expect(breaker.timeUntilProbe == .zero)
  }

  @Test("a call that was never sent leaves the count of failures as it is")
  func abandoned() async throws {
    let breaker = breaker()
    await fail(breaker)
    breaker.recordAbandoned(try breaker.admit())
    #expect(!breaker.isOpen)
    await fail(breaker)
    #expect(breaker.isOpen)
  }

  @Test("made without figures, it opens after 5 failures for 10 seconds")
  func usualFigures() async {
    let breaker = CircuitBreaker(clock: clock)
    for _ in 0..<4 { await fail(breaker) }
    #expect(!breaker.isOpen)
    await fail(breaker)
    #expect(breaker.timeUntilProbe == .seconds(10))
  }

  @Test("a probe that fails opens it again for the whole pause")
  func probeFails() async throws {
    let breaker = breaker()
    await fail(breaker)
    await fail(breaker)
    clock.advance(by: .seconds(10))
    await fail(breaker)
    #expect(throws: CircuitOpenError(retryAfter: .seconds(10))) { try breaker.admit() }
  }

  @Test("a probe that is cancelled or never heard of again lets the next one go")
  func probeLost() async throws {
    let breaker = breaker()
    await fail(breaker)
    await fail(breaker)
    clock.advance(by: .seconds(10))
    let cancelled = try breaker.admit()
    breaker.recordFailure(CancellationError(), cancelled)
    _ = try breaker.admit()
    clock.advance(by: .seconds(30))
    _ = try breaker.admit()
  }

  @Test("a call admitted before it opened says nothing about the probe")
  func lateReports() async throws {
    let breaker = breaker()
    let early = try breaker.admit()
    let earlier = try breaker.admit()
    await fail(breaker)
    await fail(breaker)
    breaker.recordSuccess(early)
    #expect(breaker.isOpen)
    clock.advance(by: .seconds(10))
    let probe = try breaker.admit()
    breaker.recordFailure(NetworkError.timeout, earlier)
    breaker.recordSuccess(probe)
    #expect(!breaker.isOpen)
  }

  @Test("the refusal asks to come back when a probe may go")
  func advice() {
    let error = CircuitOpenError(retryAfter: .seconds(3))
    #expect(error.isRetryable)
    #expect(error.retryAdvice.floor == .seconds(3))
    #expect(!error.retryAdvice.mayHaveSucceeded)
  }
}
