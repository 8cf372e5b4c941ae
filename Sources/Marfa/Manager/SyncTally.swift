import MarfaModel
import MarfaSQL

/// What stands in the queue, counted.
struct SyncTally: Sendable, Hashable {
  /// Writes without a verdict.
  var unanswered: UInt64 = 0
  /// Writes held back because the key was refused or lacks a permission; each drain tries them.
  var keyHeld: UInt64 = 0
  /// Writes that stand behind another one, and move when that one does.
  var behind: UInt64 = 0
  /// Writes that are held back for a reason of their own.
  var blocked: UInt64 = 0
  /// Writes that were given up.
  var dead: UInt64 = 0
  /// Writes that were refused.
  var refused: UInt64 = 0

  /// Writes without a final verdict, as ``QueueStore/pending()`` counts them.
  var pending: UInt64 { unanswered + keyHeld + behind + stuck }
  /// Those of them that only a person or the app can help.
  var stuck: UInt64 { blocked + dead }
  /// Writes that wait for a person.
  var attention: UInt64 { stuck + refused }

  /// Counts what waits, by an index: the queue may hold any number of answered writes beside it.
  mutating func countWaiting(_ connection: any SQLConnection) throws {
    unanswered = try Self.count(
      "queue INDEXED BY queue_open WHERE verdict IS NULL", connection)
    keyHeld = try Self.count(.credentialRefused, connection)
    behind = try Self.count(.awaitingDependency, connection)
    blocked =
      try Self.count("queue INDEXED BY queue_open WHERE verdict = 'blocked'", connection)
      - keyHeld - behind
  }

  /// Counts what was decided against, by a walk over the whole queue.
  mutating func countDecided(_ connection: any SQLConnection) throws {
    dead = try Self.count("queue WHERE verdict = 'dead'", connection)
    refused = try Self.count("queue WHERE verdict = 'refused'", connection)
  }

  private static func count(_ reason: BlockedReason, _ connection: any SQLConnection) throws
    -> UInt64
  {
    try count(
      "queue INDEXED BY queue_open WHERE verdict = 'blocked' AND reason = '\(reason.rawValue)'",
      connection)
  }

  private static func count(_ rows: String, _ connection: any SQLConnection) throws -> UInt64 {
    UInt64(clamping: try connection.integer("SELECT count(*) FROM \(rows)") ?? 0)
  }
}
