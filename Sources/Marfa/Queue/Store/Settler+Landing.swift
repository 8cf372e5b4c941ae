import MarfaModel
import MarfaSQL

/// A create under a natural key may turn out to name a row that the server has under another id.
extension Settler {
  /// Moves everything of the minted row onto the server's row, which took the create.
  ///
  /// The edges are shown by ``showEdges(of:)``, once the row they start at is there.
  func landWhole(from minted: String, to target: String, create: QueueRecord) throws {
    try keepTarget(target)
    try moveRows(from: minted, to: target)
    KillPoint.landing.reach()
    for write in try queue.naming(minted) { try queue.rewrite(write.renamed(minted, target)) }
    try rebuildOrder(of: .item(target), without: create.id)
  }

  /// Moves a refused create, and what can go with it, onto the row that it met.
  ///
  /// Tags and edges mean the same on any row, so they go along. An edit, a state or a deletion was
  /// meant for the row that the person made, which does not exist: those are refused.
  ///
  /// - Parameter item: the row, as it was read.
  /// - Returns: the writes that were refused.
  func landRefused(_ create: QueueRecord, on item: Item, tagged: Bool) throws -> [DrainVerdict] {
    guard let minted = create.itemId, minted != item.id else {
      try queue.endLanding(create.id)
      return []
    }
    try keepTarget(item.id)
    var refused: [String] = []
    for write in try queue.naming(minted) where write.id != create.id {
      if write.itemId == minted, !write.kind.isEdgeWrite, !write.kind.goesAlong,
        write.standing.isWaiting
      {
        let reason = "The \(create.kind.words) it waits for was refused."
        try queue.record(.refused(reason: reason), of: write.id, answer: nil, at: time)
        refused.append(write.id)
      }
    }
    try moveRows(from: minted, to: item.id)
    KillPoint.landingRefused.reach()
    try queue.endLanding(create.id)
    if try overlay.rows.takes(item) || overlay.rows.item(item.id) != nil {
      try overlay.take(item, tagged: tagged)
    }
    for write in try queue.naming(minted) {
      var moved = write.renamed(minted, item.id)
      if write.standing.isWaiting { moved.dependsOn.removeAll { $0 == create.id } }
      try queue.rewrite(moved)
    }
    try rebuildOrder(of: .item(item.id), without: create.id)
    try overlay.relay(.item(item.id))
    try showEdges(of: item.id)
    return try refused.compactMap {
      try queue.record($0)?.drainVerdict(replayed: false)
    }
  }

  /// Ends the wait of a refused create for a row that the server has no more.
  func landNowhere(_ create: QueueRecord) throws {
    KillPoint.landingRefused.reach()
    try queue.endLanding(create.id)
    try overlay.relay(create.subject)
  }

  /// What waits will be laid over the target: its row as the server has it is kept first.
  private func keepTarget(_ target: String) throws {
    guard let row = try overlay.serverItem(target) else { return }
    try overlay.beneath.keep(row)
  }

  /// Shows the edges that writes of the queue draw at an item, once everything moved there.
  func showEdges(of id: String) throws {
    for write in try queue.naming(id) where write.kind.isEdgeWrite {
      try overlay.relay(write.subject)
    }
  }

  private func moveRows(from minted: String, to target: String) throws {
    try overlay.rows.movePin(from: minted, to: target)
    try overlay.rows.removeItem(minted)
    try overlay.beneath.drop(.item(minted))
    try overlay.owed.settle(.item(minted))
  }

  /// Orders the unfinished writes to a row anew: each behind the one before it.
  private func rebuildOrder(of subject: WriteSubject, without answered: String) throws {
    var ahead: String?
    for write in try queue.records(to: subject)
    where write.id != answered && !write.standing.isTaken {
      if write.standing.isWaiting, write.follows != ahead {
        try queue.setFollows(write.id, ahead)
      }
      ahead = write.id
    }
  }
}

extension WriteKind {
  /// Whether a write to a row that turned out to be another one keeps its meaning there.
  fileprivate var goesAlong: Bool {
    switch self {
    case .addTag, .createEdge, .updateEdge, .deleteEdge: true
    case .createItem, .updateItem, .deleteItem, .restoreItem, .transitionItem, .replaceMetadata,
      .mergeMetadata, .removeTag, .writeExtension, .deleteExtension, .uploadBlob:
      false
    }
  }
}

extension QueueRecord {
  /// The write with one item's id in the place of another's; a body that was sent stays.
  fileprivate func renamed(_ old: String, _ new: String) -> QueueRecord {
    var write = self
    if write.itemId == old { write.itemId = new }
    if write.targetId == old { write.targetId = new }
    guard kind.isEdgeWrite, !sent else { return write }
    for end in ["source_id", "target_id"] where write.body[end]?.string == old {
      write.body[end] = .string(new)
    }
    return write
  }
}

extension QueueStore {
  /// The writes that name an item, as the row they write to or as an end of an edge.
  fileprivate func naming(_ id: String) throws -> [QueueRecord] {
    try connection.query(
      """
      SELECT \(QueueRecord.columns) FROM queue WHERE seq IN (
        SELECT seq FROM queue WHERE item_id = ?1 AND edge_id IS NULL
        UNION SELECT seq FROM queue WHERE item_id = ?1 AND edge_id IS NOT NULL
        UNION SELECT seq FROM queue WHERE target_id = ?1 AND target_id IS NOT NULL)
      ORDER BY seq
      """, [.text(id)]
    ) { try QueueRecord(row: $0) }
  }

  /// Sets the write that another one stays behind.
  fileprivate func setFollows(_ id: String, _ ahead: String?) throws {
    try connection.run(
      "UPDATE queue SET follows = ?2 WHERE id = ?1", [.text(id), SQLValue(ahead)])
  }

  /// Ends the wait for the row that a refused create met.
  fileprivate func endLanding(_ id: String) throws {
    try connection.run("UPDATE queue SET landing = NULL WHERE id = ?1", [.text(id)])
  }
}
