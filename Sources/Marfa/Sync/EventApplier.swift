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

  /// Whether an event's row enters the copy, so that its edges have to be read before it is taken.
  ///
  /// - Parameter entering: rows that earlier events of the same batch bring.
  func needsEdges(_ event: WireEvent, entering: Set<String>) throws -> Bool {
    guard case .item(let arriving) = event, !entering.contains(arriving.item.id) else {
      return false
    }
    return try decision(arriving) == .putWithEdges
  }

  /// Whether an event's row belongs to the slice or is pinned, so that its type has to be known.
  func concerns(_ item: WireItem) throws -> Bool {
    try rows.scope.mayTake(unknown: item.type, tier: item.tier) || rows.isPinned(item.id)
  }

  /// Applies one event.
  ///
  /// - Parameter edges: the edges of the row, where ``needsEdges(_:entering:)`` asked for them.
  /// - Returns: the change to tell, or `nil` where nothing changed here.
  func apply(_ event: WireEvent, id: Int64, edges: [Edge]?) throws -> Change? {
    switch event {
    case .item(let arriving): try apply(arriving, id: id, edges: edges)
    case .itemPurged(let item): try purge(item.id, name: event.name, id: id)
    case .edge(let arriving): try apply(arriving, id: id)
    case .streamCursor, .streamLive, .streamIncomplete, .catchupTooOld, .cursorAhead,
      .readViewChanged, .unknown:
      nil
    }
  }

  private func decision(_ arriving: WireItemEvent) throws -> EventDecision {
    let item = arriving.item
    return EventDecision(
      held: try overlay.serverItem(item.id).map { RowStamp($0) },
      isHeld: try ItemStore(rows.connection).holds(item.id),
      arriving: RowStamp(version: item.version, updatedAt: item.updatedAt),
      isTaken: try rows.takes(item), bringsEdges: arriving.kind == .created)
  }

  private func apply(_ arriving: WireItemEvent, id: Int64, edges: [Edge]?) throws -> Change? {
    let itemId = arriving.item.id
    switch try decision(arriving) {
    case .skip: return nil
    case .evict: try evict(itemId)
    case .put, .putWithEdges:
      let item = arriving.item.item(tags: arriving.metadata?.tags ?? [])
      guard try overlay.take(item, tagged: arriving.metadata != nil) else { return nil }
      for edge in edges ?? [] { try overlay.take(edge) }
    }
    return told(arriving.kind.rawValue, id, itemId: itemId)
  }

  /// Lets an item go that left the slice. Writes to it stay queued.
  private func evict(_ id: String) throws {
    try overlay.beneath.drop(.item(id))
    try overlay.owed.settle(.item(id))
    try rows.rows.removeItem(id)
  }

  private func purge(_ itemId: String, name: String, id: Int64) throws -> Change? {
    let edges = EdgeStore(rows.connection)
    let wasHeld = try ItemStore(rows.connection).holds(itemId)
    let gone = try edges.removeAll(of: itemId)
    for edge in gone { try overlay.beneath.drop(.edge(edge.id)) }
    try overlay.beneath.drop(.item(itemId))
    try overlay.owed.settle(.item(itemId))
    let wasPinned = try rows.isPinned(itemId)
    try rows.rows.unpin(itemId)
    try rows.rows.removeItem(itemId)
    guard wasHeld || wasPinned || !gone.isEmpty else { return nil }
    return told(name, id, itemId: itemId)
  }

  private func apply(_ arriving: WireEdgeEvent, id: Int64) throws -> Change? {
    let edge = arriving.edge
    let held = try rows.rows.edge(edge.id)
    switch arriving.kind {
    case .deleted:
      guard held != nil else { return nil }
      try overlay.forget(.edge(edge.id))
    case .created, .updated:
      let isTaken = try rows.rows.takes(edge) || !overlay.queue.laid(on: .edge(edge.id)).isEmpty
      if isTaken {
        guard try overlay.take(edge) else { return nil }
      } else {
        guard held != nil else { return nil }
        try rows.rows.removeEdge(edge.id)
      }
    }
    return Change(
      origin: .server(event: arriving.kind.rawValue, cursor: String(id)), itemId: edge.sourceId,
      edgeId: edge.id)
  }

  private func told(_ name: String, _ id: Int64, itemId: String) -> Change {
    Change(origin: .server(event: name, cursor: String(id)), itemId: itemId)
  }
}
