import Resilience

/// A clock for one task: what that task waits for passes at once and is written down.
///
/// Timers of other tasks (the limit of an attempt) never fire; they end when they are cancelled.
/// So a run needs nobody to move the clock and always takes the same course.
final class ScriptedClock: WaitingClock {
  private struct State {
    var offset = Duration.zero
    var owner: Int?
    var waits: [Duration] = []
    var beforeWait: (@Sendable (Int) -> Void)?
  }

  private let state = Lock(State())
  private let parked = VirtualClock()

  var now: MonotonicInstant { MonotonicInstant(offset: state.withLock { $0.offset }) }
  var unixMilliseconds: Int64 { 0 }
  var waits: [Duration] { state.withLock { $0.waits } }

  /// Makes the calling task the one whose waits pass.
  func adopt(beforeWait: @escaping @Sendable (Int) -> Void) {
    let task = Self.currentTask
    state.withLock { state in
      state.owner = task
      state.beforeWait = beforeWait
    }
  }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let task = Self.currentTask
    guard state.withLock({ $0.owner }) == task else {
      return try await parked.sleep(for: duration)
    }
    let (number, beforeWait) = state.withLock { state in
      state.waits.append(duration)
      return (state.waits.count - 1, state.beforeWait)
    }
    beforeWait?(number)
    try Task.checkCancellation()
    state.withLock { $0.offset += duration }
  }

  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
