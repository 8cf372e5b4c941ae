/// Every constant of the server's behaviour, with its unit and its reason.
enum Tuning {
  /// How often a silent stream is pinged (events-blobs-keys 1.9). Proxies cut after a minute.
  static let heartbeat: Duration = .seconds(30)
  /// How long a part of the server may take to say how it does (server-items 15.3).
  static let probePatience: Duration = .seconds(2)
  /// Reader connections. Two cores gain nothing from more than this many at once.
  static let readers = 4
  /// How many headers that present keys are kept with the hashes of their keys. Below, a household
  /// of devices makes them anew; above, one device that spells its header in many ways fills memory.
  static let presentedKeys = 256
  /// How many bytes of log lines wait for whoever reads them: some five thousand lines. Below, a
  /// short pause of the reader loses lines; above, a reader that stands still fills the memory.
  static let logBacklogBytes = 1 << 20
  /// How long lines gather before they are written. Below, every line wakes a thread; above, who
  /// watches the log sees it come in jerks.
  static let logGathering: Duration = .milliseconds(20)
  /// How long the answer of a keyed write is kept for a repeat. Below, a device that was away for
  /// a season finds its unanswered write forgotten and makes it again; above, the ledger outgrows
  /// the items.
  static let answerRetention: Duration = .seconds(90 * 86_400)
  /// The pause between two rounds of thinning the ledger.
  static let thinningPause: Duration = .seconds(3_600)
  /// How many kept answers go in one write. Below, each costs a commit; above, others wait.
  static let thinnedAtOnce = 200
  /// How often an upload looks at the room left on the volume, in bytes. Below, looking costs time;
  /// above, an upload eats that much of what is left alone.
  static let reserveLookBytes: Int64 = 8 << 20
  /// How often the server looks for files that nothing names (`MARFA_BLOB_CLEANUP_INTERVAL_MS`).
  static let orphanInterval: Duration = .seconds(86_400)
  /// How long a file that nothing names is kept (`MARFA_BLOB_CLEANUP_GRACE_MS`): below, the item
  /// that a device sends after its file finds the file gone.
  static let orphanGrace: Duration = .seconds(86_400)
  /// How often the server reads files again to see whether they are as they were
  /// (`MARFA_BLOB_INTEGRITY_INTERVAL_MS`).
  static let integrityInterval: Duration = .seconds(3_600)
  /// How many files one such run reads (`MARFA_BLOB_INTEGRITY_BATCH`).
  static let integrityCopies = 500
  /// How many bytes of files one such run reads, but for a first that is larger
  /// (`MARFA_BLOB_INTEGRITY_BATCH_BYTES`). Below, a large store is never through; above, the disk
  /// is kept busy for long.
  static let integrityBytes: Int64 = 1 << 30
  /// How many copies of a file are left when one is dropped (`MARFA_BLOB_MIN_COPIES`).
  static let leastCopies: Int64 = 1
  /// How many entries of a page that stand by themselves share a transaction. Below, each costs a
  /// sync of the disk; above, other writers wait long for their turn.
  static let bulkPart = 250
  /// How many rows of a bulk action share a transaction. Below, each costs a sync of the disk; above,
  /// other writers wait long for their turn, and a cancellation too.
  static let bulkJobPart = 100
  /// How long a job waits when the store failed it. Below, a full disk is asked all the time; above,
  /// a job stands still long after the store is well again.
  static let bulkJobRetry: Duration = .seconds(10)
  /// How long a stop waits for the log's last lines.
  static let logFlush: Duration = .seconds(1)
}
