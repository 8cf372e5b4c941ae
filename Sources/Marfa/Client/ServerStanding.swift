import MarfaModel
import Resilience

/// How one server is doing, as all of a process that speaks to it have found out together.
///
/// Follow, drain, loading and catching up of every copy of the server share its breaker and its
/// budget. How long the server asked to be left alone is not here: it may have asked one key only.
final class ServerStanding: Sendable {
  /// Keeps automatic requests from a server that fails all the time.
  let breaker: CircuitBreaker
  /// What automatic repetitions are paid from.
  let budget = RetryBudget()
  /// Whether the last request that said anything of the server failed.
  private let isFailing = Lock(false)

  /// Makes the standing of a server that nothing is known of.
  init(clock: any WaitingClock) { breaker = CircuitBreaker(clock: clock) }

  /// Asks to send a request.
  ///
  /// - Parameter insisting: whether it goes whatever is known of the server.
  /// - Throws: `MarfaError.network` while the breaker is open; nothing was sent.
  func admit(insisting: Bool) throws(MarfaError) -> CircuitBreaker.Permit {
    do {
      return try breaker.admit(insisting: insisting)
    } catch {
      throw .network(
        message: "The server failed several times in a row, and was not asked again yet.")
    }
  }

  /// Takes an answer by what it means; `nil` for a success.
  ///
  /// What time heals counts against the server, but for "too many": that is the word of one that
  /// is well, and it may be meant for one key.
  func recordAnswer(_ refusal: MarfaError?, _ permit: CircuitBreaker.Permit) {
    guard let refusal, refusal.isTransient, refusal.retryAdvice.failureClass != .throttled else {
      return succeed(permit)
    }
    fail(refusal, permit)
  }

  /// Takes the end of a request that has no whole answer; `nil` when it was called off.
  ///
  /// What kept this side from asking says nothing of the server.
  func recordFailure(_ error: MarfaError?, _ permit: CircuitBreaker.Permit) {
    if let error, error.isTransient {
      fail(error, permit)
    } else if error?.remedy == .update {
      // There was an answer, and more of it than is taken.
      succeed(permit)
    } else {
      breaker.recordAbandoned(permit)
    }
  }

  private func succeed(_ permit: CircuitBreaker.Permit) {
    breaker.recordSuccess(permit)
    let wasFailing = isFailing.withLock { isFailing in
      defer { isFailing = false }
      return isFailing
    }
    // After a failure it may be a repetition's success, which earns nothing.
    if !wasFailing { budget.recordFirstTrySuccess() }
  }

  private func fail(_ error: MarfaError, _ permit: CircuitBreaker.Permit) {
    breaker.recordFailure(error, permit)
    isFailing.withLock { $0 = true }
  }
}
