/// What a streamed body does next: bytes in from its producer, out to the network thread.
///
/// A connection with nothing to send is suspended, so that the library does not spin on it.
struct StreamStateMachine {
  /// Where the network thread stands with this body.
  enum State: Equatable {
    /// It reads, or will read as soon as the socket takes more.
    case flowing
    /// The connection is suspended; only a resume moves it.
    case suspended
    /// The connection has ended, or is to be cut at the next read.
    case gone
  }

  /// How the body is to end after the waiting bytes.
  enum Ending: Equatable {
    case open
    case complete
    case cut
  }

  /// What the network thread does with a read.
  enum ReadAction: Equatable {
    /// This many bytes were moved.
    case send(Int)
    /// Nothing to send: suspend the connection before anything else happens to this value.
    case suspend
    case endBody
    case cutConnection
  }

  private(set) var state = State.flowing
  private(set) var ending = Ending.open
  private var queue = ByteQueue()
  /// How many bytes may still be written; `nil` when no length was announced.
  private var remaining: Int?
  private let limit: Int

  init(length: Int?, limit: Int) {
    remaining = length
    self.limit = limit
  }

  var backlogBytes: Int { queue.count }
  /// Whether a writer has to wait for the reader.
  var isOverLimit: Bool { queue.count > limit }

  /// Takes bytes. Answers whether the connection must be resumed.
  ///
  /// What the producer did wrong is judged before whether its client is still there: a client that
  /// has read the whole body and left must not decide which error a write gets.
  mutating func write(_ bytes: [UInt8]) throws(HTTPStreamError) -> Bool {
    if ending != .open { throw .finished }
    if let remaining, bytes.count > remaining { throw .lengthExceeded }
    if state == .gone { throw .clientGone }
    if let remaining { self.remaining = remaining - bytes.count }
    queue.append(bytes)
    return wake()
  }

  /// The producer is done. Answers whether the connection must be resumed.
  mutating func finish() -> Bool {
    guard ending == .open else { return false }
    // A body short of its announced length cannot end properly: the client would wait for ever.
    ending = (remaining ?? 0) > 0 ? .cut : .complete
    return wake()
  }

  /// The producer failed: send nothing more and cut. Answers whether to resume.
  mutating func fail() -> Bool {
    guard ending == .open else { return false }
    ending = .cut
    queue.removeAll()
    return wake()
  }

  /// The network thread can send.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadAction {
    switch state {
    case .gone:
      return .cutConnection
    case .flowing, .suspended:
      state = .flowing
    }
    let moved = queue.move(into: buffer)
    if moved > 0 { return .send(moved) }
    switch ending {
    case .open:
      state = .suspended
      return .suspend
    case .complete:
      return .endBody
    case .cut:
      return .cutConnection
    }
  }

  /// Nobody will read any more. Answers whether to resume, for the cut to happen.
  mutating func abort() -> Bool {
    let wasSuspended = state == .suspended
    state = .gone
    queue.removeAll()
    return wasSuspended
  }

  /// The connection has ended.
  mutating func connectionEnded() {
    state = .gone
    queue.removeAll()
  }

  private mutating func wake() -> Bool {
    switch state {
    case .suspended:
      state = .flowing
      return true
    case .flowing, .gone:
      return false
    }
  }
}
