import MarfaModel

/// A success is taken in place; what may have changed behind it is read once more.
///
/// An answer tells of the moment at which the server took the write. As long as nothing later is
/// known here, later events bring the rest. But an answer that is repeated, or that comes after
/// the row it was sent over has changed, may be older than what is held, and neither a deletion nor
/// a tag has a version that could tell: then the row is owed a read.
extension Settler {
  /// Takes the answered row, with what waits laid over it.
  ///
  /// - Parameter beneath: the server's row as the write was sent.
  /// - Returns: the read that is owed when the answer may be out of date.
  func take(
    _ sent: QueueRecord, _ taken: AnswerClass.Taken, answer: JSONValue?, beneath: String?
  ) throws -> [OwedRead] {
    let mayBeOld = try taken.repeated || overlay.beneath.text(sent.subject) != beneath
    var write = sent
    if write.kind == .createItem, let item = taken.row.item, let minted = write.itemId,
      item.id != minted
    {
      try landWhole(from: minted, to: item.id, create: write)
      write = try queue.record(write.id) ?? write
    }
    try record(
      taken.standing, of: write, answer: answer, row: taken.row,
      acknowledged: taken.acknowledged)
    KillPoint.settling.reach()
    let isNews: Bool
    switch taken.row {
    case .item(let item, let tagged):
      isNews = try adopt(item, tagged: tagged, of: write, mayBeOld: mayBeOld)
      if item.id != sent.itemId, write.kind == .createItem { try showEdges(of: item.id) }
    case .edge(let edge): isNews = try adopt(edge)
    case .plain: isNews = try overlay.fold(write)
    case .blob: isNews = false
    }
    guard mayBeOld, isNews, write.subject != .none else { return [] }
    let read = OwedRead(
      subject: write.subject, sourceId: write.kind.isEdgeWrite ? write.itemId : nil,
      moved: write.isMove)
    try overlay.owed.add(read)
    return [read]
  }

  /// - Returns: whether the answer shows another row than the one that is held, and no earlier one.
  private func adopt(_ item: Item, tagged: Bool, of write: QueueRecord, mayBeOld: Bool) throws
    -> Bool
  {
    let server = try overlay.serverItem(item.id)
    let isHeld = try overlay.rows.item(item.id) != nil
    if mayBeOld, !isHeld, !write.kind.bringsItem {
      // It was let go since: only a read can say whether the slice takes it again.
      return true
    }
    if try write.kind == .createItem || overlay.rows.takes(item) || (isHeld && !write.isMove) {
      // A later row may have come already; what waits is then laid over that one.
      guard try overlay.take(item, tagged: tagged) else {
        try overlay.relay(.item(item.id))
        return false
      }
      return server != (tagged ? item : item.with(tags: server?.tags ?? []))
    }
    // The move led out of the slice: the row is let go, with what waits on it still queued.
    if isHeld { try overlay.forget(.item(item.id)) }
    return isHeld
  }

  private func adopt(_ edge: Edge) throws -> Bool {
    let server = try overlay.serverEdge(edge.id)
    guard try overlay.rows.takes(edge) || queue.laid(on: .edge(edge.id)).isEmpty == false else {
      try overlay.forget(.edge(edge.id))
      return false
    }
    guard try overlay.take(edge) else {
      try overlay.relay(.edge(edge.id))
      return false
    }
    return server != edge
  }
}

extension WriteKind {
  /// Whether its answer may bring an item that the copy does not hold.
  fileprivate var bringsItem: Bool {
    switch self {
    case .createItem, .restoreItem: true
    case .updateItem, .deleteItem, .transitionItem, .createEdge, .updateEdge, .deleteEdge,
      .replaceMetadata, .mergeMetadata, .addTag, .removeTag, .writeExtension, .deleteExtension,
      .uploadBlob:
      false
    }
  }
}
