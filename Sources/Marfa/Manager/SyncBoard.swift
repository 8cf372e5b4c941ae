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
    let number: Int? = state.withLock { state in
      continuation.yield(state.status)
      guard !state.isFinished else { return nil }
      state.next += 1
      state.streams[state.next] = continuation
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.streams.removeValue(forKey: number) }
    }
    return stream
  }

  /// Puts up a status; one that says nothing new is not told.
  func put(_ status: SyncStatus) {
    state.withLock { state in
      guard state.status != status else { return }
      state.status = status
      // Under the lock, so that all streams see one order; it never calls back.
      for stream in state.streams.values { stream.yield(status) }
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
    // Outside the lock: finishing calls back into it.
    for stream in streams { stream.finish() }
  }
}
