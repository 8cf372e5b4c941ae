/// A database reached through whole transactions.
///
/// The bodies run on threads of the database, never on Swift's cooperative threads, so they may
/// block; they can't await. A value they answer leaves the transaction, so it must be `Sendable`.
public protocol SQLDatabase: Sendable {
  /// Runs `body` against one unchanging state of the database.
  ///
  /// Reads run beside each other and beside the write that goes on, up to a bound; further ones
  /// wait in line. A cancelled task's read ends with `CancellationError`, in line or running.
  ///
  /// - Throws: ``SQLError``, `CancellationError`, or what `body` throws.
  func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws
    -> T

  /// Runs `body` as ``read(_:)`` does, and to its end, whatever becomes of the calling task.
  ///
  /// For callers to whom a cancelled task's read is no error.
  ///
  /// - Throws: ``SQLError``, or what `body` throws.
  func readWhole<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T)
    async throws -> T

  /// Runs a read of a few rows on the calling thread, where that can be done without waiting.
  ///
  /// Two hops between threads take several times as long as finding one row does. For threads that
  /// may be held for as long as a look-up takes, which a disk can make milliseconds.
  ///
  /// - Returns: whether `body` was run; `false` when no connection is free, or when the database
  ///   can't be read from where the caller stands. Then ask ``read(_:)``.
  /// - Throws: ``SQLError``, or what `body` throws.
  func runInPlace(_ body: (any SQLConnection) throws -> Void) throws -> Bool

  /// Runs `body` in a transaction of its own and answers only when it is committed.
  ///
  /// Writes run one after the other, in the order they were asked for. Those that wait together
  /// may share one commit, and still stand or fall each by itself: when `body` throws, only what
  /// it wrote is undone. A write is not taken back by cancelling the task: it was asked for, so it
  /// is carried out and its outcome answered.
  ///
  /// - Parameter body: may run a second time when a shared transaction was lost to another write,
  ///   so it must have no effect outside the connection.
  /// - Throws: ``SQLError``, or what `body` throws; nothing was written then.
  @discardableResult
  func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws
    -> T

  /// A number that moves whenever a commit changed the database, by this process or another.
  ///
  /// Only compare it with an earlier answer of the same database value.
  func dataVersion() async throws -> Int64

  /// Refuses new work, lets what was asked for finish, and releases the database.
  ///
  /// Concurrent and repeated calls all return only after the release.
  func close() async
}

extension SQLDatabase {
  /// Never: a database is read in place only where its driver knows how.
  public func runInPlace(_ body: (any SQLConnection) throws -> Void) throws -> Bool { false }

  /// Runs a read as ``runInPlace(_:)`` does, and answers what `body` answered.
  ///
  /// - Returns: `nil` when it was not run.
  /// - Throws: as ``runInPlace(_:)``.
  // Inlined, so that each use is made for its type; the driver needs no type.
  @inlinable
  public func readInPlace<T>(_ body: (any SQLConnection) throws -> T) throws -> T? {
    var answer: T?
    let isRun = try runInPlace { answer = try body($0) }
    return isRun ? answer : nil
  }

  /// A read in a task of its own, which nobody cancels.
  public func readWhole<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T)
    async throws -> T
  {
    try await Task { try await read(body) }.value
  }
}
