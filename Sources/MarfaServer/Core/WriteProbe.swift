import MarfaSQL
import Resilience

/// Finds out whether the store takes commits, at most once in a while.
///
/// Calls in between, or while a probe runs, share its outcome, so that a busy health check costs
/// no writes, and a store that is stuck gathers none.
final class WriteProbe: Sendable {
  /// How long an outcome is shared (server-items 15.3).
  static let sharedFor: Duration = .seconds(10)

  private struct State {
    var last: (at: MonotonicInstant, status: HealthStatus)?
    var running: Task<HealthStatus, Never>?
  }

  private enum Outcome {
    case known(HealthStatus)
    case coming(Task<HealthStatus, Never>)
  }

  private let database: any SQLDatabase
  private let clock: any WaitingClock
  private let state = Lock(State())

  /// Makes a probe that has not looked yet.
  init(database: any SQLDatabase, clock: any WaitingClock) {
    self.database = database
    self.clock = clock
  }

  /// The present or shared outcome. Comes when the store answers, however long that takes.
  func status() async -> HealthStatus {
    let now = clock.now
    let outcome: Outcome = state.withLock { state in
      if let last = state.last, last.at.duration(to: now) < Self.sharedFor {
        return .known(last.status)
      }
      if let running = state.running { return .coming(running) }
      let task = Task { await self.look() }
      state.running = task
      return .coming(task)
    }
    switch outcome {
    case .known(let status): return status
    case .coming(let task): return await task.value
    }
  }

  private func look() async -> HealthStatus {
    let status = await probe()
    let now = clock.now
    state.withLock { $0 = State(last: (now, status), running: nil) }
    return status
  }

  private func probe() async -> HealthStatus {
    do {
      try await database.write { connection in
        try connection.run(
          """
          INSERT INTO server_meta VALUES ('probe', '1')
          ON CONFLICT (name) DO UPDATE SET value = '1'
          """)
      }
      return .ok
    } catch let error as SQLError where error.kind == .busy {
      return .degraded
    } catch {
      return .down
    }
  }
}
