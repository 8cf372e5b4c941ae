import Foundation
import Resilience

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests through a `URLSession` that keeps nothing and follows nothing.
public final class URLSessionTelemetryTransport: TelemetryTransport {
  private let session: URLSession

  /// Makes a transport with a session of its own: no cookies, cache, stored credentials, redirects.
  public init() {
    let settings = URLSessionConfiguration.ephemeral
    settings.httpCookieStorage = nil
    settings.httpCookieAcceptPolicy = .never
    settings.httpShouldSetCookies = false
    settings.urlCache = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    settings.urlCredentialStorage = nil
    settings.timeoutIntervalForRequest = Tuning.requestTimeout.fractionalSeconds
    settings.timeoutIntervalForResource = Tuning.requestTimeout.fractionalSeconds
    session = URLSession(configuration: settings, delegate: RedirectRefusal(), delegateQueue: nil)
  }

  deinit {
    // A session holds its delegate, and itself through its work, until it is told to let go.
    session.invalidateAndCancel()
  }

  /// Sends one request; see ``TelemetryTransport/send(_:)``.
  ///
  /// - Throws: `URLError` when the host can't be reached, `NetworkError.statusCode` when it answers
  ///   anything but a success.
  public func send(_ request: TelemetryRequest) async throws {
    var outgoing = URLRequest(url: request.url)
    outgoing.httpMethod = "POST"
    outgoing.httpBody = Data(request.body)
    outgoing.httpShouldHandleCookies = false
    for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
    let sending = outgoing
    let exchange = URLSessionExchange()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = session.dataTask(with: sending) { _, response, error in
          let status = (response as? HTTPURLResponse)?.statusCode ?? 0
          exchange.finish(
            error.map { .failure($0) }
              ?? ((200..<300).contains(status)
                ? .success(()) : .failure(NetworkError.statusCode(status))))
        }
        exchange.start(task, continuation)
      }
    } onCancel: {
      exchange.cancel()
    }
  }
}

/// Answers every redirect with no.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

/// One request's task, so that it is either never started or stopped when it is cancelled.
private final class URLSessionExchange: Sendable {
  private struct State {
    var task: URLSessionDataTask?
    var continuation: CheckedContinuation<Void, any Error>?
    var isCancelled = false
  }

  private let state = Lock(State())

  func start(_ task: URLSessionDataTask, _ continuation: CheckedContinuation<Void, any Error>) {
    let starts = state.withLock { state in
      guard !state.isCancelled else { return false }
      state.task = task
      state.continuation = continuation
      // Under the lock, so that a cancellation comes before it, or finds a task that was started.
      task.resume()
      return true
    }
    if !starts { continuation.resume(throwing: CancellationError()) }
  }

  func finish(_ outcome: Result<Void, any Error>) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: outcome)
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
    finish(.failure(CancellationError()))
  }
}
