import MarfaModel

extension Settler {
  /// Applies a read that was owed.
  ///
  /// - Returns: writes that it decided unsent, and the create that it moved.
  func apply(_ answer: ReadAnswer, to read: OwedRead) throws
    -> (settled: [DrainVerdict], changed: DrainVerdict?)
  {
    // A row that arrived while the read was under way has settled it, and is the newer word.
    guard try overlay.owed.isOwed(read) else { return ([], nil) }
    if let landing = read.landing { return try land(landing, answer, read) }
    var isWhole = true
    switch (read.subject, answer) {
    case (.item(let id), .item(let item, let tagged, let edges)) where item.id == id:
      let isHeld = try overlay.rows.item(id) != nil
      if try overlay.rows.takes(item) || (isHeld && !read.moved)
        || !queue.laid(on: read.subject).isEmpty
      {
        try overlay.take(item, tagged: tagged)
        // A row that was held all along has its edges by the events.
        isWhole = try take(edges) || (isHeld && !read.moved)
      } else {
        try overlay.forget(read.subject)
      }
    case (.edge(let id), .edge(let edge)) where edge.id == id:
      if try overlay.rows.takes(edge) {
        try overlay.take(edge)
      } else {
        try overlay.forget(read.subject)
      }
    case (.item(let id), .binned):
      if let row = try overlay.serverItem(id) {
        try overlay.settle(row.with(state: .trashed))
      }
    case (_, .gone): try overlay.forget(read.subject)
    case (.item, _), (.edge, _), (.none, _): return ([], nil)
    }
    KillPoint.applyingRead.reach()
    if isWhole { try overlay.owed.settle(read) } else { try overlay.owed.add(read) }
    return ([], nil)
  }

  /// Takes the edges that came with an item.
  ///
  /// - Returns: whether it has all its edges now. An event that came since the read may have been
  ///   about one of them: then they have to be read once more.
  private func take(_ read: ReadEdges?) throws -> Bool {
    guard let read else { return true }
    guard try overlay.rows.cursor() == read.cursor else { return false }
    for edge in read.edges { try overlay.take(edge) }
    return true
  }

  /// Moves a refused create onto the row it met, once that row was read.
  ///
  /// A row that can't be read leaves everything as it is: the minted row stays shown, what waits on
  /// it stays held, and the next drain reads again. One that is gone, or in the bin, will not come
  /// by reading it once more: the create is refused for good, and what waits on it in its turn.
  private func land(_ id: String, _ answer: ReadAnswer, _ read: OwedRead) throws
    -> (settled: [DrainVerdict], changed: DrainVerdict?)
  {
    guard let create = try queue.record(id), create.landing != nil else {
      try overlay.owed.settle(read)
      return ([], nil)
    }
    var refused: [DrainVerdict] = []
    switch answer {
    case .item(let item, let tagged, let edges):
      refused = try landRefused(create, on: item, tagged: tagged)
      if try overlay.rows.item(item.id) != nil, try take(edges) == false {
        try overlay.owed.add(OwedRead(subject: .item(item.id), moved: true))
      }
    case .binned, .gone: try landNowhere(create)
    case .edge: return ([], nil)
    }
    try overlay.owed.settle(read)
    return (refused, try queue.record(id)?.drainVerdict(replayed: false))
  }
}
