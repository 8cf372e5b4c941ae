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

  /// The failures in a row that open a breaker made without a figure: 5.
  public static let usualThreshold = Tuning.breakerThreshold
  /// How long a breaker made without a figure refuses before a probe goes: 10 seconds.
  public static let usualOpenTime = Tuning.breakerOpenFor
  /// How long a probe of a breaker made without a figure may say nothing: 30 seconds.
  public static let usualProbeTimeout = Tuning.breakerProbeTimeout

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
    threshold: Int = CircuitBreaker.usualThreshold,
    openFor: Duration = CircuitBreaker.usualOpenTime,
    probeTimeout: Duration = CircuitBreaker.usualProbeTimeout,
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

  /// How long it still refuses before it lets a probe through.
  ///
  /// Zero while it is closed, and while a probe is out: how long that one takes nobody knows.
  public var timeUntilProbe: Duration {
    let now = clock.now
    return machine.withLock { machine in
      switch machine.state {
      case .closed, .halfOpen: .zero
      case .open(let until): max(now.duration(to: until), .zero)
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
  /// - Parameter insisting: whether the call goes even while the breaker is open, as its probe.
  ///   For the first request of what a person asked for: what happened to others is no reason to
  ///   refuse it untried. False by default.
  /// - Throws: ``CircuitOpenError`` while the breaker is open.
  public func admit(insisting: Bool = false) throws(CircuitOpenError) -> Permit {
    let now = clock.now
    switch machine.withLock({ $0.admit(now: now, insisting: insisting) }) {
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

  /// Reports that the call never came to the server, or that its end says nothing about it.
  public func recordAbandoned(_ permit: Permit) {
    record(.abandoned, permit)
  }

  private func record(_ outcome: CircuitBreakerStateMachine.Outcome, _ permit: Permit) {
    let now = clock.now
    machine.withLock { $0.record(outcome, generation: permit.generation, now: now) }
  }
}
