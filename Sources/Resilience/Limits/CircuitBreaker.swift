/// Keeps calls from a server that fails all the time, and sends one to see when it is back.
///
/// Closed, calls pass. After some failures in a row it opens and calls fail at once with
/// ``CircuitOpenError``. After a while one call passes as a probe (half open): its success closes
/// the breaker, its failure opens it again. Only failures that time can heal count; a 404 shows
/// that the server is well. Cancelled calls count as nothing.
public final class CircuitBreaker: Sendable {
  /// What a breaker lets through, for code that cannot run inside ``run(_:)``.
  public struct Permit: Sendable {
    fileprivate let generation: UInt64
  }

  private let clock: any WaitingClock
  private let machine: Lock<CircuitBreakerStateMachine>

  /// Makes a closed breaker.
  ///
  /// - Parameters:
  ///   - threshold: failures in a row that open it, 5 by default; less than 1 counts as 1.
  ///   - openFor: how long it refuses before a probe goes; 10 seconds by default.
  ///   - probeTimeout: how long a probe may say nothing before the next one goes; 30 seconds by
  ///     default.
  ///   - clock: what measures both.
  public init(
    threshold: Int = 5, openFor: Duration = .seconds(10), probeTimeout: Duration = .seconds(30),
    clock: any WaitingClock = SystemClock()
  ) {
    self.clock = clock
    machine = Lock(
      CircuitBreakerStateMachine(
        settings: .init(
          threshold: max(threshold, 1), openFor: openFor, probeTimeout: probeTimeout)))
  }

  /// Whether a call now would be refused.
  public var isOpen: Bool {
    let now = clock.now
    return machine.withLock { machine in
      switch machine.state {
      case .closed: false
      case .open(let until), .halfOpen(let until): now < until
      }
    }
  }

  /// Runs a call through the breaker.
  ///
  /// - Throws: ``CircuitOpenError`` without running it while the breaker is open; otherwise what
  ///   `operation` throws.
  public func run<T: Sendable>(
    _ operation: @Sendable () async throws -> T
  ) async throws -> T {
    let permit = try admit()
    do {
      let value = try await operation()
      recordSuccess(permit)
      return value
    } catch {
      recordFailure(error, permit)
      throw error
    }
  }

  /// Asks to make a call; each permit is reported back by one of the record functions.
  ///
  /// - Throws: ``CircuitOpenError`` while the breaker is open.
  public func admit() throws(CircuitOpenError) -> Permit {
    let now = clock.now
    switch machine.withLock({ $0.admit(now: now) }) {
    case .proceed(let generation): return Permit(generation: generation)
    case .refuse(let retryAfter): throw CircuitOpenError(retryAfter: retryAfter)
    }
  }

  /// Reports that the call was answered.
  public func recordSuccess(_ permit: Permit) {
    record(.success, permit)
  }

  /// Reports how the call failed; whether it counts against the server is asked of the error.
  public func recordFailure(_ error: any Error, _ permit: Permit) {
    if error.isCancellation {
      record(.abandoned, permit)
    } else {
      record(error.isRetryable ? .failure : .success, permit)
    }
  }

  private func record(_ outcome: CircuitBreakerStateMachine.Outcome, _ permit: Permit) {
    let now = clock.now
    machine.withLock { $0.record(outcome, generation: permit.generation, now: now) }
  }
}
