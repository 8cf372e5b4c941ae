import Foundation
import Resilience

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport of Apple systems: the URL loading system, with what it would do by itself off.
///
/// It does not tell when a connection is made, so the limits for connecting and for the head
/// count as one, reported as the head's. It joins repeated header fields by commas, and it may
/// repeat a request that got lost on a kept connection.
///
/// It works on Linux as well, but is not what to use there: measured, it is five times slower than
/// ``CurlTransport``; a stream whose reader lags is not held back; a proxy from the environment
/// is used for this machine too; and a chunked answer with trailers ends the process (seen with
/// Swift 6.3.1).
public final class URLSessionTransport: HTTPTransport {
  private let session: Lock<URLSession?>
  private let router: URLSessionRouter

  /// Makes a transport.
  ///
  /// - Parameter clock: what measures how long the head and the body of an answer take.
  public init(clock: any WaitingClock = SystemClock()) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = 64
    // The phases are bounded here; the system's own limit, on silence, would cut event streams.
    configuration.timeoutIntervalForRequest = 86_400 * 365
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    router = URLSessionRouter(clock: clock)
    session = Lock(
      URLSession(configuration: configuration, delegate: router, delegateQueue: queue))
  }

  deinit {
    end()
  }

  /// Sends a request and reads the answer whole.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let exchange = Exchange(mode: .whole(limit: request.maxBodyBytes))
    return try await response(request, exchange)
  }

  /// Sends a request and returns once the head of the answer is there.
  public func stream(_ request: TransportRequest) async throws -> TransportStream {
    let exchange = Exchange(mode: .stream(highWater: TransportTuning.streamHighWater))
    let head = try await response(request, exchange).head
    return TransportStream(head: head, exchange: exchange)
  }

  /// Ends it; what is under way fails as closed.
  public func close() async {
    end()
  }

  private func end() {
    router.closeAll()
    let session = session.withLock { session in
      defer { session = nil }
      return session
    }
    // The session holds its delegate until it is told that there will be no more, and its
    // connections until it is let go of.
    session?.invalidateAndCancel()
  }

  private func response(
    _ request: TransportRequest, _ exchange: Exchange
  ) async throws -> TransportResponse {
    // A task that is cancelled already would send all the same.
    try Task.checkCancellation()
    _ = try request.checked()
    let urlRequest = try URLSessionTransport.urlRequest(request)
    guard let session = session.withLock({ $0 }) else { throw TransportError.local(.closed) }
    let task = try router.open(request, exchange) {
      switch request.body {
      case .none, .bytes: session.dataTask(with: urlRequest)
      case .file(let url): session.uploadTask(with: urlRequest, fromFile: url)
      }
    }
    return try await exchange.response { task.resume() }
  }

  private static func urlRequest(
    _ request: TransportRequest
  ) throws(TransportError) -> URLRequest {
    guard let url = URL(string: request.url) else { throw .notBuildable(.url) }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = request.method
    urlRequest.httpShouldHandleCookies = false
    let given = TransportHeaders(request.headers)
    for (name, value) in request.headers { urlRequest.addValue(value, forHTTPHeaderField: name) }
    // Bytes arrive as the server sent them, and events when it sent them.
    if given["Accept-Encoding"] == nil {
      urlRequest.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    switch request.body {
    case .bytes(let bytes):
      urlRequest.httpBody = Data(bytes)
    case .none:
      // These say that their body is empty (RFC 9110, section 8.6).
      if ["POST", "PUT", "PATCH"].contains(request.method) { urlRequest.httpBody = Data() }
    case .file(let url):
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        !isFolder.boolValue, FileManager.default.isReadableFile(atPath: url.path)
      else { throw .local(.unreadableFile) }
    }
    return urlRequest
  }
}
