import Foundation
import Resilience

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Brings what the URL loading system tells about a task to the exchange that waits for it.
final class URLSessionRouter: NSObject, URLSessionDataDelegate {
  private struct Route {
    let task: URLSessionTask
    let exchange: Exchange
    var timer: TransferTimer
    /// What waits for the timer's deadline.
    var watch: Task<Void, Never>?
  }

  private struct State {
    var isClosed = false
    var routes: [Int: Route] = [:]
  }

  private let clock: any WaitingClock
  private let state = Lock(State())

  init(clock: any WaitingClock) {
    self.clock = clock
  }

  /// Makes a task and opens its way to an exchange.
  ///
  /// - Throws: ``TransportError/local(_:)`` when closed; no task is made.
  func open(
    _ request: TransportRequest, _ exchange: Exchange, make: () -> URLSessionTask
  ) throws(TransportError) -> URLSessionTask {
    let now = clock.now
    // Under the lock, so that the session cannot be closed between the question and the task: an
    // invalidated session answers the wish for a task with a trap.
    let task = state.withLock { state -> URLSessionTask? in
      guard !state.isClosed else { return nil }
      let task = make()
      var timer = TransferTimer(request)
      timer.sent(now: now.advanced(by: request.connectTimeout))
      state.routes[task.taskIdentifier] = Route(task: task, exchange: exchange, timer: timer)
      return task
    }
    guard let task else { throw .local(.closed) }
    exchange.attach(
      Exchange.Wire(
        abort: { [self] in
          take(task.taskIdentifier)
          task.cancel()
        },
        letFlow: { task.resume() }))
    watch(task.taskIdentifier)
    return task
  }

  /// Fails everything that is under way as closed, and what comes later.
  func closeAll() {
    let routes = state.withLock { state in
      state.isClosed = true
      defer { state.routes = [:] }
      return Array(state.routes.values)
    }
    for route in routes {
      route.watch?.cancel()
      route.exchange.finish(.local(.closed))
      route.task.cancel()
    }
  }

  // MARK: Time

  /// Waits anew for the deadline of the phase that the task is in.
  private func watch(_ id: Int) {
    state.withLock { state in
      state.routes[id]?.watch?.cancel()
      guard let deadline = state.routes[id]?.timer.deadline else { return }
      state.routes[id]?.watch = Task { [weak self, clock] in
        do { try await clock.sleep(until: deadline) } catch { return }
        self?.expire(id)
      }
    }
  }

  private func expire(_ id: Int) {
    let now = clock.now
    let failure = state.withLock { $0.routes[id]?.timer.expiry(now: now) }
    guard let failure, let route = take(id) else { return }
    route.exchange.finish(failure)
    route.task.cancel()
  }

  private func exchange(_ id: Int) -> Exchange? {
    state.withLock { $0.routes[id]?.exchange }
  }

  @discardableResult
  private func take(_ id: Int) -> Route? {
    let route = state.withLock { $0.routes.removeValue(forKey: id) }
    route?.watch?.cancel()
    return route
  }

  // MARK: What the system tells, on its queue

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The redirect itself is the answer.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    let now = clock.now
    state.withLock { $0.routes[task.taskIdentifier]?.timer.sent(now: now) }
    watch(task.taskIdentifier)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let id = dataTask.taskIdentifier
    guard let response = response as? HTTPURLResponse else {
      take(id)?.exchange.finish(.connection(.unreadable))
      return completionHandler(.cancel)
    }
    let now = clock.now
    state.withLock { $0.routes[id]?.timer.headReceived(now: now) }
    watch(id)
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { (name: $0, value: "\(value)") }
    }
    exchange(id)?.receiveHead(
      TransportHead(status: response.statusCode, headers: TransportHeaders(fields)))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = exchange(dataTask.taskIdentifier) else { return }
    let isFull = data.withUnsafeBytes { exchange.take($0) }
    #if canImport(Darwin)
      if isFull { dataTask.suspend() }
    #else
      // Elsewhere suspending a task takes it off the wire for good: the reader's buffer grows.
      _ = isFull
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let route = take(task.taskIdentifier) else { return }
    route.exchange.finish(error.map { TransportError(urlLoading: $0, phase: route.timer.phase) })
  }
}
