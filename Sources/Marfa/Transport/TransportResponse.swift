/// An answer whose body has been read whole.
public struct TransportResponse: Sendable {
  /// The status and header fields.
  public let head: TransportHead
  /// The body, empty when there is none.
  public let body: [UInt8]

  /// Makes an answer.
  public init(head: TransportHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}
