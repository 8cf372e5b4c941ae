import MarfaModel
import MarfaSQL

/// The rows that the copy shows: the server's, with this device's waiting writes laid over them.
///
/// Everything that brings a server's row goes through here (answers, read-backs, events, pages),
/// so that no arrival hides a waiting write and none replaces a later row.
struct Overlay {
  /// The queue.
  let queue: QueueStore
  /// The rows as they are shown.
  let rows: any CopyRows
  /// The server's rows beneath waiting writes.
  let beneath: Beneath
  /// The reads that are owed.
  let owed: OwedReads

  /// Makes an overlay over an open transaction and the rows that are stored in it.
  init(_ connection: any SQLConnection, rows: any CopyRows) {
    queue = QueueStore(connection: connection)
    self.rows = rows
    beneath = Beneath(connection: connection)
    owed = OwedReads(connection: connection)
  }

  // MARK: - Local writes

  /// Shows a write that was just queued, and keeps the server's row aside before the first one.
  ///
  /// - Parameter isFresh: whether it makes a row under an id that nothing else can have.
  func lay(_ write: QueueRecord, isFresh: Bool) throws {
    switch write.subject {
    case .item(let id):
      let row = isFresh ? nil : try rows.item(id)
      // Version 0 is this device's own create: nothing of the server's lies beneath it.
      if let row, row.version > 0, try beneath.holds(write.subject) == false {
        try beneath.keep(row)
      }
      guard let shown = LaidOver.lay(write, over: row) else { return }
      try rows.put(shown)
      if write.kind == .createItem, try rows.takes(shown) == false { try rows.pin(id) }
    case .edge(let id):
      let row = isFresh ? nil : try rows.edge(id)
      if let row, row.version > 0, try beneath.holds(write.subject) == false {
        try beneath.keep(row)
      }
      try show(LaidOver.lay(write, over: row), edge: id)
    case .none: break
    }
  }

  // MARK: - Rows of the server

  /// Takes an item that the server sent.
  ///
  /// - Parameter tagged: whether it came with its tags; without, those held stay.
  /// - Returns: `false` when the copy holds a later row, and nothing changed.
  @discardableResult
  func take(_ item: Item, tagged: Bool = true) throws -> Bool {
    try take(item, ifLaterThan: try serverItem(item.id), tagged: tagged)
  }

  /// As ``take(_:tagged:)``, with the server's row that is held.
  func take(_ item: Item, ifLaterThan held: Item?, tagged: Bool) throws -> Bool {
    if let held, RowStamp(held).isLater(than: RowStamp(item)) {
      try owed.settle(.item(item.id))
      return false
    }
    try take(item, over: held, tagged: tagged)
    return true
  }

  /// Takes an item that is known to be no older than the server's row that is held.
  func take(_ item: Item, over held: Item?, tagged: Bool) throws {
    try settle(tagged ? item : item.with(tags: held?.tags ?? []))
    try owed.settle(.item(item.id))
    if held == nil {
      // Own edges that wait are shown with the item they start at: it is here again.
      for edge in try queue.laidEdges(from: item.id) { try relay(.edge(edge)) }
    }
  }

  /// Takes an edge that the server sent.
  ///
  /// - Returns: `false` when the copy holds a later one, and nothing changed.
  @discardableResult
  func take(_ edge: Edge) throws -> Bool {
    try owed.settle(.edge(edge.id))
    if let held = try serverEdge(edge.id), RowStamp(held).isLater(than: RowStamp(edge)) {
      return false
    }
    let writes = try queue.laid(on: .edge(edge.id))
    if writes.isEmpty { try beneath.drop(.edge(edge.id)) } else { try beneath.keep(edge) }
    try show(LaidOver.edge(edge, writes), edge: edge.id)
    return true
  }

  /// Lets a row go that the server no longer has, or that the slice no longer takes.
  ///
  /// Waiting writes to it stay queued. A create of this device that still waits stays shown.
  func forget(_ subject: WriteSubject) throws {
    try beneath.drop(subject)
    try owed.settle(subject)
    let writes = try queue.laid(on: subject)
    switch subject {
    case .item(let id):
      if let shown = LaidOver.item(nil, writes) {
        try rows.put(shown)
      } else {
        try rows.removeItem(id)
      }
    case .edge(let id): try show(LaidOver.edge(nil, writes), edge: id)
    case .none: break
    }
  }

  /// The server's row of an item, without what is laid over it.
  func serverItem(_ id: String) throws -> Item? {
    if let kept = try beneath.item(id) { return kept }
    guard let shown = try rows.item(id), shown.version > 0 else { return nil }
    return shown
  }

  /// The server's edge, without what is laid over it.
  func serverEdge(_ id: String) throws -> Edge? {
    if let kept = try beneath.edge(id) { return kept }
    guard let shown = try rows.edge(id), shown.version > 0 else { return nil }
    return shown
  }

  // MARK: - After a verdict

  /// Shows a row anew, after one of its writes stopped or began to count for it.
  func relay(_ subject: WriteSubject) throws {
    switch subject {
    case .item(let id):
      if let server = try serverItem(id) {
        try settle(server)
      } else if let shown = LaidOver.item(nil, try queue.laid(on: subject)) {
        try rows.put(shown)
        if try rows.takes(shown) == false { try rows.pin(id) }
      } else if try rows.item(id) != nil {
        // A create of this device that was not taken: its row goes, and the pin that held it.
        try rows.removeItem(id)
        try rows.unpin(id)
      }
    case .edge(let id):
      let writes = try queue.laid(on: subject)
      let server = try serverEdge(id)
      if writes.isEmpty {
        try beneath.drop(subject)
      } else if let server {
        // A loaded row came without anything kept: what a refusal puts back must be there first.
        try beneath.keep(server)
      }
      try show(LaidOver.edge(server, writes), edge: id)
    case .none: break
    }
  }

  /// Writes what a taken write did into the server's row, when its answer carried none.
  ///
  /// The stamp stays the server's: a local time in it would make later events look old.
  ///
  /// - Returns: whether the server's row changed by it.
  func fold(_ write: QueueRecord) throws -> Bool {
    switch write.subject {
    case .item(let id):
      guard let server = try serverItem(id), let laid = LaidOver.lay(write, over: server) else {
        return false
      }
      let folded = laid.with(updatedAt: server.updatedAt)
      try settle(folded)
      return folded != server
    case .edge(let id):
      if write.kind == .deleteEdge { try beneath.drop(.edge(id)) }
      try relay(.edge(id))
      return false
    case .none: return false
    }
  }

  /// Puts an item as the server's, and shows it with what waits over it.
  func settle(_ server: Item) throws {
    let writes = try queue.laid(on: .item(server.id))
    if writes.isEmpty {
      try beneath.drop(.item(server.id))
    } else {
      try beneath.keep(server)
    }
    // Over a row that is there, every write leaves a row.
    try rows.put(LaidOver.item(server, writes) ?? server)
  }

  private func show(_ edge: Edge?, edge id: String) throws {
    // An edge is shown with the item it starts at, or with its whole type.
    if let edge, try rows.takes(edge) {
      try rows.put(edge)
    } else {
      try rows.removeEdge(id)
    }
  }
}
