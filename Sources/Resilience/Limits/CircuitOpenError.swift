/// A call was refused because the server has been failing.
public struct CircuitOpenError: RetryAdvising, Sendable, Hashable {
  /// How long until a call may pass.
  public let retryAfter: Duration

  /// Makes the refusal.
  public init(retryAfter: Duration) {
    self.retryAfter = retryAfter
  }

  /// Nothing was sent; another try makes sense once the breaker lets one through.
  public var retryAdvice: RetryAdvice { RetryAdvice(.after(retryAfter)) }
}
