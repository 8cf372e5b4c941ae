import MarfaModel
import Resilience

/// Lets calls in while a copy is open; closing it, or changing its key, waits for those that run.
final class CallGate: Sendable {
  private struct State {
    var machine = CallGateStateMachine()
    /// Resumed when the last running call has left.
    var idle: CheckedContinuation<Void, Never>?
    /// Resumed when the key is changed no more, or their tasks are cancelled.
    var settling: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextSettling = 0
    /// Resumed when everything is released.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Whether the copy is closed or closing.
  var isClosed: Bool {
    state.withLock { state in
      switch state.machine.phase {
      case .open, .changing: false
      case .changingToClose, .closing, .closed: true
      }
    }
  }

  /// Runs a call, unless the copy is closed or changes its key.
  ///
  /// - Throws: `MarfaError.closed`, `MarfaError.invalid` while the key is changed, each before
  ///   anything is started; else what the call throws.
  func run<Result>(_ call: () async throws -> Result) async throws -> Result {
    try Self.check(state.withLock { $0.machine.enter() })
    defer { leave() }
    return try await call()
  }

  /// Lets no call in, waits for running ones, and works while none runs.
  ///
  /// When the work throws, or the copy is to be closed meanwhile, it is closed here.
  ///
  /// - Throws: as ``run(_:)`` before anything is done; what the work throws; `MarfaError.closed`
  ///   when the copy was closed meanwhile.
  func change(
    stopping: () async -> Void, working: () async throws -> Void, releasing: () async -> Void
  ) async throws {
    try Self.check(state.withLock { $0.machine.beginChange() })
    await stopping()
    await untilIdle()
    var failure: (any Error)?
    do { try await working() } catch { failure = error }
    let (isOpen, settled) = state.withLock { state in
      defer { state.settling = [:] }
      return (state.machine.endChange(isOpen: failure == nil), Array(state.settling.values))
    }
    for continuation in settled { continuation.resume() }
    if isOpen { return }
    await stopping()
    await release(releasing)
    throw failure ?? Self.closed
  }

  /// Refuses new calls, waits for running ones, releases, and returns when all that is done.
  ///
  /// Called again, or at the same time, it returns only after the one release.
  func close(stopping: () async -> Void, releasing: () async -> Void) async {
    switch state.withLock({ $0.machine.close() }) {
    case .closes:
      await stopping()
      await untilIdle()
      await release(releasing)
    case .joins:
      await withCheckedContinuation { continuation in
        let isReleased = state.withLock { state in
          if state.machine.phase == .closed { return true }
          state.waiters.append(continuation)
          return false
        }
        if isReleased { continuation.resume() }
      }
    case .isOver: break
    }
  }

  /// Waits until no key is being changed, or the calling task is cancelled.
  func untilSettled() async {
    let number = state.withLock { state in
      state.nextSettling += 1
      return state.nextSettling
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSettled = state.withLock { state in
          // Asked under the lock: who cancels finds the continuation here, or is seen to have.
          if state.machine.phase != .changing || Task.isCancelled { return true }
          state.settling[number] = continuation
          return false
        }
        if isSettled { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.settling.removeValue(forKey: number) }?.resume()
    }
  }

  private func untilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.machine.isIdle { return true }
        state.idle = continuation
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  private func release(_ releasing: () async -> Void) async {
    await releasing()
    let waiters = state.withLock { state in
      state.machine.released()
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private func leave() {
    let idle: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.machine.leave()
      guard state.machine.isIdle else { return nil }
      defer { state.idle = nil }
      return state.idle
    }
    idle?.resume()
  }

  private static let closed = MarfaError.closed(message: MarfaErrorKind.closed.sentence)

  private static func check(_ admission: CallGateStateMachine.Admission) throws(MarfaError) {
    switch admission {
    case .admitted: return
    case .changing: throw .invalid(message: "The key is being changed. Ask again.")
    case .closed: throw closed
    }
  }
}
