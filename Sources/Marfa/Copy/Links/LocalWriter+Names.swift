import MarfaEngine
import MarfaModel

/// What is done about the names of bodies between drains.
extension LocalWriter {
  /// Works out the edges of changes that were made on an earlier version and are answered now, and
  /// learns what became of the edges that were queued for names.
  func settleBodies() throws -> [QueueRecord] {
    let names = BodyNames(connection)
    let queue = QueueStore(connection: connection)
    for row in try names.withEdges() {
      guard let edge = row.edgeWrite else { continue }
      try settle(row, try queue.record(edge), edge)
    }
    var records: [QueueRecord] = []
    for (write, began) in try names.checks() {
      guard let record = try queue.record(write), let id = record.itemId else {
        try names.drop(check: write)
        continue
      }
      switch record.standing {
      case .unanswered, .blocked, .dead: continue
      case .refused, .conflicted: break
      case .accepted, .merged:
        if let item = try rows.rows.item(id), let body = body(item), body != began {
          records += try draw(
            try links(began, in: item), try links(body, in: item), host: id, bodyWrite: write,
            waits: false)
        }
      }
      try names.drop(check: write)
    }
    return records
  }

  private func settle(_ row: BodyNames.Row, _ write: QueueRecord?, _ edge: String) throws {
    let names = BodyNames(connection)
    guard let write else { return try names.drop(edge: edge) }
    switch write.standing {
    case .unanswered, .blocked, .dead: return
    case .accepted, .merged, .conflicted: try names.drop(edge: edge)
    case .refused:
      try names.drop(edge: edge)
      guard let refusal = write.refusal else { return }
      if write.isDuplicate {
        // The edge is there already: that is what was wanted. What was written to this one is
        // refused in its turn, and names it until then.
        let queue = QueueStore(connection: connection)
        if try queue.isWaitedFor(write.id) == false { try queue.remove(write.id) }
      } else {
        var row = row
        row.edgeWrite = nil
        row.target = .refused(reason: refusal.code ?? refusal.reason)
        try names.put(row)
      }
    }
  }

  /// Puts a name in the place where its body is now; `nil` when the body no longer carries it.
  ///
  /// - Returns: the name, with what the copy alone makes of it now.
  func present(_ row: BodyNames.Row) throws -> BodyNames.Row? {
    let names = BodyNames(connection)
    var now = row
    // A create can have landed under another id.
    if let id = try QueueStore(connection: connection).record(row.bodyWrite)?.itemId {
      now.host = id
    }
    try names.drop(row)
    guard let host = try rows.rows.item(now.host), host.state != .trashed, let body = body(host),
      let name = try links(body, in: host).names(row.form).first(where: { $0.text == row.text })
    else { return nil }
    if case .pending = name.target {} else { now.target = name.target }
    try names.put(now)
    return now
  }

  /// Keeps what a name means, and queues the edge that comes of it.
  ///
  /// - Parameter isPinned: whether the item was pinned to answer this, and noted so.
  func explain(_ row: BodyNames.Row, as target: BodyTarget, held: Int64, isPinned: Bool) throws
    -> [QueueRecord]
  {
    let names = BodyNames(connection)
    guard var row = try present(row) else {
      // The note is gone when an app has pinned the item meanwhile: then it stays.
      if isPinned, case .item(let id) = target, try names.drop(pin: id) {
        _ = try Pinning.unpin(id, in: rows)
      }
      return []
    }
    row.target = target
    row.held = held
    guard case .item(let id) = target else {
      try names.put(row)
      return []
    }
    if id == row.host {
      try names.drop(row)
      return []
    }
    let waits = try QueueStore(connection: connection).record(row.bodyWrite).map {
      $0.standing.isWaiting
    }
    let record = try bring(row.form, row.host, id, waits == true ? [row.bodyWrite] : [])
    row.edgeWrite = record?.id
    try names.put(row)
    if let record { try names.keep(edge: record.id, of: row.bodyWrite) }
    return record.map { [$0] } ?? []
  }
}

extension QueueRecord {
  /// Why the write was refused.
  fileprivate var refusal: Refusal? {
    if case .refused(let refusal) = queuedWrite.verdict { refusal } else { nil }
  }

  /// Whether it was refused since there is such an edge already.
  fileprivate var isDuplicate: Bool {
    let error = answer?.object?["error"]?.object
    return error?["code"]?.string == "edge_constraint_violation"
      && error?["details"]?.object?["constraint"]?.string == "duplicate"
  }
}
