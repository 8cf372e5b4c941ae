/// Answers one request. May run for as long as it wants; many run at once.
///
/// The task is cancelled when the client has left, which is noticed within about a second, and when
/// a stop passes its deadline. Whatever it answers then is dropped.
public typealias HTTPHandler = @Sendable (HTTPRequest) async -> HTTPResponse

/// Answers a request on the network thread, or answers `nil` to leave it to the ``HTTPHandler``.
///
/// For what is answered in some microseconds without waiting for anything: a task for each request
/// costs as much as looking a row up. While it works, the other clients of its thread wait.
public typealias HTTPReadyHandler = @Sendable (HTTPRequest) -> HTTPResponse?

/// An HTTP/1.1 server: requests in, answers and streams out, by one handler.
///
/// Keep-alive, pipelining, chunked bodies, `HEAD` and `Expect: 100-continue` work by themselves.
/// There is no TLS; put a proxy in front for that. Requests that are malformed, or whose framing
/// two readers could understand differently, are refused with 400 before any handler sees them.
/// A body that is cut short never reaches the handler. A client that ends its sending side before
/// it has its answer counts as gone.
///
/// A server that has been started must be stopped: dropping it does not end it.
public final class HTTPServer: Sendable {
  private let host: String
  private let port: Int
  private let core: ServerCore

  /// Describes a server; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - host: an address of this machine, or a name for one. `0.0.0.0` and `::` are all of them.
  ///   - port: 0 to 65535; 0 lets the system choose a free one.
  ///   - options: limits and times.
  ///   - atOnce: asked first, for requests with no more than `inlineBodyBytes` of body; none by
  ///     default.
  ///   - handler: answers the other requests.
  public init(
    host: String = "127.0.0.1", port: Int, options: HTTPServerOptions = HTTPServerOptions(),
    atOnce: HTTPReadyHandler? = nil, handler: @escaping HTTPHandler
  ) {
    self.host = host
    self.port = port
    core = ServerCore(options: options, atOnce: atOnce, handler: handler)
  }

  /// Binds the socket and begins to answer.
  ///
  /// Looks the host up if it is a name, which can take as long as the system's resolver takes.
  ///
  /// - Returns: the port in use.
  /// - Throws: why it cannot listen there. The server is then of no more use.
  @discardableResult
  public func start() throws(HTTPServerError) -> Int {
    try core.start(host: host, port: port)
  }

  /// Given when a stop begins. Requests carry the same signal.
  public var stopping: HTTPStopSignal { core.stopping }

  /// Stops: no new client, no cut request, everything closed and freed on return.
  ///
  /// New clients are refused from the start. Requests at work, and those that come meanwhile on
  /// connections made before, are answered, with `Connection: close`; streams get the `stopping`
  /// signal and end when their producers return. When nothing is at work any more the remaining
  /// connections are closed. What is left at the deadline is cut without an answer, and its tasks
  /// are cancelled. A second call waits for the first one.
  ///
  /// Cancelling the calling task makes the deadline pass at once.
  ///
  /// - Parameter deadline: how long requests and streams may take to end; zero cuts at once.
  /// - Returns: whether every request that a handler was at work on has got its answer.
  @discardableResult
  public func stop(deadline: Duration = .seconds(8)) async -> Bool {
    await core.stop(deadline: deadline)
  }
}
