/// Where a stream's producer puts its bytes. May be used from several tasks.
public struct HTTPStreamWriter: Sendable {
  private let outlet: any StreamOutlet

  /// Makes a writer, for a connection or for tests of a producer without a socket.
  package init(_ outlet: any StreamOutlet) { self.outlet = outlet }

  /// Hands bytes on, then waits while more than the allowed backlog is unread.
  ///
  /// The bytes are taken as a whole, before the waiting: they stay taken when the wait is
  /// cancelled.
  ///
  /// - Throws: `HTTPStreamError` when the stream takes no more bytes or the client goes while
  ///   this waits; `CancellationError` when the task is cancelled while this waits.
  public func write(_ bytes: [UInt8]) async throws {
    try outlet.enqueue(bytes)
    try await outlet.waitForRoom()
  }

  /// Hands bytes on without waiting, however large the backlog: for heartbeats and last frames.
  ///
  /// Whoever writes only this way must watch `backlogBytes`.
  public func enqueue(_ bytes: [UInt8]) throws(HTTPStreamError) {
    try outlet.enqueue(bytes)
  }

  /// How many bytes are taken and not yet handed to the system for sending.
  public var backlogBytes: Int { outlet.backlogBytes }

  /// Whether the connection is known to have ended; a vanished client shows only after writes.
  public var isClientGone: Bool { outlet.isClientGone }

  /// Ends the body after what has been taken. Later writes throw; doing it again changes nothing.
  ///
  /// Not needed at the producer's end, which does the same.
  public func finish() { outlet.finish() }
}
