import Resilience

/// Tells every held stream what happens to a copy, each change once and in one order.
///
/// It remembers the connection's present trouble, so that a stream taken later is told it first.
final class Feed: Sendable {
  private struct State {
    var streams: [Int: AsyncStream<Change>.Continuation] = [:]
    var nextStream = 0
    var unreachable: MarfaError?
    var stopped: MarfaError?
    var isFinished = false
  }

  private let state = Lock(State())
  private let heldChanged: @Sendable () -> Void

  /// Makes a feed that nobody holds.
  ///
  /// - Parameter heldChanged: called after the first stream was taken and after the last was let go.
  ///   Two such calls may overtake each other, so what holds is asked of ``isHeld``.
  init(heldChanged: @escaping @Sendable () -> Void) {
    self.heldChanged = heldChanged
  }

  /// Whether anybody holds a stream.
  var isHeld: Bool { state.withLock { !$0.streams.isEmpty } }

  /// Whether streams were told that the server cannot be reached.
  var saysUnreachable: Bool { state.withLock { $0.unreachable != nil } }

  /// A stream of the changes from now on, unbounded; already finished after ``finish()``.
  ///
  /// Present trouble comes first. Ending the iteration, or cancelling its task, lets the stream go.
  func stream() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
    let taken: (number: Int, isFirst: Bool)? = state.withLock { state in
      guard !state.isFinished else { return nil }
      let number = state.nextStream
      state.nextStream += 1
      state.streams[number] = continuation
      if let error = state.unreachable {
        continuation.yield(Change(origin: .serverUnreachable(error)))
      }
      if let error = state.stopped { continuation.yield(Change(origin: .stopped(error))) }
      return (number, state.streams.count == 1)
    }
    guard let taken else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.letGo(taken.number) }
    if taken.isFirst { heldChanged() }
    return stream
  }

  /// Tells every stream, in the order given.
  func tell(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    state.withLock { state in Self.deliver(changes, to: &state) }
  }

  /// Tells every stream one thing.
  func tell(_ origin: Change.Origin, itemId: String? = nil, edgeId: String? = nil) {
    tell([Change(origin: origin, itemId: itemId, edgeId: edgeId)])
  }

  /// Tells that the server cannot be reached, once until it can again.
  func tellUnreachable(_ error: MarfaError) {
    state.withLock { state in
      guard state.unreachable == nil else { return }
      state.unreachable = error
      Self.deliver([Change(origin: .serverUnreachable(error))], to: &state)
    }
  }

  /// Tells that the server can be reached again, where the opposite was told.
  func tellReachable() {
    state.withLock { state in
      guard state.unreachable != nil else { return }
      state.unreachable = nil
      Self.deliver([Change(origin: .serverReachable)], to: &state)
    }
  }

  /// Tells that following ended with an error; later streams are told it too.
  func tellStopped(_ error: MarfaError) {
    state.withLock { state in
      state.stopped = error
      Self.deliver([Change(origin: .stopped(error))], to: &state)
    }
  }

  /// Forgets that following ended, since it starts again.
  func clearStopped() {
    state.withLock { $0.stopped = nil }
  }

  /// Ends every stream, now and later.
  func finish() {
    let streams = state.withLock { state in
      state.isFinished = true
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    // Outside the lock: finishing calls back into `letGo`.
    for stream in streams { stream.finish() }
  }

  // Yielding under the lock is what gives all streams one order; it never calls back.
  private static func deliver(_ changes: [Change], to state: inout State) {
    for stream in state.streams.values {
      for change in changes { stream.yield(change) }
    }
  }

  private func letGo(_ number: Int) {
    let wasLast = state.withLock { state in
      state.streams.removeValue(forKey: number) != nil && state.streams.isEmpty
        && !state.isFinished
    }
    if wasLast { heldChanged() }
  }
}
