import MarfaEngine
import MarfaModel
import MarfaSQL

/// Applies events of the server to a copy, inside one transaction.
///
/// An event's effect and the cursor that stands for it are committed together, by the caller.
struct EventApplier {
  let rows: SliceRows
  let overlay: Overlay

  /// Makes an applier over a transaction.
  init(_ connection: any SQLConnection, rows: SliceRows) {
    self.rows = rows
    overlay = Overlay(connection, rows: rows.rows)
  }

  /// What an event did.
  enum Effect: Sendable, Hashable {
    /// It changed the copy; this is to be told, in order.
    case changed([Change])
    /// It changed nothing here.
    case unchanged
    /// Nothing yet: its row enters the copy, and the row's edges have to be read first.
    case needsEdges(itemId: String)
  }

  /// What of an item that is to be held the catalog doesn't explain: a type that isn't known, or an
  /// image under a name that is not the type's thumbnail (working-copy 7.4).
  func unexplained(_ item: WireItem) throws -> Set<String> {
    guard let type = rows.catalog.type(item.type) else {
      let mayBeHeld =
        try rows.scope.mayTake(unknown: item.type, tier: item.tier) || rows.isPinned(item.id)
      return mayBeHeld ? [item.type] : []
    }
    let images = item.properties.filter { name, value in
      name != type.thumbnailField && value.string?.hasPrefix("data:image/") == true
    }
    guard !images.isEmpty, try rows.takes(item) else { return [] }
    return Set(images.map { "\(item.type) \($0.key)" })
  }

  /// Applies one event.
  ///
  /// - Parameter edges: the edges of the row, when they were read because it enters the copy.
  func apply(_ event: WireEvent, id: Int64, edges: [Edge]?) throws -> Effect {
    rows.awaited?.note(event)
    return switch event {
    case .item(let arriving): try apply(arriving, id: id, edges: edges)
    case .itemPurged(let item): try purge(item.id, name: event.name, id: id)
    case .edge(let arriving): try apply(arriving, id: id)
    case .streamCursor, .streamLive, .streamIncomplete, .catchupTooOld, .cursorAhead,
      .readViewChanged, .unknown:
      .unchanged
    }
  }

  private func apply(_ arriving: WireItemEvent, id: Int64, edges: [Edge]?) throws -> Effect {
    let item = arriving.item
    let shown = try rows.rows.item(item.id)
    // Version 0 is an own create: nothing of the server's is held there.
    let held = try overlay.beneath.item(item.id) ?? shown.flatMap { $0.version > 0 ? $0 : nil }
    let decision = EventDecision(
      held: held.map { RowStamp($0) }, isHeld: shown != nil,
      arriving: RowStamp(version: item.version, updatedAt: item.updatedAt),
      isTaken: try rows.takes(item), bringsEdges: arriving.kind == .created)
    switch decision {
    case .skip: return .unchanged
    case .evict: try evict(item.id)
    case .putWithEdges where edges == nil: return .needsEdges(itemId: item.id)
    case .put, .putWithEdges:
      try overlay.take(
        item.item(tags: arriving.metadata?.tags ?? []), over: held,
        tagged: arriving.metadata != nil)
      if decision == .putWithEdges {
        for edge in edges ?? [] { try overlay.take(edge) }
      }
    }
    return told(
      arriving.kind.rawValue, id, itemId: item.id,
      isView: item.type == TypeId.view || shown?.type == TypeId.view)
  }

  /// Lets an item go that left the slice, with the edges it draws. Writes to it stay queued.
  func evict(_ id: String) throws {
    for edge in try EdgeStore(rows.connection).from(id)
    where !rows.scope.holdsWhole(edgeType: edge.edgeType) {
      try overlay.beneath.drop(.edge(edge.id))
      try overlay.owed.settle(.edge(edge.id))
    }
    try overlay.beneath.drop(.item(id))
    try overlay.owed.settle(.item(id))
    try rows.rows.removeItem(id)
  }

  private func purge(_ itemId: String, name: String, id: Int64) throws -> Effect {
    let isView = try rows.rows.item(itemId)?.type == TypeId.view
    return try remove(itemId) ? told(name, id, itemId: itemId, isView: isView) : .unchanged
  }

  /// Removes an item that the server has destroyed, with the edges at both its ends and its pin.
  ///
  /// - Returns: whether any of it was held.
  func remove(_ itemId: String) throws -> Bool {
    let wasHeld = try ItemStore(rows.connection).holds(itemId)
    let gone = try EdgeStore(rows.connection).removeAll(of: itemId)
    for edge in gone {
      try overlay.beneath.drop(.edge(edge.id))
      try overlay.owed.settle(.edge(edge.id))
    }
    try overlay.beneath.drop(.item(itemId))
    try overlay.owed.settle(.item(itemId))
    let wasPinned = try rows.isPinned(itemId)
    try rows.rows.unpin(itemId)
    try rows.rows.removeItem(itemId)
    return wasHeld || wasPinned || !gone.isEmpty
  }

  private func apply(_ arriving: WireEdgeEvent, id: Int64) throws -> Effect {
    let edge = arriving.edge
    let isShown = try rows.rows.edge(edge.id) != nil
    switch arriving.kind {
    case .deleted:
      // One that a waiting deletion hides is let go as well: nothing may bring it back.
      try overlay.forget(.edge(edge.id))
      guard isShown else { return .unchanged }
    case .created, .updated:
      if let held = try overlay.serverEdge(edge.id), RowStamp(held).isLater(than: RowStamp(edge)) {
        return .unchanged
      }
      if try rows.rows.takes(edge) || !overlay.queue.laid(on: .edge(edge.id)).isEmpty {
        try overlay.take(edge)
      } else {
        // It moved to a source that is not held.
        guard isShown else { return .unchanged }
        try rows.rows.removeEdge(edge.id)
      }
    }
    return .changed([
      Change(
        origin: .server(event: arriving.kind.rawValue, cursor: String(id)), itemId: edge.sourceId,
        edgeId: edge.id)
    ])
  }

  private func told(_ name: String, _ id: Int64, itemId: String, isView: Bool) -> Effect {
    let change = Change(origin: .server(event: name, cursor: String(id)), itemId: itemId)
    guard isView else { return .changed([change]) }
    return .changed([change, Change(origin: .refreshed(.viewWritten), itemId: itemId)])
  }
}
