/// A network error of an answer that also said how long to wait.
///
/// What reads HTTP answers throws it in place of the bare ``NetworkError`` when there was a
/// readable `Retry-After` (``RetryAfter/parse(_:date:clock:)``).
public struct RetryAfterError: RetryAdvising, Sendable, Hashable {
  /// What went wrong.
  public let error: NetworkError
  /// How long the server asks to be left alone.
  public let retryAfter: Duration

  /// Makes the error.
  public init(_ error: NetworkError, retryAfter: Duration) {
    self.error = error
    self.retryAfter = retryAfter
  }

  /// The advice of the error, with the wait as its floor where it allows another try at all.
  public var retryAdvice: RetryAdvice {
    var advice = error.retryAdvice
    if advice.allowsRetry { advice.moment = .after(retryAfter) }
    return advice
  }
}
