import MarfaSQL
import Resilience

/// Lets kept answers go when nobody can be waiting for them any more.
///
/// Without it the ledger grows by a row with each keyed write, for ever. It works a few rows in each
/// write and lets others in between, so nobody waits for it.
struct LedgerThinning: Sendable {
  let database: any SQLDatabase
  let clock: any WaitingClock

  /// Thins now and then, until the task is cancelled.
  ///
  /// A store that cannot be written is left as it is: the next round goes on from there.
  func run() async {
    while (try? await clock.sleep(for: Tuning.thinningPause)) != nil {
      try? await thin()
    }
  }

  /// Lets every answer go that is older than ``Tuning/answerRetention``.
  ///
  /// - Throws: ``SQLError``, `CancellationError` between two writes.
  func thin() async throws {
    let instant = clock.unixMilliseconds - Tuning.answerRetention.wholeMilliseconds
    var count = Tuning.thinnedAtOnce
    while count == Tuning.thinnedAtOnce {
      try Task.checkCancellation()
      count = try await database.write { connection in
        try Ledger(connection: connection).thin(before: instant, limit: Tuning.thinnedAtOnce)
      }
    }
  }
}
