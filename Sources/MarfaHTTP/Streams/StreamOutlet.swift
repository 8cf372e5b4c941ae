/// Where a writer's bytes go: the connection of a client, or a test that reads them itself.
package protocol StreamOutlet: Sendable {
  /// Takes bytes whole.
  func enqueue(_ bytes: [UInt8]) throws(HTTPStreamError)
  /// Waits while more than the allowed backlog is unread.
  func waitForRoom() async throws
  /// Ends the body after what was taken.
  func finish()
  /// How many bytes are taken and unread.
  var backlogBytes: Int { get }
  /// Whether the reader is known to have gone.
  var isClientGone: Bool { get }
}
