/// What a handler answers: status, header fields and a body.
public struct HTTPResponse: Sendable {
  /// What follows the head.
  public enum Body: Sendable {
    /// No bytes, `Content-Length: 0` where a length is allowed.
    case empty
    /// Bytes at hand, sent with their `Content-Length`.
    case bytes([UInt8])
    /// Bytes made while they are sent.
    case stream(HTTPStream)
    /// An open file, or a part of it, sent by the kernel without passing through memory.
    case file(HTTPFile)
  }

  /// The status code, 200 to 999. Anything else is answered as 500.
  public var status: Int
  /// The header fields, in the order in which they are sent.
  ///
  /// `Content-Length` and `Transfer-Encoding` are left out: they follow from the body. A field
  /// with an empty value is left out too.
  public var headers: HTTPHeaders
  /// The body. To `HEAD`, and with 204 and 304, none is sent and no stream is started.
  ///
  /// The head is the same as with the body, except that for a stream of unknown length the
  /// connection is closed after it.
  public var body: Body

  /// Makes an answer.
  public init(status: Int = 200, headers: HTTPHeaders = [:], body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
