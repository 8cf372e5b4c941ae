import MarfaModel
import Resilience

/// Tells every held stream what happens to a copy, each change once and in one order.
///
/// It remembers how the copy stands with its server, so that a stream taken later is told present
/// trouble first.
final class Feed: Sendable {
  private struct State {
    var streams: [Int: ChangeBuffer] = [:]
    /// Those who only look on: they keep nothing running.
    var observers: [Int: ChangeBuffer] = [:]
    var nextNumber = 0
    /// Whether the server answered last.
    var isOnline = false
    var unreachable: MarfaError?
    var stopped: MarfaError?
    var isFinished = false

    func deliver(_ changes: [Change]) -> ChangeBuffer.Woken { all { $0.tell(changes) } }

    func all(_ act: (ChangeBuffer) -> ChangeBuffer.Woken) -> ChangeBuffer.Woken {
      streams.values.reduce(onlookers(act)) { $0 + act($1) }
    }

    func onlookers(_ act: (ChangeBuffer) -> ChangeBuffer.Woken) -> ChangeBuffer.Woken {
      observers.values.reduce(ChangeBuffer.Woken()) { $0 + act($1) }
    }
  }

  /// Lets a reader go when nothing holds its stream any more.
  private final class Hold: Sendable {
    let buffer: ChangeBuffer
    let letGo: @Sendable () -> Void

    init(_ buffer: ChangeBuffer, _ number: Int, of feed: Feed) {
      self.buffer = buffer
      letGo = { [weak feed] in feed?.letGo(number) }
    }

    deinit { letGo() }
  }

  private let state = Lock(State())
  private let hasServer: Bool
  private let heldChanged: @Sendable () -> Void

  /// Makes a feed that nobody holds.
  ///
  /// - Parameters:
  ///   - hasServer: whether the copy has a server to stand well or badly with.
  ///   - heldChanged: called after the first stream was taken and after the last was let go. Two
  ///     such calls may overtake each other, so what holds is asked of ``isHeld``.
  init(hasServer: Bool = true, heldChanged: @escaping @Sendable () -> Void) {
    self.hasServer = hasServer
    self.heldChanged = heldChanged
  }

  /// Whether anybody holds a stream.
  var isHeld: Bool { state.withLock { !$0.streams.isEmpty } }

  /// Whether streams were told that the server cannot be reached.
  var saysUnreachable: Bool { state.withLock { $0.unreachable != nil } }

  /// How the copy stands with its server now.
  var connection: CopyUpdate.Connection {
    state.withLock { state in
      if let error = state.stopped { return .stopped(error) }
      guard hasServer else { return .local }
      if let error = state.unreachable { return .offline(error) }
      return state.isOnline ? .online : .connecting
    }
  }

  // MARK: - Readers

  /// A stream of the changes from now on; already finished after ``finish()``.
  ///
  /// Present trouble comes first. Ending the iteration, or cancelling its task, lets the stream go.
  func stream() -> AsyncStream<Change> {
    let buffer = ChangeBuffer()
    let (number, isFirst) = state.withLock { state in
      let number = Self.number(&state)
      // Nobody reads it yet, so nobody is woken.
      guard !state.isFinished else {
        _ = buffer.finish()
        return (number, false)
      }
      if let error = state.unreachable {
        _ = buffer.tell([Change(origin: .serverUnreachable(error))])
      }
      if let error = state.stopped { _ = buffer.tell([Change(origin: .stopped(error))]) }
      state.streams[number] = buffer
      return (number, state.streams.count == 1)
    }
    let hold = Hold(buffer, number, of: self)
    if isFirst { heldChanged() }
    return AsyncStream {
      await hold.buffer.next()
    } onCancel: { [weak hold] in
      hold?.letGo()
    }
  }

  /// A sequence of how the copy stands, the present state first. Holding it keeps nothing running.
  ///
  /// - Parameter facts: reads what waits and how much is held; `nil` ends the sequence.
  func updates(
    _ facts: @escaping @Sendable () async -> (pending: UInt64, hydration: Hydration)?
  ) -> AsyncStream<CopyUpdate> {
    let buffer = ChangeBuffer(isNudged: true)
    let (number, isFinished) = state.withLock { state in
      let number = Self.number(&state)
      if !state.isFinished { state.observers[number] = buffer }
      return (number, state.isFinished)
    }
    let hold = Hold(buffer, number, of: self)
    guard !isFinished else { return AsyncStream(unfolding: { nil }) }
    return AsyncStream { [weak self] in
      switch await hold.buffer.step() {
      case .sent(let update): return update
      case .changes(let changes):
        guard let now = await facts(), let self else { return nil }
        return CopyUpdate(
          connection: connection, changes: changes, pending: now.pending, hydration: now.hydration)
      case nil: return nil
      }
    } onCancel: { [weak hold] in
      hold?.letGo()
    }
  }

  private static func number(_ state: inout State) -> Int {
    state.nextNumber += 1
    return state.nextNumber
  }

  private func letGo(_ number: Int) {
    let wasLast = state.withLock { state in
      state.observers[number] = nil
      return state.streams.removeValue(forKey: number) != nil && state.streams.isEmpty
        && !state.isFinished
    }
    if wasLast { heldChanged() }
  }

  /// Ends every stream, now and later.
  func finish() {
    changing { state in
      state.isFinished = true
      defer {
        state.streams = [:]
        state.observers = [:]
      }
      return state.all { $0.finish() }
    }
  }

  // MARK: - Telling

  /// Tells every stream, in the order given.
  func tell(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    changing { $0.deliver(changes) }
  }

  /// Tells everyone who looks on an update as it is; nothing is remembered of it.
  func send(_ update: CopyUpdate) {
    changing { $0.onlookers { $0.send(update) } }
  }

  /// Tells every stream one thing.
  func tell(_ origin: Change.Origin, itemId: String? = nil, edgeId: String? = nil) {
    tell([Change(origin: origin, itemId: itemId, edgeId: edgeId)])
  }

  /// Tells that the server cannot be reached, once until it can again.
  func tellUnreachable(_ error: MarfaError) {
    changing { state in
      guard state.unreachable == nil else { return ChangeBuffer.Woken() }
      state.unreachable = error
      state.isOnline = false
      return state.deliver([Change(origin: .serverUnreachable(error))])
    }
  }

  /// Tells that the server can be reached again, where the opposite was told.
  func tellReachable() {
    changing { state in
      let wasOnline = state.isOnline
      state.isOnline = true
      guard state.unreachable != nil else {
        // Nothing to tell the streams; who looks on sees it for the first time.
        return wasOnline ? ChangeBuffer.Woken() : state.onlookers { $0.nudge() }
      }
      state.unreachable = nil
      return state.deliver([Change(origin: .serverReachable)])
    }
  }

  /// Tells that following ended with an error; later streams are told it too.
  func tellStopped(_ error: MarfaError) {
    changing { state in
      state.stopped = error
      return state.deliver([Change(origin: .stopped(error))])
    }
  }

  /// Forgets that following ended, since it starts again.
  func clearStopped() {
    changing { state in
      guard state.stopped != nil else { return ChangeBuffer.Woken() }
      state.stopped = nil
      return state.onlookers { $0.nudge() }
    }
  }

  /// Changes what stands, and lets those who have something to look at go on.
  ///
  /// What is told goes into the buffers under the lock, which is what gives all streams one order.
  private func changing(_ change: (inout State) -> ChangeBuffer.Woken) {
    state.withLock { change(&$0) }.goOn()
  }
}
