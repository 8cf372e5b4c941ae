/// One request, complete: its head and the whole of its collected body.
public struct HTTPRequest: Sendable {
  /// The method as sent, letter case kept (methods are case-sensitive).
  public var method: String
  /// The request target exactly as it stood in the request line.
  public var target: String
  /// The target's path without the query, still percent-encoded.
  ///
  /// A target in absolute form loses its scheme and host here; `OPTIONS *` has the path `*`.
  public var path: String
  /// The query without its `?`, still percent-encoded; empty when there is none.
  public var rawQuery: String
  /// The header fields in order, repeats kept.
  public var headers: HTTPHeaders
  /// The body, chunked transfer already undone; at most what `maxBodyBytes` allowed.
  public var body: [UInt8]
  /// Whether the client sent, or announced, more body than `maxBodyBytes` allowed.
  ///
  /// `body` is then empty: the handler only decides how to refuse.
  public var bodyOverflow: Bool
  /// Whether the body was only dropped because other bodies took up the server's memory.
  ///
  /// `bodyOverflow` is true then too. The same request can go through a moment later.
  public var lacksRoom: Bool
  /// Where the body went instead of into `body`, when `bodySink` named a place for it.
  public var sink: (any HTTPBodySink)?
  /// The client's address without its port, such as `127.0.0.1` or `fe80::1`.
  ///
  /// An IPv4 address mapped into IPv6 is written as IPv4. Empty when the system knew none.
  public var remoteAddress: String
  /// Tells when the server is being stopped, so that a stream can end with a last word.
  public var stopping: HTTPStopSignal

  /// Makes a request, for tests of a handler without a socket.
  ///
  /// - Parameter target: the raw target; path and query are taken from it.
  public init(
    method: String = "GET", target: String = "/", headers: HTTPHeaders = [:],
    body: [UInt8] = [], bodyOverflow: Bool = false, lacksRoom: Bool = false,
    sink: (any HTTPBodySink)? = nil, remoteAddress: String = "127.0.0.1",
    stopping: HTTPStopSignal = HTTPStopSignal()
  ) {
    self.init(
      method: method, target: RequestTarget(target), headers: headers, body: body,
      bodyOverflow: bodyOverflow, lacksRoom: lacksRoom, sink: sink, remoteAddress: remoteAddress,
      stopping: stopping)
  }

  init(
    method: String, target: RequestTarget, headers: HTTPHeaders, body: [UInt8],
    bodyOverflow: Bool, lacksRoom: Bool, sink: (any HTTPBodySink)?, remoteAddress: String,
    stopping: HTTPStopSignal
  ) {
    self.method = method
    self.target = target.raw
    path = target.path
    rawQuery = target.rawQuery
    self.headers = headers
    self.body = body
    self.bodyOverflow = bodyOverflow
    self.lacksRoom = lacksRoom
    self.sink = sink
    self.remoteAddress = remoteAddress
    self.stopping = stopping
  }

  /// The query's pairs in order, repeats kept, decoded as browsers encode forms.
  ///
  /// `+` is a space, a broken escape stays as written, bytes that are not UTF-8 become U+FFFD. The
  /// query is read anew on each access: keep the result if it is needed twice.
  public var query: [(name: String, value: String)] { RequestTarget.pairs(inQuery: rawQuery) }
}
