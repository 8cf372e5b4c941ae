/// One request's way from its first byte back to its last, seen from this side: a value.
///
/// What comes in are the events of the wire and of the two who wait: the caller, for the head or
/// the whole answer, and the reader, for the bytes of a stream. What goes out are the actions that
/// the one who holds the machine carries out.
struct ExchangeStateMachine: Sendable {
  enum Mode: Sendable, Hashable {
    /// The caller waits for the whole answer, whose body may have so many bytes.
    case whole(limit: Int)
    /// The caller waits for the head; a reader takes the bytes, of which so many may wait.
    case stream(highWater: Int)
  }

  enum Failure: Error, Sendable, Hashable {
    case transport(TransportError)
    case cancelled
  }

  enum State: Sendable {
    /// No head yet.
    case waiting
    /// The head is there, the body is coming.
    case open(TransportHead)
    /// Everything has come.
    case complete(TransportHead)
    /// It will not come.
    case failed(TransportHead?, Failure)
  }

  enum Action: Sendable, Hashable {
    case wakeCaller
    case wakeReader
    /// The connection is to be let flow again.
    case letFlow
    /// The request is to be taken off the wire.
    case abort
  }

  /// What a reader gets when it asks.
  enum Reading: Sendable, Hashable {
    case bytes([UInt8])
    case end
    case failed(Failure)
    case wait
  }

  /// What a caller gets when it is woken.
  enum Answer: Sendable {
    case response(TransportResponse)
    case failed(Failure)
    case wait
  }

  let mode: Mode
  private(set) var state = State.waiting
  private(set) var buffer: [UInt8] = []
  private var isHeldBack = false

  init(mode: Mode) {
    self.mode = mode
  }

  /// Whether the bytes that wait for the reader are as many as may.
  var isFull: Bool {
    switch mode {
    case .whole: false
    case .stream(let highWater): buffer.count >= highWater
    }
  }

  /// Whether nothing more can come.
  var isOver: Bool {
    switch state {
    case .waiting, .open: false
    case .complete, .failed: true
    }
  }

  /// The head of the answer came.
  mutating func receiveHead(_ head: TransportHead) -> [Action] {
    switch state {
    case .waiting:
      state = .open(head)
      switch mode {
      case .whole: return []
      case .stream: return [.wakeCaller]
      }
    case .open, .complete, .failed:
      return []
    }
  }

  /// Bytes of the body came.
  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Action] {
    switch state {
    case .open(let head):
      switch mode {
      case .whole(let limit):
        guard bytes.count <= limit - buffer.count else {
          return fail(head, .transport(.connection(.tooLarge))) + [.abort]
        }
        buffer.append(contentsOf: bytes)
        return []
      case .stream:
        let wasEmpty = buffer.isEmpty
        buffer.append(contentsOf: bytes)
        return wasEmpty && !bytes.isEmpty ? [.wakeReader] : []
      }
    case .waiting, .complete, .failed:
      return []
    }
  }

  /// The connection is held back until the reader has caught up.
  mutating func holdBack() {
    isHeldBack = true
  }

  /// The wire has nothing more: the answer is whole, or broke off.
  mutating func finish(_ error: TransportError?) -> [Action] {
    switch (state, error) {
    case (.waiting, let error):
      // An end without a head is no answer, whatever the wire says about it.
      return fail(nil, .transport(error ?? .connection(.dropped)))
    case (.open(let head), .some(let error)):
      return fail(head, .transport(error))
    case (.open(let head), .none):
      state = .complete(head)
      return [.wakeCaller, .wakeReader]
    case (.complete, _), (.failed, _):
      return []
    }
  }

  /// The caller or the reader gave up. What waits to be read is dropped.
  mutating func cancel() -> [Action] {
    let wasOnTheWire: Bool
    switch state {
    case .waiting, .open: wasOnTheWire = true
    case .complete, .failed: wasOnTheWire = false
    }
    buffer = []
    switch state {
    case .waiting: return fail(nil, .cancelled) + [.abort]
    case .open(let head), .complete(let head), .failed(.some(let head), _):
      return fail(head, .cancelled) + (wasOnTheWire ? [.abort] : [])
    case .failed(.none, _): return []
    }
  }

  /// The caller asks for its answer: the head of a stream, or the whole, whose body it takes.
  mutating func answer() -> Answer {
    switch (mode, state) {
    case (_, .waiting), (.whole, .open):
      return .wait
    case (_, .failed(_, let failure)):
      return .failed(failure)
    case (.stream, .open(let head)), (.stream, .complete(let head)):
      return .response(TransportResponse(head: head))
    case (.whole, .complete(let head)):
      let body = buffer
      buffer = []
      return .response(TransportResponse(head: head, body: body))
    }
  }

  /// The reader asks for what has come.
  mutating func read() -> (Reading, [Action]) {
    if !buffer.isEmpty {
      let bytes = buffer
      buffer = []
      let flows = isHeldBack
      isHeldBack = false
      return (.bytes(bytes), flows ? [.letFlow] : [])
    }
    switch state {
    case .waiting, .open: return (.wait, [])
    case .complete: return (.end, [])
    case .failed(_, let failure): return (.failed(failure), [])
    }
  }

  private mutating func fail(_ head: TransportHead?, _ failure: Failure) -> [Action] {
    state = .failed(head, failure)
    switch mode {
    case .whole: buffer = []
    case .stream: break
    }
    return [.wakeCaller, .wakeReader]
  }
}
