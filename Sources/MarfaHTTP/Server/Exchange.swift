import CMicroHTTPD
import Resilience

/// The effects of one request: collects it, runs the handler, hands its answer to the library.
///
/// Suspending and resuming happen while the lock is held, for the reason given at
/// `StreamChannel`.
// Unchecked: `incoming` is only touched on the connection's network thread, and no more once
// the handler has been started; all else is behind the lock or constant.
final class Exchange: @unchecked Sendable {
  private struct Incoming {
    var isHeadRead = false
    var isDelivered = false
    var method = ""
    var headers = HTTPHeaders()
    /// Takes nothing until a head has announced a body.
    var body = IncomingBody(cap: 0, discardCap: 0, announced: nil, room: nil)
  }

  private struct State: Sendable {
    var machine = ExchangeStateMachine<PreparedAnswer>()
    var task: Task<Void, Never>?
    var stream: StreamChannel?
    /// Whether the library times this answer otherwise than the rest.
    var hasOwnTimeout = false
  }

  private let core: ServerCore
  private let link: Connection
  private let connection: ConnectionPointer
  private let target: RequestTarget
  private var incoming = Incoming()
  private let state = Lock(State())

  init(core: ServerCore, link: Connection, connection: ConnectionPointer, target: RequestTarget) {
    self.core = core
    self.link = link
    self.connection = connection
    self.target = target
  }

  // MARK: The network thread's side

  /// The library has something for this request: its head, a part of its body, its end, or the
  /// question for the answer. Answers false to close the connection.
  func called(
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, data: UnsafeRawBufferPointer
  ) -> Bool {
    if !incoming.isHeadRead { return readHead(method: method, version: version) }
    if incoming.isDelivered { return perform(state.withLock { $0.machine.calledAgain() }) }
    if data.isEmpty { return deliver() }
    link.bodyArrived(data.count)
    incoming.body.append(data)
    return !incoming.body.isBeyondPatience
  }

  /// The library is done with the request, answered or not.
  func completed(keepsConnection: Bool) {
    incoming.body.giveRoomBack()
    let (unsent, task, stream, hasOwnTimeout) = state.withLock { state in
      (state.machine.completed(), state.task, state.stream, state.hasOwnTimeout)
    }
    unsent?.destroy()
    task?.cancel()
    stream?.connectionEnded()
    if hasOwnTimeout && keepsConnection { connection.setTimeout(core.options.libraryTimeout) }
    link.exchangeEnded()
    if core.stopping.isSet { core.progressed() }
  }

  private func readHead(
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?
  ) -> Bool {
    incoming.isHeadRead = true
    guard link.headComplete() else { return false }
    guard let headers = RequestHead.headers(of: connection.raw) else {
      return refuse("a header field whose name is not a token")
    }
    if let fault = RequestHead.fault(of: target.raw, headers, version: version) {
      return refuse(fault)
    }
    incoming.method = method.map { String(cString: $0) } ?? ""
    incoming.headers = headers
    switch RequestHead.framing(of: headers) {
    case .ambiguous(let what): return refuse(what)
    case .none, .length(0): return true
    case .length(let length): return expectBody(announced: length)
    case .chunked: return expectBody(announced: nil)
    }
  }

  private func expectBody(announced: Int?) -> Bool {
    let options = core.options
    let headers = incoming.headers
    incoming.body = IncomingBody(
      cap: options.maxBodyBytes(incoming.method, target.path),
      discardCap: options.maxDiscardedBytes, announced: announced, room: core.bodyRoom,
      sink: options.bodySink(
        HTTPBodyHead(
          method: incoming.method, path: target.path, headers: headers, announcedBytes: announced)))
    // A body that will not be read to its end is refused before it is sent, if the client waits
    // for a word, or else while it is: the library then closes the connection after the answer.
    guard incoming.body.isOverflow, let announced else { return true }
    let isTooMuchToRead = announced > options.maxDiscardedBytes
    return isTooMuchToRead || RequestHead.expectsContinue(headers) ? deliver() : true
  }

