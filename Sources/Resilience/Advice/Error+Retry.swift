import Foundation

extension Error {
  /// What the error says about trying again; one that says nothing is never tried again.
  ///
  /// Asked of the error itself (``RetryAdvising``); of types from elsewhere only the URL loading
  /// system's errors are known.
  public var retryAdvice: RetryAdvice {
    if isCancellation { return .never }
    if let advising = self as? any RetryAdvising { return advising.retryAdvice }
    if let urlError = self as? URLError { return RetryAdvice.forURLError(urlError.code) }
    return .never
  }

  /// Whether trying the same thing again later can succeed.
  public var isRetryable: Bool { retryAdvice.allowsRetry }

  /// Whether it says that the work was called off: `CancellationError` or `URLError.cancelled`.
  ///
  /// Types of their own say it by ``CancellationConveying``.
  public var isCancellation: Bool {
    if self is CancellationError { return true }
    if let conveying = self as? any CancellationConveying { return conveying.conveysCancellation }
    return (self as? URLError)?.code == .cancelled
  }
}

extension RetryAdvice {
  static func forURLError(_ code: URLError.Code) -> RetryAdvice {
    switch code {
    case .timedOut:
      return RetryAdvice(.now, mayHaveSucceeded: true, failureClass: .timeout)
    case .networkConnectionLost:
      return RetryAdvice(.now, mayHaveSucceeded: true)
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed:
      return RetryAdvice(.now)
    case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed:
      return RetryAdvice(.whenNetworkReturns)
    default:
      return .never
    }
  }
}
