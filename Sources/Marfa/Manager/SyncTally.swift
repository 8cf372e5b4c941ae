import MarfaModel
import MarfaSQL

/// What stands in the queue, counted.
struct SyncTally: Sendable, Hashable {
  /// Writes without a verdict.
  var unanswered: UInt64 = 0
  /// Writes held back because the key was refused or lacks a permission; each drain tries them.
  var keyHeld: UInt64 = 0
  /// Writes that are held back for another reason.
  var blocked: UInt64 = 0
  /// Writes that were refused or given up.
  var refused: UInt64 = 0

  /// Writes that the server has yet to take.
  var pending: UInt64 { unanswered + keyHeld }
  /// Writes that only a person or the app can help.
  var attention: UInt64 { blocked + refused }

  /// Counts what waits, by an index: the queue may hold any number of answered writes beside it.
  mutating func countWaiting(_ connection: any SQLConnection) throws {
    unanswered = try Self.count("verdict IS NULL", connection)
    let held = BlockedReason.credentialRefused.rawValue
    keyHeld = try Self.count("verdict = 'blocked' AND reason = '\(held)'", connection)
    blocked = try Self.count("verdict = 'blocked' AND reason <> '\(held)'", connection)
  }

  /// Counts what was decided against, by a walk over the whole queue.
  mutating func countDecided(_ connection: any SQLConnection) throws {
    refused = UInt64(
      clamping: try connection.integer(
        "SELECT count(*) FROM queue WHERE verdict IN ('refused', 'dead')") ?? 0)
  }

  private static func count(_ condition: String, _ connection: any SQLConnection) throws -> UInt64 {
    UInt64(
      clamping: try connection.integer(
        "SELECT count(*) FROM queue INDEXED BY queue_open WHERE \(condition)") ?? 0)
  }
}
