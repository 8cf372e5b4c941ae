import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// Tells the streams of a reading handle when another process saved something.
///
/// It looks at the store's data version for as long as somebody holds a stream. A failing look is
/// told once and tried again ever more slowly; the first that works again tells `.saved`.
final class Watch: Sendable {
  private struct State {
    var isClosed = false
    var known: Int64
    var run: Task<Void, Never>?
  }

  private let state: Lock<State>
  private let database: any SQLDatabase
  private let feed: Feed
  private let clock: any WaitingClock

  /// Makes a watch that knows the version a handle was opened at.
  init(known: Int64, database: any SQLDatabase, feed: Feed, clock: any WaitingClock) {
    state = Lock(State(known: known))
    self.database = database
    self.feed = feed
    self.clock = clock
  }

  /// Looks whether anybody holds a stream, after the first was taken or the last let go.
  func heldChanged() {
    state.withLock { state in
      // Asked of the feed here: two such calls may overtake each other.
      guard feed.isHeld, !state.isClosed else {
        state.run?.cancel()
        return
      }
      let previous = state.run
      // One that still runs and was not cancelled goes on.
      if let previous, !previous.isCancelled { return }
      state.run = Task { [weak self] in
        await previous?.value
        await self?.watch()
      }
    }
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

  private func watch() async {
    var failures = 0
    var chance = SystemRandomNumberGenerator()
    while !Task.isCancelled {
      do {
        let version = try await database.dataVersion()
        let hasMoved = state.withLock { state in
          defer { state.known = version }
          return state.known != version
        }
        if Task.isCancelled { return }
        if hasMoved || failures > 0 { feed.tell(.saved(dataVersion: version)) }
        failures = 0
      } catch {
        if Task.isCancelled { return }
        failures += 1
        if failures == 1 { feed.tell(.stopped(MarfaError(storing: error))) }
      }
      let wait = Tuning.watchBackoff.delay(
        beforeRetry: failures + 1, after: .transient, previous: .zero, using: &chance)
      do { try await clock.sleep(for: wait) } catch { return }
    }
  }
}
