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
    /// What a manager says of the connection; it knows more than the streams do.
    var managed: CopyUpdate.Connection?
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

  /// Whether streams are told that following has ended.
  var saysStopped: Bool { state.withLock { $0.stopped != nil } }

  /// How the copy stands with its server now.
  var connection: CopyUpdate.Connection { state.withLock { connection($0) } }

  private func connection(_ state: State) -> CopyUpdate.Connection {
    if let managed = state.managed { return managed }
    if let error = state.stopped { return .stopped(error) }
    guard hasServer else { return .local }
    if let error = state.unreachable { return .offline(error) }
    return state.isOnline ? .online : .connecting
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
      state.isOnline = true
      guard state.unreachable != nil else { return ChangeBuffer.Woken() }
      state.unreachable = nil
      return state.deliver([Change(origin: .serverReachable)])
    }
  }

  /// Tells that following ended with an error, once until it starts again; later streams are told
  /// it too.
  func tellStopped(_ error: MarfaError) {
    changing { state in
      guard state.stopped != error else { return ChangeBuffer.Woken() }
      state.stopped = error
      return state.deliver([Change(origin: .stopped(error))])
    }
  }

  /// Forgets that following ended, since it starts again.
  func clearStopped() {
    changing { state in
      state.stopped = nil
      return ChangeBuffer.Woken()
    }
  }

  /// Forgets what was heard under another key. What could not be read meanwhile can be read again.
  func beginAnew() {
    changing { state in
      state.stopped = nil
      state.isOnline = false
      return state.onlookers { $0.nudge() }
    }
  }

  /// Lets a manager say how the copy stands; `nil` when none keeps it in step any more.
  func manage(_ connection: CopyUpdate.Connection?) {
    changing { state in
      state.managed = connection
      return ChangeBuffer.Woken()
    }
  }

  /// Lets everyone who looks on look again.
  func nudge() {
    changing { $0.onlookers { $0.nudge() } }
  }

  /// Changes what stands, and lets those who have something to look at go on.
  ///
  /// What is told goes into the buffers under the lock, which is what gives all streams one order.
  /// A connection that is another one now is shown to those who look on, told or not.
  private func changing(_ change: (inout State) -> ChangeBuffer.Woken) {
    state.withLock { state in
      let before = connection(state)
      let woken = change(&state)
      return connection(state) == before ? woken : woken + state.onlookers { $0.nudge() }
    }.goOn()
  }
}