  private func deliver() -> Bool {
    incoming.isDelivered = true
    link.bodyComplete()
    guard state.withLock({ $0.machine.requestComplete() }) else { return false }
    let request = HTTPRequest(
      method: incoming.method, target: target, headers: incoming.headers,
      body: incoming.body.take(), bodyOverflow: incoming.body.isOverflow,
      lacksRoom: incoming.body.lacksRoom, sink: incoming.body.sink,
      remoteAddress: link.remoteAddress, stopping: core.stopping)
    if let atOnce = core.atOnce, request.body.count <= core.options.inlineBodyBytes,
      let response = atOnce(request)
    {
      return perform(answered(response, isHead: request.method == "HEAD"))
    }
    let task = start(request)
    let step = state.withLock { state in
      state.task = task
      let step = state.machine.handlerStarted()
      if case .suspend = step { connection.suspend() }
      return step
    }
    return perform(step)
  }

  /// The answer was made on this thread, so that there is neither a task nor a suspension.
  private func answered(
    _ response: HTTPResponse, isHead: Bool
  ) -> ExchangeStateMachine<PreparedAnswer>.Step {
    let prepared = prepared(response, isHead: isHead)
    let (isTaken, step) = state.withLock { state in
      (state.machine.answered(prepared).isTaken, state.machine.handlerStarted())
    }
    if !isTaken { prepared.destroy() }
    return step
  }

  private func prepared(_ response: HTTPResponse, isHead: Bool) -> PreparedAnswer {
    PreparedAnswer(
      response, isHead: isHead, closes: core.stopping.isSet,
      streamBacklogBytes: core.options.streamBacklogBytes)
  }

  private func start(_ request: HTTPRequest) -> Task<Void, Never> {
    let handler = core.handler
    let isHead = request.method == "HEAD"
    if request.body.count <= core.options.inlineBodyBytes, #available(macOS 26, iOS 26, *) {
      return Task.immediate { [self] in answer(await handler(request), isHead: isHead) }
    }
    return Task { [self] in answer(await handler(request), isHead: isHead) }
  }

  private func perform(_ step: ExchangeStateMachine<PreparedAnswer>.Step) -> Bool {
    switch step {
    case .suspend: return true
    case .cut: return false
    case .queue(let answer): return queue(answer)
    }
  }

  private func queue(_ answer: PreparedAnswer) -> Bool {
    if let timeout = timeout(of: answer) {
      connection.setTimeout(timeout)
      state.withLock { state in
        state.stream = answer.stream
        state.hasOwnTimeout = true
      }
    }
    return answer.queue(on: connection)
  }

  /// How long the client may leave a stream, or a large answer, unread.
  private func timeout(of answer: PreparedAnswer) -> Duration? {
    if answer.stream != nil { return core.options.stalledStreamTimeout }
    return answer.isLarge ? max(.seconds(1), core.options.idleTimeout) : nil
  }

  private func refuse(_ what: String) -> Bool {
    incoming.isDelivered = true
    return PreparedAnswer(refusal: "Bad request: \(what).\n").queue(on: connection)
  }

  // MARK: From any thread

  /// Whether the handler is done, and only the client keeps the request from its end.
  var isAnswering: Bool { state.withLock { $0.machine.state == .answering } }

  /// A stop ran past its deadline: ends the request without an answer.
  ///
  /// - Returns: whether a handler was at work on one.
  func abort() -> Bool {
    let (task, stream, isCut) = state.withLock { state in
      let isCut = state.machine.isAtWork
      if state.machine.abort() { connection.resume() }
      return (state.task, state.stream, isCut)
    }
    task?.cancel()
    stream?.abort()
    return isCut
  }

  /// The client has ended its side: nobody waits for the answer, a stream has no reader.
  func clientLeft() {
    let (task, stream) = state.withLock { state in (state.task, state.stream) }
    task?.cancel()
    stream?.abort()
  }

  private func answer(_ response: HTTPResponse, isHead: Bool) {
    let prepared = prepared(response, isHead: isHead)
    let isTaken = state.withLock { state in
      let (isTaken, resume) = state.machine.answered(prepared)
      if resume { connection.resume() }
      return isTaken
    }
    if !isTaken { prepared.destroy() }
  }
}
