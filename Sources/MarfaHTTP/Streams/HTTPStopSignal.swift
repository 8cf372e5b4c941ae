import Resilience

/// Tells that the server is being stopped: once, for everybody, for good.
///
/// A handler gets it with each request. A stream waits for it beside its own events, writes its
/// last frame and returns, before the deadline of the stop cuts what is left.
public final class HTTPStopSignal: Sendable {
  private struct State: Sendable {
    var isSet = false
    var nextWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Lock(State())

  /// Makes a signal that has not been given.
  public init() {}

  /// Whether the stop has begun.
  public var isSet: Bool { state.withLock { $0.isSet } }

  /// Gives the signal. Doing it again changes nothing.
  public func set() {
    let waiters = state.withLock { state in
      state.isSet = true
      defer { state.waiters.removeAll() }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the stop begins; returns at once if it has.
  ///
  /// Cancelling the waiting task makes this return early, without the signal: look at `isSet` or
  /// `Task.isCancelled` if the difference matters.
  public func wait() async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard !state.isSet, !Task.isCancelled else { return false }
          state.waiters[id] = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}
