/// A body made while it is sent: server-sent events, exports, downloads from elsewhere.
///
/// The producer runs in a task of its own once the answer is under way. When it returns, the body
/// ends properly; when it throws, or returns short of the announced length, the connection is cut
/// so that the client can tell the body is incomplete. The task is cancelled when the client is
/// known to be gone, and when a stop of the server runs past its deadline.
///
/// A client that leaves properly is noticed within about a second. One whose machine or network
/// vanishes is noticed only by writing to it, so a quiet stream needs a heartbeat.
public struct HTTPStream: Sendable {
  /// Writes the body.
  public typealias Producer = @Sendable (HTTPStreamWriter) async throws -> Void

  /// The body's length in bytes when it is known beforehand; `nil` sends it in chunks.
  public let length: Int?
  /// How many unread bytes make `write` wait; `nil` takes the server's `streamBacklogBytes`.
  public let backlogBytes: Int?
  package let produce: Producer

  /// Describes a streamed body.
  ///
  /// - Parameters:
  ///   - length: the exact number of bytes, sent as `Content-Length`; chunks when `nil`.
  ///   - backlogBytes: how many unread bytes make `write` wait, at least 1; the server's
  ///     `streamBacklogBytes` when `nil`.
  ///   - produce: writes the body; not called for `HEAD`.
  public init(length: Int? = nil, backlogBytes: Int? = nil, produce: @escaping Producer) {
    self.length = length.map { max(0, $0) }
    self.backlogBytes = backlogBytes.map { max(1, $0) }
    self.produce = produce
  }
}
