/// What carries a request of telemetry to its host.
///
/// An app needs none of its own; a test hands one in to see what would be sent.
public protocol TelemetryTransport: Sendable {
  /// Sends one request, once: without a retry, a redirect, a cookie or a cache.
  ///
  /// When the task is cancelled it stops at once, and nothing is sent that was not yet.
  ///
  /// - Throws: anything, when it is not certain that the host took the request. Errors that say so
  ///   (`RetryAdvising`, `URLError`) let a host that fails all the time be left alone for a while.
  func send(_ request: TelemetryRequest) async throws
}
