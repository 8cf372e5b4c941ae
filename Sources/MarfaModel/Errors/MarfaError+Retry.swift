import Resilience

extension MarfaError: RetryAdvising, CancellationConveying {
  /// What ``remedy`` says, in the words of a retry: only what time or the network heals.
  public var retryAdvice: RetryAdvice {
    // The file is attached already: the same call again would attach a second one.
    if case .embedIncomplete = self { return .never }
    switch remedy {
    case .wait(let time):
      return RetryAdvice(
        time.map { .after($0) } ?? .now, mayHaveSucceeded: mayHaveTakenEffect,
        failureClass: failureClass)
    case .network:
      return RetryAdvice(.whenNetworkReturns, mayHaveSucceeded: mayHaveTakenEffect)
    case .newKey, .hydrate, .grant, .reread, .fixInput, .checkAddress, .update, .freeSpace,
      .confirm, .reopen, .nothing:
      return .never
    }
  }

  /// Whether it is ``canceled(message:)``.
  public var conveysCancellation: Bool {
    if case .canceled = self { true } else { false }
  }

  /// Whether the request may have been carried out: only the server itself can say that it was
  /// turned away.
  private var mayHaveTakenEffect: Bool {
    switch self {
    case .rateLimited: false
    case .server(let status, _, _): RetryAdvice.forStatus(Int(status)).mayHaveSucceeded
    default: true
    }
  }

  private var failureClass: FailureClass {
    switch self {
    case .rateLimited: .throttled
    case .server(let status, _, _): RetryAdvice.forStatus(Int(status)).failureClass
    default: .transient
    }
  }
}
