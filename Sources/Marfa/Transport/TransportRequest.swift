import Foundation

/// One HTTP request, as it is put on the wire.
public struct TransportRequest: Sendable {
  /// What is sent after the headers.
  public enum Body: Sendable {
    /// Nothing.
    case none
    /// These bytes, with their length announced.
    case bytes([UInt8])
    /// A file, read while it is sent, so its size does not matter for memory.
    case file(URL)
  }

  /// The method, such as `GET`; a token of RFC 9110 in the case it is to be sent.
  public var method: String
  /// The whole address, `http` or `https`, already percent-encoded; it is sent as it stands.
  ///
  /// A fragment is not sent. An address with a user name or password in it is refused.
  public var url: String
  /// Header fields in the order they are sent; a name may stand several times.
  public var headers: [(name: String, value: String)]
  /// What is sent after the headers.
  public var body: Body
  /// How long looking up, connecting and the TLS handshake may take; 10 seconds by default.
  public var connectTimeout: Duration
  /// How long the head of the answer may take once the request is out; 30 seconds by default.
  ///
  /// While a body is being sent, each part that the connection takes starts it again.
  public var headTimeout: Duration
  /// How long the body may take after the head; 60 seconds by default, `nil` for no bound.
  ///
  /// For an event stream leave it out: only its reader knows how long silence may last.
  public var bodyTimeout: Duration?
  /// The largest body that ``HTTPTransport/send(_:)`` takes, in bytes; 64 MiB by default.
  public var maxBodyBytes: Int

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: the method; `GET` by default.
  ///   - url: the whole address, percent-encoded.
  ///   - headers: header fields in the order they are sent.
  ///   - body: what is sent after the headers.
  ///   - connectTimeout: how long the connection may take to make.
  ///   - headTimeout: how long the head of the answer may take.
  ///   - bodyTimeout: how long the body may take; `nil` for no bound.
  ///   - maxBodyBytes: the largest body that `send` takes.
  public init(
    method: String = "GET",
    url: String,
    headers: [(name: String, value: String)] = [],
    body: Body = .none,
    connectTimeout: Duration = .seconds(10),
    headTimeout: Duration = .seconds(30),
    bodyTimeout: Duration? = .seconds(60),
    maxBodyBytes: Int = 67_108_864
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.connectTimeout = connectTimeout
    self.headTimeout = headTimeout
    self.bodyTimeout = bodyTimeout
    self.maxBodyBytes = maxBodyBytes
  }
}
