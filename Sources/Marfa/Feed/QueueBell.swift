import Resilience

/// Rings when the queue may have something new to send, or a new key to send it with.
///
/// Apart from the feed, because it is told before anybody follows the server, and holds nothing.
final class QueueBell: Sendable {
  /// Why it rings.
  enum Ring: Sendable {
    /// A write was queued.
    case written
    /// Somebody released, discarded or forgot writes.
    case cared
  }

  private struct State {
    var listeners: [Int: @Sendable (Ring) -> Void] = [:]
    var next = 0
  }

  private let state = Lock(State())

  /// Calls a function at each ring until it is taken away by the number that this answers.
  func listen(_ listener: @escaping @Sendable (Ring) -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
  }

  /// Takes a listener away.
  func stopListening(_ number: Int) {
    state.withLock { _ = $0.listeners.removeValue(forKey: number) }
  }

  /// Calls every listener.
  func ring(_ ring: Ring) {
    // Outside the lock: what a listener does is its own affair.
    for listener in state.withLock({ $0.listeners.values.map { $0 } }) { listener(ring) }
  }
}
