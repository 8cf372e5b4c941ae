/// The status and header fields of an answer.
public struct TransportHead: Sendable {
  /// The status code, as the server wrote it; a redirect is an answer like others.
  public let status: Int
  /// The header fields.
  public let headers: TransportHeaders

  /// Makes a head.
  public init(status: Int, headers: TransportHeaders = TransportHeaders()) {
    self.status = status
    self.headers = headers
  }
}
