/// One client's connection as the server's watch sees it: what it owes, and for how long.
///
/// Time comes in as ticks of the watch. Where the library stands with the connection comes in as
/// it happens, what the socket has moved comes in with each tick.
struct ConnectionStateMachine: Sendable {
  /// What the client owes, or the server.
  enum Phase: Equatable, Sendable {
    /// Nothing, or a part of a head, has arrived.
    case awaitingHead(isFirst: Bool)
    /// A request line has arrived, its fields have not.
    case readingHead
    /// A head has arrived, the end of its body has not.
    case readingBody
    /// A handler is at work, or its answer is being sent.
    case busy
    case closed
  }

  /// How many ticks a client may take, and what a body has to bring.
  struct Patience: Equatable, Sendable {
    /// Ticks that a head may take, and a body until its rate is judged.
    let head: Int
    /// Further ticks that may pass between two requests, and between two pieces of a body.
    let idle: Int
    /// Bytes of a body that each tick has to bring on average, once it took longer than a head.
    let bodyBytes: Int
    /// Ticks without any movement that a stop bears of a connection that waits for its client.
    let stalled: Int
  }

  /// What a look at the socket finds.
  struct Look: Equatable, Sendable {
    /// What the next read would find.
    enum Input: Equatable, Sendable {
      case nothing
      case bytes
      /// The client has ended its sending side, or the whole connection.
      case end
    }

    var input = Input.nothing
    /// Bytes that the client has sent and taken in all; `nil` where the system doesn't tell.
    var moved: UInt64?
    /// Whether bytes wait for the client to take them.
    var hasUntaken = false
    /// Whether the handler has answered, so that only the client keeps the request from its end.
    var isAnswering = false
    /// Whether the server is being stopped.
    var isStopping = false
  }

  /// What becomes of the connection after a tick.
  enum Verdict: Equatable, Sendable {
    case keep
    /// Close it: its client takes too long.
    case cut
    /// Nobody waits for the answer any more.
    case abandon
  }

  private(set) var phase = Phase.awaitingHead(isFirst: true)
  /// Whether no request may start any more.
  private(set) var isRetired = false
  private var ticks = 0
  /// Ticks since the body last grew.
  private var quietTicks = 0
  /// How much of a body has arrived, in bytes.
  private var bodyBytes = 0
  private var lastMoved: UInt64?
  /// Ticks of a stop in which the client has moved nothing.
  private var stalledTicks = 0

  /// A request line has arrived.
  mutating func requestLine() { enter(.readingHead) }

  /// The head is complete. Answers false when no request may start any more.
  mutating func headComplete() -> Bool {
    enter(.readingBody)
    bodyBytes = 0
    quietTicks = 0
    return !isRetired
  }

  /// A part of the body has arrived.
  mutating func bodyArrived(_ count: Int) {
    bodyBytes += count
    quietTicks = 0
  }

  /// The body is complete, or no more of it is read: the request is at work.
  mutating func bodyComplete() { enter(.busy) }

  /// The library is done with the request.
  mutating func requestEnded() { enter(.awaitingHead(isFirst: false)) }

  /// The library is about to close the descriptor.
  mutating func closed() { enter(.closed) }

  /// Whether a request is at work.
  var isBusy: Bool {
    switch phase {
    case .readingBody, .busy: true
    case .awaitingHead, .readingHead, .closed: false
    }
  }

  /// Lets no further request start. Answers false, and changes nothing, while one is at work.
  mutating func retire() -> Bool {
    guard !isBusy else { return false }
    isRetired = true
    return true
  }

  /// Lets no further request start, whatever is at work.
  mutating func abort() { isRetired = true }

  /// A tick of the watch has passed.
  mutating func tick(_ look: Look, _ patience: Patience) -> Verdict {
    ticks += 1
    let isStalled = stalls(look, patience)
    switch phase {
    case .closed: return .keep
    // While a request is at work the library reads nothing, and so does not see the end.
    case .busy: return look.input == .end ? .abandon : isStalled ? .cut : .keep
    case .readingHead, .awaitingHead(isFirst: true): return ticks > patience.head ? .cut : .keep
    case .awaitingHead(isFirst: false):
      return ticks > patience.head + patience.idle ? .cut : .keep
    case .readingBody:
      quietTicks += 1
      // In the middle of chunks the library overlooks an end that comes with the last bytes.
      let isTooSlow = ticks > patience.head && bodyBytes / ticks < patience.bodyBytes
      let isQuiet = quietTicks > patience.idle
      return look.input == .end || isTooSlow || isQuiet || isStalled ? .cut : .keep
    }
  }

  /// Whether a stop has waited long enough for a client that moves nothing.
  private mutating func stalls(_ look: Look, _ patience: Patience) -> Bool {
    let waitsForClient =
      phase == .readingBody || phase == .busy && look.isAnswering && look.hasUntaken
    defer { lastMoved = look.moved }
    guard look.isStopping, waitsForClient, let moved = look.moved, moved == lastMoved else {
      stalledTicks = 0
      return false
    }
    stalledTicks += 1
    return stalledTicks >= patience.stalled
  }

  private mutating func enter(_ next: Phase) {
    phase = next
    ticks = 0
  }
}
