import CSQLite
import Dispatch
import Resilience

/// A SQLite store: one writer, a bounded pool of readers, each connection on its own thread.
///
/// Write-ahead logging, foreign keys enforced, files readable by their owner only. Settings are
/// in ``SQLiteOptions``.
public final class SQLiteDatabase: SQLDatabase {
  private let writer: SQLiteWriter?
  /// None for an in-memory store, whose one connection serves the reads too.
  private let readers: SQLiteReaders?
  private let watcher: SQLiteWorker?
  private let checkpointer: SQLiteCheckpointer?
  private let closing: Lock<Task<Void, Never>?> = Lock(nil)

  /// Opens a store, making it when it isn't there.
  ///
  /// Opens one connection on the calling thread, so it may wait for the disk and for as long as
  /// the busy timeout; ``open(_:_:)`` is the same without holding the caller's thread.
  ///
  /// - Throws: ``SQLError``: `cannotOpen`, `notADatabase`, `readOnly`, `busy`, `corrupt`, `full`.
  public init(_ location: SQLiteLocation, _ options: SQLiteOptions = SQLiteOptions()) throws {
    guard options.readOnly else {
      let writing = SQLiteWorker("marfa.sql.writer") {
        try SQLiteConnection.open(location, .writer, options)
      }
      _ = try writing.runAndWait { _ = try $0.connected() }
      if location == .memory {
        (readers, watcher, checkpointer) = (nil, nil, nil)
        writer = SQLiteWriter(writing, batch: options.batch) { _ in }
        return
      }
      let copying = SQLiteCheckpointer(
        SQLiteWorker("marfa.sql.checkpoint") {
          try SQLiteConnection.open(location, .checkpointer, options)
        }, length: options.checkpointPages)
      checkpointer = copying
      let reading = SQLiteReaders(
        Self.workers(location, .reader, options), keepsSnapshots: options.keepsSnapshots)
      readers = reading
      writer = SQLiteWriter(writing, batch: options.batch, readers: reading) {
        copying.committed($0)
      }
      watcher = Self.worker(location, .reader, options)
      return
    }
    guard location != .memory else {
      throw SQLError(kind: .cannotOpen, operation: "open", detail: "nothing to read in memory")
    }
    let workers = Self.workers(location, .guest, options)
    _ = try workers.first?.runAndWait { _ = try $0.connected() }
    // Others write a store that is only read here.
    readers = SQLiteReaders(workers, keepsSnapshots: false)
    watcher = Self.worker(location, .guest, options)
    (writer, checkpointer) = (nil, nil)
  }

  /// Opens a store without holding the caller's thread.
  ///
  /// - Throws: as ``init(_:_:)``.
  public static func open(_ location: SQLiteLocation, _ options: SQLiteOptions = SQLiteOptions())
    async throws -> SQLiteDatabase
  {
    try await SQLiteHandover.wait { finish in
      DispatchQueue(label: "marfa.sql.open").async {
        finish(Result { try SQLiteDatabase(location, options) })
      }
    }
  }

  private static func worker(
    _ location: SQLiteLocation, _ role: SQLiteConnection.Role, _ options: SQLiteOptions
  ) -> SQLiteWorker {
    SQLiteWorker("marfa.sql.reader") { try SQLiteConnection.open(location, role, options) }
  }

  private static func workers(
    _ location: SQLiteLocation, _ role: SQLiteConnection.Role, _ options: SQLiteOptions
  ) -> [SQLiteWorker] {
    (0..<min(max(1, options.readers), 64)).map { _ in worker(location, role, options) }
  }

  /// Runs `body` in a read transaction, on the pool or, in memory, between the writes.
  public func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T)
    async throws -> T
  {
    if let readers { return try await readers.read(body) }
    try Task.checkCancellation()
    return try await submit(.read, body)
  }

  /// Runs `body` in a read transaction to its end; see ``SQLDatabase/readWhole(_:)``.
  public func readWhole<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T)
    async throws -> T
  {
    if let readers { return try await readers.readWhole(body) }
    return try await submit(.read, body)
  }

  /// Runs `body` on the calling thread when a connection is idle; see
  /// ``SQLDatabase/runInPlace(_:)``. Never in memory, where one connection does everything.
  public func runInPlace(_ body: (any SQLConnection) throws -> Void) throws -> Bool {
    try readers?.runInPlace(body) ?? false
  }

  /// Runs `body` in a write transaction; see ``SQLDatabase/write(_:)``.
  ///
  /// - Throws: also ``SQLError`` of kind `readOnly` for a store opened for reading.
  @discardableResult
  public func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T)
    async throws -> T
  {
    try await submit(.write, body)
  }

  /// Runs `body` as ``write(_:)`` does and blocks the calling thread until it is answered.
  ///
  /// For making a store before anything else is done; never in a task of the thread pool that
  /// others wait for.
  ///
  /// - Throws: as ``write(_:)``.
  @discardableResult
  public func writeAndWait<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) throws -> T {
    guard let writer else {
      throw SQLError(kind: .readOnly, operation: "write to a store opened for reading")
    }
    let (handover, signal) = (SQLiteHandover<T>(), ThreadSignal())
    writer.submit(
      SQLiteJob(.write, body) { result in
        handover.give(result)
        signal.signal()
      })
    signal.wait()
    return try handover.take()
  }

  private func submit<T: Sendable>(
    _ kind: SQLiteJob.Kind, _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    guard let writer else {
      throw SQLError(kind: .readOnly, operation: "write to a store opened for reading")
    }
    return try await SQLiteHandover.wait { writer.submit(SQLiteJob(kind, body, $0)) }
  }

  /// SQLite's data version, always asked of one and the same connection.
  public func dataVersion() async throws -> Int64 {
    guard let watcher else {
      return try await submit(.read) { ($0 as? SQLiteConnection)?.commits ?? 0 }
    }
    guard closing.withLock({ $0 == nil }) else { throw SQLError.closed }
    return try await SQLiteHandover.wait { finish in
      watcher.run { worker in finish(Result { try worker.connected().ownDataVersion() }) }
    }
  }

  /// Refuses new work, finishes what was asked for, empties the log and closes every connection.
  public func close() async {
    let task = closing.withLock { closing -> Task<Void, Never> in
      if let closing { return closing }
      writer?.refuseNew()
      readers?.refuseNew()
      let task = Task { await self.release() }
      closing = task
      return task
    }
    await task.value
  }

  /// Readers first: the writer's last act, emptying the log, needs them gone.
  private func release() async {
    await readers?.close()
    await watcher?.disconnected()
    await checkpointer?.close()
    await writer?.close { connection in
      // A failure leaves the log beside the store, from where the next opening recovers it.
      try? connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }
  }
}
