import Resilience

/// Wakes the streams when events were committed, when it is time for a heartbeat, and at the stop.
final class EventHub: Sendable {
  /// Why a waiting stream was woken.
  enum Wake: Sendable, Hashable {
    /// Something was committed.
    case events
    /// A heartbeat is due.
    case heartbeat
    /// The server stops.
    case stopping
    /// The waiting task was cancelled.
    case cancelled
  }

  private struct State {
    var committed: Int64 = 0
    var isStopping = false
    var next = 0
    var waiting: [Int: CheckedContinuation<Wake, Never>] = [:]
    /// Waits that were cancelled before they began.
    var cancelledEarly: Set<Int> = []
  }

  private let state = Lock(State())

  /// The number of commits so far; hand it to ``wait(since:)`` to miss none.
  var mark: Int64 { state.withLock { $0.committed } }

  /// Waits until something was committed after `mark`, a heartbeat is due, or the server stops.
  func wait(since mark: Int64) async -> Wake {
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    // A cancellation that came after the wake leaves its mark behind; it must not pile up.
    defer { state.withLock { _ = $0.cancelledEarly.remove(number) } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake: Wake? = state.withLock { state in
          if state.cancelledEarly.remove(number) != nil { return .cancelled }
          if state.isStopping { return .stopping }
          if state.committed != mark { return .events }
          state.waiting[number] = continuation
          return nil
        }
        if let wake { continuation.resume(returning: wake) }
      }
    } onCancel: {
      let waiting: CheckedContinuation<Wake, Never>? = state.withLock { state in
        if let waiting = state.waiting.removeValue(forKey: number) { return waiting }
        state.cancelledEarly.insert(number)
        return nil
      }
      waiting?.resume(returning: .cancelled)
    }
  }

  /// Tells that events were committed.
  func committed() { wakeAll(.events) { $0.committed += 1 } }

  /// Tells that a heartbeat is due.
  func heartbeat() { wakeAll(.heartbeat) { _ in } }

  /// Tells that the server stops; every later wait answers so at once.
  func stop() { wakeAll(.stopping) { $0.isStopping = true } }

  private func wakeAll(_ wake: Wake, _ change: @Sendable (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for stream in waiting { stream.resume(returning: wake) }
  }
}
