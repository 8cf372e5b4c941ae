import MarfaSQL
import Resilience

/// Finds out whether the store takes commits, at most once in a while.
///
/// Calls in between, or while a probe runs, share its outcome, so that a busy health check costs
/// no writes.
final class WriteProbe: Sendable {
  /// How long an outcome is shared (server-items 15.3).
  static let sharedFor: Duration = .seconds(10)

  private let database: any SQLDatabase
  private let clock: any WaitingClock
  private let last = Lock<(at: MonotonicInstant, status: HealthStatus)?>(nil)

  /// Makes a probe that has not looked yet.
  init(database: any SQLDatabase, clock: any WaitingClock) {
    self.database = database
    self.clock = clock
  }

  /// The present or shared outcome.
  func status() async -> HealthStatus {
    let now = clock.now
    let shared: HealthStatus? = last.withLock { last in
      guard let last, last.at.duration(to: now) < Self.sharedFor else { return nil }
      return last.status
    }
    if let shared { return shared }
    let status = await probe()
    last.withLock { $0 = (now, status) }
    return status
  }

  private func probe() async -> HealthStatus {
    do {
      try await database.write { connection in
        try connection.run(
          "INSERT INTO server_meta VALUES ('probe', '1') ON CONFLICT (name) DO UPDATE SET value = '1'"
        )
      }
      return .ok
    } catch let error as SQLError where error.kind == .busy {
      return .degraded
    } catch {
      return .down
    }
  }
}
