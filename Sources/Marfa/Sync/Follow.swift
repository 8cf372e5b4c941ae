import MarfaEngine
import MarfaModel
import Resilience

/// Follows the server's events for as long as somebody holds a stream of changes.
///
/// One follow feeds all streams. A hydration or catch-up pauses it, and it goes on afterwards
/// whatever became of that, which also clears an earlier stop. A follow starts only after the one
/// before has truly ended, so nothing it says late is ever told.
final class Follow: Sendable {
  private struct State {
    var isHeld = false
    var pauses = 0
    /// It ended by itself, and waits for the next hydration or catch-up.
    var isStopped = false
    var isClosed = false
    var run: Task<Void, Never>?
    var number = 0
  }

  private let state = Lock(State())
  private let session: any FollowSession
  private let feed: Feed
  private let clock: any WaitingClock
  private let seed: @Sendable () -> UInt64

  /// Makes a follow that nobody holds.
  ///
  /// - Parameter seed: what spreads the waits of one follow apart from those of others.
  init(
    session: any FollowSession, feed: Feed, clock: any WaitingClock,
    seed: @escaping @Sendable () -> UInt64 = { .random(in: 0 ... .max) }
  ) {
    self.session = session
    self.feed = feed
    self.clock = clock
    self.seed = seed
  }

  /// Looks whether anybody holds a stream, after the first was taken or the last let go.
  func heldChanged() {
    state.withLock { state in
      // Asked of the feed here: two such calls may overtake each other.
      state.isHeld = feed.isHeld
      if state.isHeld { startIfDue(&state) } else { state.run?.cancel() }
    }
  }

  /// Runs work while nothing is followed, and goes on afterwards.
  func pausing<Result>(_ work: () async throws -> Result) async throws -> Result {
    let running = state.withLock { state in
      state.pauses += 1
      state.run?.cancel()
      return state.run
    }
    await running?.value
    defer {
      feed.clearStopped()
      state.withLock { state in
        state.pauses -= 1
        state.isStopped = false
        startIfDue(&state)
      }
    }
    return try await work()
  }

  /// Ends it for good.
  func close() async {
    let running = state.withLock { state in
      state.isClosed = true
      state.run?.cancel()
      return state.run
    }
    await running?.value
  }

  private func startIfDue(_ state: inout State) {
    guard state.isHeld, state.pauses == 0, !state.isStopped, !state.isClosed else { return }
    let previous = state.run
    // One that still runs and was not cancelled goes on.
    if let previous, !previous.isCancelled { return }
    state.number += 1
    let number = state.number
    state.run = Task { [weak self] in
      await previous?.value
      guard !Task.isCancelled, let self else { return }
      let hasStopped = await follow()
      self.state.withLock { state in
        guard state.number == number else { return }
        state.run = nil
        if hasStopped { state.isStopped = true }
      }
    }
  }

  /// Follows until it ends or is cancelled, and answers whether it ended by itself.
  private func follow() async -> Bool {
    let began = clock.now
    var machine = FollowStateMachine(seed: seed())
    var actions: [FollowStateMachine.Action] = [.open]
    var reader: StreamReader?
    while !actions.isEmpty {
      if Task.isCancelled { return false }
      do {
        switch actions.removeFirst() {
        case .open:
          reader?.close()
          reader = try await session.open()
          actions += machine.handle(.opened(at: began.duration(to: clock.now)))
        case .read:
          guard let reader else { return false }
          if let event = try await take(from: reader, since: began) {
            actions += machine.handle(event)
          } else {
            actions.append(.read)
          }
        case .wait(let time):
          reader?.close()
          reader = nil
          try await clock.sleep(for: time)
          actions += machine.handle(.woke)
        case .tellUnreachable(let error): feed.tellUnreachable(error)
        case .tellReachable: feed.tellReachable()
        case .stop(let error):
          feed.tellStopped(error)
          return true
        case .rest: return true
        }
      } catch {
        if Task.isCancelled { return false }
        let time = began.duration(to: clock.now)
        // Only this task's own cancellation ends a follow; any other is a connection that was lost.
        actions = machine.handle(
          error is CancellationError
            ? .broke(at: time)
            : failed(MarfaError(storing: error), time, paying: !machine.waitsLongest))
      }
    }
    return false
  }

  private func failed(_ error: MarfaError, _ time: Duration, paying: Bool)
    -> FollowStateMachine.Event
  {
    // Asked only for what is tried again: the answer may cost a repetition.
    let restraint = error.isTransient ? session.restraint(paying: paying) : .zero
    return .failed(error, restraint: restraint, at: time)
  }

  /// Takes what comes next; `nil` when the stream goes on.
  private func take(from reader: StreamReader, since began: MonotonicInstant) async throws
    -> FollowStateMachine.Event?
  {
    switch try await reader.next(within: Tuning.followSilence) {
    case .frames(let frames):
      switch try await session.take(frames) {
      case .goesOn: return nil
      case .needsCatalog: return .needsCatalog
      }
    case .ended, .silent:
      return .broke(at: began.duration(to: clock.now))
    }
  }
}
