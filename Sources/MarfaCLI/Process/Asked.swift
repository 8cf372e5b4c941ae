import Resilience

/// Tells a running step from one that only waits to be asked to end.
///
/// While a process works, being asked cancels the work; while it waits, it ends the waiting, and
/// what was done stays done.
final class Asked: Sendable {
  private struct State {
    var isAsked = false
    var waiter: Task<ChildEnd?, Never>?
  }

  private let state = Lock(State())

  /// Tells that the process was asked to end.
  ///
  /// - Returns: whether work has to be cancelled, because nobody waits.
  func told() -> Bool {
    state.withLock { state in
      state.isAsked = true
      state.waiter?.cancel()
      return state.waiter == nil
    }
  }

  /// Waits until the process is asked to end, or the server ends by itself.
  ///
  /// - Returns: how the server ended; `nil` when the process was asked.
  func orEnded(_ server: ServerProcess) async -> ChildEnd? {
    let waiter = Task { await server.ended() }
    state.withLock { state in
      if state.isAsked { waiter.cancel() }
      state.waiter = waiter
    }
    return await waiter.value
  }
}
