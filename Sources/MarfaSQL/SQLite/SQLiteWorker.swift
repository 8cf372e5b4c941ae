import Dispatch

/// One connection and the serial queue that is the only place it is touched, or, while a pool has
/// given the queue nothing to do, the thread that took the worker from the pool.
///
/// The queue's thread may block; Swift's cooperative threads never do.
// Unchecked: `connection` and `keptSince` are only read and written on `queue`, or by whoever was
// handed the idle worker; the pool's lock orders the two.
final class SQLiteWorker: @unchecked Sendable {
  private let queue: DispatchQueue
  private let make: @Sendable () throws -> SQLiteConnection
  private var connection: SQLiteConnection?
  /// Since which write the connection stands in a snapshot that was kept; `nil` when it stands in
  /// none. For whoever holds the worker, and for its pool while it is idle.
  var keptSince: UInt64?

  /// Makes a worker whose connection is opened by its first use.
  init(_ label: String, _ make: @escaping @Sendable () throws -> SQLiteConnection) {
    queue = DispatchQueue(label: label)
    self.make = make
  }

  /// Runs `work` on the queue, after all that was given before.
  func run(_ work: @escaping @Sendable (SQLiteWorker) -> Void) {
    queue.async { work(self) }
  }

  /// Runs `work` on the queue and waits for it. Never from the queue itself.
  func runAndWait<T>(_ work: (SQLiteWorker) throws -> T) rethrows -> T {
    try queue.sync { try work(self) }
  }

  /// The connection, opened if need be. Only on the queue.
  func connected() throws -> SQLiteConnection {
    if let connection { return connection }
    let opened = try make()
    connection = opened
    return opened
  }

  /// The connection, if it is open. Only for whoever holds the worker while its queue is empty: a
  /// change to the queue and back takes longer than a look-up.
  var idleConnection: SQLiteConnection? { connection }

  /// Closes the connection after all that was given before, and returns then.
  func disconnected() async {
    await withCheckedContinuation { continuation in
      run { worker in
        worker.disconnect()
        continuation.resume()
      }
    }
  }

  /// Closes the connection. Only on the queue.
  func disconnect() {
    connection?.close()
    connection = nil
    keptSince = nil
  }
}
