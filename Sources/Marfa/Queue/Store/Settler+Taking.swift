import MarfaModel

/// A success is taken in place; what may have changed behind it is read once more.
///
/// An answer tells of the moment at which the server took the write. As long as nothing later is
/// known here, later events bring the rest. But an answer that is repeated, or that comes after
/// the row it was sent over has changed, may be older than what is held, and neither a deletion nor
/// a tag has a version that could tell: then the row is owed a read. So is one that enters the copy
/// by an answer, for the edges that it had before.
extension Settler {
  /// Takes the answered row, with what waits laid over it.
  ///
  /// - Parameter beneath: the server's row as the write was sent.
  /// - Returns: the read that is owed when the answer may be out of date.
  func take(
    _ sent: QueueRecord, _ taken: AnswerClass.Taken, answer: JSONValue?, beneath: String?
  ) throws -> [OwedRead] {
    let wasShown = try sent.itemId.map { try overlay.rows.holds($0) } ?? false
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
    var adopted = Adopted()
    switch taken.row {
    case .item(let item, let tagged):
      adopted = try adopt(
        item, tagged: tagged, of: write, wasShown: wasShown, mayBeOld: mayBeOld)
      // Nobody else can have drawn edges from an item that this very answer made.
      if write.kind == .createItem, item.version == 1, !taken.acknowledged {
        adopted.enters = false
      }
      if item.id != sent.itemId, write.kind == .createItem { try showEdges(of: item.id) }
    case .edge(let edge): adopted.isNews = try adopt(edge)
    case .plain: adopted.isNews = try overlay.fold(write)
    case .blob: break
    }
    guard adopted.enters || (mayBeOld && adopted.isNews), write.subject != .none else { return [] }
    let read = OwedRead(
      subject: write.subject, sourceId: write.kind.isEdgeWrite ? write.itemId : nil,
      moved: write.isMove || adopted.enters)
    try overlay.owed.add(read)
    return [read]
  }

  private struct Adopted {
    /// Whether the answer shows another row than the one that is held, and no earlier one.
    var isNews = false
    /// Whether the copy did not hold the row before.
    var enters = false
  }

  private func adopt(
    _ item: Item, tagged: Bool, of write: QueueRecord, wasShown: Bool, mayBeOld: Bool
  ) throws -> Adopted {
    let server = try overlay.serverItem(item.id)
    let isHeld = try overlay.rows.holds(item.id)
    if mayBeOld, !isHeld, !write.kind.bringsItem {
      // It was let go since: only a read can say whether the slice takes it again.
      return Adopted(isNews: true)
    }
    // A create that is shown no more was let go by its own event: nothing holds its row.
    let isKept = isHeld ? !write.isMove : write.kind == .createItem && wasShown
    guard try overlay.rows.takes(item) || isKept else {
      // The move led out of the slice: the row is let go, with what waits on it still queued.
      if isHeld { try overlay.forget(.item(item.id)) }
      return Adopted(isNews: isHeld)
    }
    // A later row may have come already; what waits is then laid over that one.
    guard try overlay.take(item, ifLaterThan: server, tagged: tagged) else {
      try overlay.relay(.item(item.id))
      return Adopted()
    }
    return Adopted(
      isNews: server != (tagged ? item : item.with(tags: server?.tags ?? [])), enters: !isHeld)
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
