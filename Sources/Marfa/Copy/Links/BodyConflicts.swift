import MarfaModel
import MarfaSQL

/// What a conflict over a body means for the edges that were queued for it.
enum BodyConflicts {
  /// Takes edges out of the queue whose body the server did not take, in the transaction that
  /// decides it: the row keeps the server's body, and the lost one goes to a conflicted copy.
  ///
  /// An edge that a person has written to since is refused instead, so that what was written to it
  /// gets its verdict as well.
  ///
  /// - Parameters:
  ///   - time: when it was decided.
  ///   - open: the rows of the transaction, asked for only when there was a conflict.
  static func settle(_ changes: [Change], at time: Timestamp, _ open: () throws -> SliceRows)
    throws
  {
    for change in changes {
      guard case .answered(let verdict) = change.origin,
        case .conflicted(_, let fields) = verdict.verdict, let id = verdict.itemId
      else { continue }
      let rows = try open()
      guard let item = try rows.rows.item(id) else { continue }
      let body = rows.catalog.type(item.type)?.bodyProperty ?? "body"
      guard fields.contains(where: { $0 == body || $0 == "properties.\(body)" }) else { continue }
      try drop(verdict.id, in: rows, at: time)
    }
  }

  private static func drop(_ bodyWrite: String, in rows: SliceRows, at time: Timestamp) throws {
    let names = BodyNames(rows.connection)
    let overlay = Overlay(rows.connection, rows: rows.rows)
    for write in try names.edges(of: bodyWrite) {
      guard let record = try overlay.queue.record(write), record.standing.isWaiting, !record.sent
      else { continue }
      if try overlay.queue.isWaitedFor(write) {
        let reason = "The body that it comes from was not taken."
        try overlay.queue.record(
          .refused(reason: reason), of: write, answer: nil, at: time.text)
      } else {
        try overlay.queue.remove(write)
      }
      try overlay.relay(record.subject)
      try names.drop(edge: write)
    }
    try names.dropAll(of: bodyWrite)
  }
}
