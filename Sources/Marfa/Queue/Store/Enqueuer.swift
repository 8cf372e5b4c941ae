import MarfaModel
import MarfaSQL

/// Queues writes and shows them, inside one transaction.
///
/// The local change, the queue's row and the writes that belong to it are committed together: a
/// crash leaves all of them or none.
struct Enqueuer {
  private let overlay: Overlay
  private let lookup: QueueLookup
  private let time: Timestamp
  private let minter: UUIDv7Minter

  /// Makes one over an open transaction.
  ///
  /// - Parameters:
  ///   - rows: the rows stored in the same transaction.
  ///   - time: now.
  ///   - minter: makes the ids and the idempotency keys.
  init(
    _ connection: any SQLConnection, rows: any CopyRows, at time: Timestamp,
    minter: UUIDv7Minter = .shared
  ) {
    overlay = Overlay(connection, rows: rows)
    lookup = QueueLookup(queue: overlay.queue, rows: rows)
    self.time = time
    self.minter = minter
  }

  /// Queues one write and shows it.
  @discardableResult
  func append(_ write: NewWrite) throws -> QueueRecord {
    let record = try overlay.queue.append(
      write, id: mint(), key: mint(), at: time.text,
      dependencies: try Dependencies.of(write, in: lookup))
    KillPoint.queueing.reach()
    try overlay.lay(record, isFresh: write.isFresh)
    return record
  }

  /// Queues a create and, behind it, one write for each of its tags.
  ///
  /// - Returns: the create.
  @discardableResult
  func append(_ create: NewWrite, tags: [String]) throws -> QueueRecord {
    let record = try append(create)
    guard let id = record.itemId else { return record }
    for tag in tags { try append(.addTag(tag, to: id)) }
    return record
  }

  private func mint() -> String { minter.mint(milliseconds: time.milliseconds).text }
}
