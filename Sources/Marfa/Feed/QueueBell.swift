import Resilience

/// Rings when the queue may have changed, or there is a new key to send it with.
///
/// Apart from the feed, because it is told before anybody follows the server, and holds nothing.
final class QueueBell: Sendable {
  /// Why it rings. Rings that nobody has looked at yet add up.
  struct Ring: OptionSet, Sendable {
    let rawValue: Int

    /// There may be something to send.
    static let sendable = Ring(rawValue: 1)
    /// Writes may have been decided, freed or taken out.
    static let decided = Ring(rawValue: 2)
    /// Another key is in use.
    static let rekeyed = Ring(rawValue: 4)

    /// A write was queued.
    static let written: Ring = .sendable
    /// Somebody released, discarded or forgot writes.
    static let cared: Ring = [.sendable, .decided]
    /// A call that may settle writes is over. What it left is no reason to send again.
    static let settled: Ring = .decided
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
