import MarfaModel
import MarfaSQL

/// What a conflict over a body means for the edges that were queued for it.
enum BodyConflicts {
  /// Takes edges out of the queue whose body the server did not take, in the transaction that
  /// decides it: the row keeps the server's body, and the lost one goes to a conflicted copy.
  ///
  /// - Parameter open: the rows of the transaction, asked for only when there was a conflict.
  static func settle(_ changes: [Change], _ open: () throws -> SliceRows) throws {
    for change in changes {
      guard case .answered(let verdict) = change.origin,
        case .conflicted(_, let fields) = verdict.verdict, let id = verdict.itemId
      else { continue }
      let rows = try open()
      guard let item = try rows.rows.item(id) else { continue }
      let body = rows.catalog.type(item.type)?.bodyProperty ?? "body"
      guard fields.contains(where: { $0 == body || $0 == "properties.\(body)" }) else { continue }
      try drop(verdict.id, in: rows)
    }
  }

  private static func drop(_ bodyWrite: String, in rows: SliceRows) throws {
    let names = BodyNames(rows.connection)
    let overlay = Overlay(rows.connection, rows: rows.rows)
    for write in try names.edges(of: bodyWrite) {
      guard let record = try overlay.queue.record(write), record.standing.isWaiting, !record.sent
      else { continue }
      try overlay.queue.remove(write)
      try overlay.relay(record.subject)
      try names.drop(edge: write)
    }
    try names.dropAll(of: bodyWrite)
  }
}
