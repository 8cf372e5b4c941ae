/// An error that knows whether trying again can help.
public protocol RetryAdvising: Error {
  /// What this error says about trying again.
  var retryAdvice: RetryAdvice { get }
}
