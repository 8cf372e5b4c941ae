/// How a SQLite store is opened. Each setting states its default and its unit.
public struct SQLiteOptions: Sendable {
  /// What a commit waits for.
  public enum Synchronous: String, Sendable, Hashable, CaseIterable {
    /// A commit survives the process but may be lost, whole, in a power cut.
    case normal
    /// A commit is on the disk before it is answered.
    case full
  }

  /// What a commit waits for. Default `.normal`.
  public var synchronous: Synchronous = .normal

  /// Opens an existing store for reading and never writes a byte of it. Default `false`.
  public var readOnly = false

  /// The most reads that run at once, each on its own connection. Default 4, held to 1 to 64.
  ///
  /// Connections are opened when first needed. Above the number of cores they only compete.
  public var readers = 4

  /// How long a lock of another process is waited for. Default 5 seconds.
  public var busyTimeout: Duration = .seconds(5)

  /// The page cache of each connection, in KiB. Default 8,192.
  ///
  /// SQLite's own 2,000 makes a scan of a store of some 100,000 rows read pages twice.
  public var cacheKibibytes = 8_192

  /// The length of the write-ahead log, in pages, at which it is copied back. Default 4,000.
  ///
  /// At 4 KiB a page that is 16 MiB. SQLite's own 1,000 halves the rate of small writes; much
  /// above, reads slow down and a restart after a crash has more to recover.
  public var checkpointPages: Int32 = 4_000

  /// The most prepared statements kept by a connection. Default 128, at least 1.
  public var statements = 128

  /// The most writes that share one commit. Default 64, at least 1.
  ///
  /// More gains little once the commit's own cost is spread, and lengthens the wait of the first.
  public var batch = 64

  /// Whether a connection that was read from in place stays in its snapshot while nothing is
  /// written. Default `false`.
  ///
  /// A snapshot costs six calls of the system and more time than finding a row in it. Only for a
  /// store that no other process writes, such as one whose ``SQLiteWriterClaim`` is held: what
  /// another process commits would not be seen.
  public var keepsSnapshots = false

  /// Full-text tokenizers by the name a table's `tokenize` option gives. Default none.
  public var tokenizers: [String: SQLiteTokenizerFactory] = [:]

  /// Makes the defaults.
  public init() {}
}
