import MarfaSQL

/// Finds the writes that one transaction queues.
struct NewWrites {
  private let queue: QueueStore
  private let last: Int64

  /// Notes where the queue ends now.
  init(_ connection: any SQLConnection) throws {
    queue = QueueStore(connection: connection)
    last = try queue.lastPlace()
  }

  /// What was queued since, in order.
  func found() throws -> [QueuedWrite] {
    try queue.connection.query(
      "SELECT \(QueueRecord.columns) FROM queue WHERE seq > ?1 ORDER BY seq", [.integer(last)]
    ) { try QueueRecord(row: $0).queuedWrite }
  }
}
