import Resilience

/// Lets calls in while a copy is open, and lets its closing wait for those that run.
final class CallGate: Sendable {
  private enum Phase { case open, closing, closed }

  private struct State {
    var phase = Phase.open
    var running = 0
    /// Resumed when the last running call has left.
    var closer: CheckedContinuation<Void, Never>?
    /// Resumed when the store is released.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Whether calls are refused.
  var isClosed: Bool { state.withLock { $0.phase != .open } }

  /// Runs a call, unless the copy is closed or closing.
  ///
  /// - Throws: `MarfaError.closed` before anything is started; else what the call throws.
  func run<Result>(_ call: () async throws -> Result) async throws -> Result {
    try state.withLock { state throws(MarfaError) in
      guard state.phase == .open else {
        throw .closed(message: MarfaErrorKind.closed.sentence)
      }
      state.running += 1
    }
    defer { leave() }
    return try await call()
  }

  /// Refuses new calls, waits for running ones, releases, and returns when all that is done.
  ///
  /// Called again, or at the same time, it returns only after the one release.
  func close(stopping: () async -> Void, releasing: () async -> Void) async {
    let isFirst = state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .closing
      return true
    }
    guard isFirst else {
      await withCheckedContinuation { continuation in
        let isReleased = state.withLock { state in
          if state.phase == .closed { return true }
          state.waiters.append(continuation)
          return false
        }
        if isReleased { continuation.resume() }
      }
      return
    }
    await stopping()
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.running == 0 { return true }
        state.closer = continuation
        return false
      }
      if isIdle { continuation.resume() }
    }
    await releasing()
    let waiters = state.withLock { state in
      state.phase = .closed
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private func leave() {
    let closer: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return nil }
      defer { state.closer = nil }
      return state.closer
    }
    closer?.resume()
  }
}
