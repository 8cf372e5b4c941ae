/// What puts requests on the wire.
///
/// It follows no redirect, keeps no cookie, caches nothing, and speaks `http` and `https` only.
/// A status of any kind is an answer; an error is thrown only when there is none: always a
/// ``TransportError``, or `CancellationError` when the calling task is cancelled, which ends a
/// request within milliseconds whatever it waits for. A task that is cancelled already sends
/// nothing.
public protocol HTTPTransport: Sendable {
  /// Sends a request and reads the answer whole.
  ///
  /// - Parameter request: the request; its `maxBodyBytes` bounds the answer.
  /// - Returns: the answer, its body complete.
  /// - Throws: ``TransportError``, also when the body broke off or is too large;
  ///   `CancellationError`.
  func send(_ request: TransportRequest) async throws -> TransportResponse

  /// Sends a request and returns once the head of the answer is there.
  ///
  /// - Parameter request: the request; its `maxBodyBytes` is not used.
  /// - Returns: the head, and the body to be read while it comes.
  /// - Throws: ``TransportError`` when no head came; `CancellationError`.
  func stream(_ request: TransportRequest) async throws -> TransportStream

  /// Ends it: requests under way fail with ``TransportError/local(_:)``, connections are closed.
  ///
  /// Later requests fail the same way. Closing twice is allowed.
  func close() async
}
