import Resilience

/// Where a manager's status stands for everybody to read, and who is told of errors.
final class SyncBoard: Sendable {
  /// Called with an error that needs a person.
  typealias Handler = @Sendable (MarfaError, SyncSession) -> Void

  private struct State {
    var status = SyncStatus()
    var handler: Handler?
    var streams: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
    var next = 0
    var isFinished = false
  }

  private let state = Lock(State())

  /// The status now.
  var status: SyncStatus { state.withLock { $0.status } }

  /// Who is told of errors.
  var handler: Handler? {
    get { state.withLock { $0.handler } }
    set { state.withLock { $0.handler = newValue } }
  }

  /// The status now and each one after it; who is slow sees only the newest.
  func stream() -> AsyncStream<SyncStatus> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
    var shown: SyncStatus?
    // Shown what stands until that is still so when it is entered, so that it misses none.
    while true {
      let next: (status: SyncStatus?, isFinished: Bool) = state.withLock { state in
        guard state.status == shown else { return (state.status, false) }
        guard !state.isFinished else { return (nil, true) }
        state.next += 1
        state.streams[state.next] = continuation
        return (nil, false)
      }
      if next.isFinished { continuation.finish() }
      guard let status = next.status else { return stream }
      continuation.yield(status)
      shown = status
    }
  }

  /// Puts up a status; one that says nothing new is not told.
  ///
  /// Called by one at a time, which is what gives all streams one order.
  func put(_ status: SyncStatus) {
    let streams = state.withLock { state -> [Int: AsyncStream<SyncStatus>.Continuation] in
      guard state.status != status else { return [:] }
      state.status = status
      return state.streams
    }
    // Outside the lock: it wakes tasks, which wants a lock of the runtime's that is held around a
    // cancellation; and who is cancelled may ask for the status.
    for (number, stream) in streams {
      // One that nobody reads any more is known by the answer.
      guard case .terminated = stream.yield(status) else { continue }
      state.withLock { _ = $0.streams.removeValue(forKey: number) }
    }
  }

  /// Tells of an error. The status says it already.
  func tell(_ error: MarfaError, _ session: SyncSession) { handler?(error, session) }

  /// Ends every stream.
  func finish() {
    let streams = state.withLock { state in
      state.isFinished = true
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    // Outside the lock, as above.
    for stream in streams { stream.finish() }
  }
}
