/// A clock that stands still until a test moves it.
///
/// Timers fire in the order of their deadlines, those of one deadline in the order they were set.
/// A test waits for the code under test to set a timer with ``waitForTimers(_:)``, then moves the
/// clock; nothing waits in real time and nothing depends on how busy the machine is.
///
/// ```swift
/// let clock = VirtualClock()
/// async let answer = withTimeout(.seconds(5), clock: clock) { try await slow() }
/// await clock.waitForTimers()
/// clock.advance(by: .seconds(5))
/// ```
public final class VirtualClock: WaitingClock {
  private struct Timer {
    let id: UInt64
    let deadline: MonotonicInstant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    let isSatisfied: @Sendable (_ left: [Duration]) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = MonotonicInstant(offset: .zero)
    var unixMilliseconds: Int64
    var nextID: UInt64 = 0
    var timers: [Timer] = []
    var watchers: [UInt64: Watcher] = [:]
    var requested: [Duration] = []

    var timersLeft: [Duration] { timers.map { now.duration(to: $0.deadline) } }

    mutating func takeID() -> UInt64 {
      nextID += 1
      return nextID
    }

    mutating func takeDueTimers() -> [Timer] {
      let due = timers.filter { $0.deadline <= now }
      timers.removeAll { $0.deadline <= now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }

    mutating func takeSatisfiedWatchers() -> [Watcher] {
      guard !watchers.isEmpty else { return [] }
      let left = timersLeft
      let satisfied = watchers.filter { $0.value.isSatisfied(left) }
      for id in satisfied.keys { watchers[id] = nil }
      return Array(satisfied.values)
    }
  }

  private let state: Lock<State>

  /// Makes a clock that stands at zero.
  ///
  /// - Parameter unixMilliseconds: the wall time it starts with; 2026-01-01 00:00 UTC by default.
  public init(unixMilliseconds: Int64 = 1_767_225_600_000) {
    state = Lock(State(unixMilliseconds: unixMilliseconds))
  }

  /// The moment the clock stands at.
  public var now: MonotonicInstant { state.withLock { $0.now } }

  /// The wall time the clock stands at; it moves with the clock.
  public var unixMilliseconds: Int64 { state.withLock { $0.unixMilliseconds } }

  /// Every positive wait that was asked for, in the order of asking.
  public var requestedSleeps: [Duration] { state.withLock { $0.requested } }

  /// How long each timer that is set still has to run, the shortest first.
  public var pendingTimers: [Duration] {
    state.withLock { $0.timersLeft.sorted() }
  }

  /// Sets a timer and waits until the clock has been moved past it.
  ///
  /// - Throws: `CancellationError` at once when the task is, or gets, cancelled; the timer is gone.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let id = state.withLock { $0.takeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watchers = state.withLock { state -> [Watcher]? in
          // Asked under the lock: the handler below takes it too, so it comes before or after.
          guard !Task.isCancelled else { return nil }
          state.requested.append(duration)
          let deadline = state.now.advanced(by: duration)
          state.timers.append(Timer(id: id, deadline: deadline, continuation: continuation))
          return state.takeSatisfiedWatchers()
        }
        guard let watchers else { return continuation.resume(throwing: CancellationError()) }
        watchers.forEach { $0.continuation.resume() }
      }
    } onCancel: {
      let timer = state.withLock { state -> Timer? in
        guard let index = state.timers.firstIndex(where: { $0.id == id }) else { return nil }
        return state.timers.remove(at: index)
      }
      timer?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock forward and fires every timer that is then due.
  ///
  /// - Parameter duration: how far; a negative one counts as zero.
  public func advance(by duration: Duration) {
    let due = state.withLock { state -> [Timer] in
      let step = max(duration, .zero)
      state.now = state.now.advanced(by: step)
      state.unixMilliseconds += step.wholeMilliseconds
      return state.takeDueTimers()
    }
    due.forEach { $0.continuation.resume() }
  }

  /// Waits until a timer is set and moves the clock to the earliest one.
  ///
  /// - Returns: how far the clock was moved.
  @discardableResult
  public func advanceToNextTimer() async -> Duration {
    await waitForTimers(1)
    let (step, due) = state.withLock { state -> (Duration, [Timer]) in
      guard let first = state.timers.map(\.deadline).min() else { return (.zero, []) }
      let step = state.now.duration(to: first)
      state.now = first
      state.unixMilliseconds += step.wholeMilliseconds
      return (step, state.takeDueTimers())
    }
    due.forEach { $0.continuation.resume() }
    return step
  }

  /// Waits until at least `count` timers are set at the same time, or the task is cancelled.
  public func waitForTimers(_ count: Int = 1) async {
    await wait { $0.count >= count }
  }

  /// Waits until a timer is set that has exactly this long to run, or the task is cancelled.
  ///
  /// For code that sets several timers of which only one is the matter of the test.
  public func waitForTimer(of duration: Duration) async {
    await wait { $0.contains(duration) }
  }

  /// Waits until the timers that are set are as a test wants them, or the task is cancelled.
  ///
  /// - Parameter isSatisfied: judges how long each timer still has to run, in no order.
  public func wait(until isSatisfied: @escaping @Sendable (_ left: [Duration]) -> Bool) async {
    let id = state.withLock { $0.takeID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Bool in
          guard !Task.isCancelled, !isSatisfied(state.timersLeft) else { return true }
          state.watchers[id] = Watcher(isSatisfied: isSatisfied, continuation: continuation)
          return false
        }
        if ready { continuation.resume() }
      }
    } onCancel: {
      let watcher = state.withLock { $0.watchers.removeValue(forKey: id) }
      watcher?.continuation.resume()
    }
  }

  /// Moves the wall time alone, as a person or a time server does.
  public func shiftWallTime(by duration: Duration) {
    state.withLock { $0.unixMilliseconds += duration.wholeMilliseconds }
  }
}
