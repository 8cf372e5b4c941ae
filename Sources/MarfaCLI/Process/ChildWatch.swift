import Resilience

/// Lets any number of tasks wait for the end of one child process.
final class ChildWatch: Sendable {
  private struct State {
    var end: ChildEnd?
    var waiters: [Int: CheckedContinuation<ChildEnd?, Never>] = [:]
    var next = 0
  }

  private let state = Lock(State())

  /// How it ended; `nil` while it runs.
  var end: ChildEnd? { state.withLock { $0.end } }

  /// Tells that it ended.
  func ended(_ end: ChildEnd) {
    let waiters = state.withLock { state in
      guard state.end == nil else { return [CheckedContinuation<ChildEnd?, Never>]() }
      state.end = end
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: end) }
  }

  /// Waits for the end; `nil` when the waiting task is cancelled first.
  func wait() async -> ChildEnd? {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let early: ChildEnd?? = state.withLock { state in
          if let end = state.end { return .some(end) }
          if Task.isCancelled { return .some(nil) }
          state.waiters[number] = continuation
          return nil
        }
        if let early { continuation.resume(returning: early) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.resume(returning: nil)
    }
  }
}
