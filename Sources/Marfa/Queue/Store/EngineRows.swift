import MarfaEngine
import MarfaModel
import MarfaSQL

/// The rows of a working copy as the engine keeps them, with the slice and the pins.
struct EngineRows: CopyRows {
  private let items: ItemStore
  private let edges: EdgeStore
  private let connection: any SQLConnection
  private let sliceTakes: (_ type: String, _ tier: Tier?) -> Bool
  private let wholeEdgeTypes: Set<String>
  private let lastEvent: () throws -> String?

  /// Makes the rows of an open transaction.
  ///
  /// - Parameters:
  ///   - wholeEdgeTypes: the edge types that the slice holds whole.
  ///   - sliceTakes: whether the slice takes items of a type and tier. A copy that was never
  ///     loaded has no slice and takes all.
  ///   - lastEvent: the last event that was applied.
  init(
    _ connection: any SQLConnection, wholeEdgeTypes: Set<String>,
    sliceTakes: @escaping (_ type: String, _ tier: Tier?) -> Bool,
    lastEvent: @escaping () throws -> String? = { nil }
  ) {
    items = ItemStore(connection)
    edges = EdgeStore(connection)
    self.connection = connection
    self.wholeEdgeTypes = wholeEdgeTypes
    self.sliceTakes = sliceTakes
    self.lastEvent = lastEvent
  }

  func item(_ id: String) throws -> Item? { try items.get(id).map(Item.init(row:)) }

  func holds(_ id: String) throws -> Bool { try items.holds(id) }

  func put(_ item: Item) throws { try items.put(ItemRow(item)) }

  func removeItem(_ id: String) throws {
    try edges.removeFrom(id, except: wholeEdgeTypes)
    try items.remove(id)
  }

  func itemId(source: String?, sourceId: String) throws -> String? {
    if let source { return try items.get(source: source, sourceId: sourceId)?.id }
    return try connection.text(
      "SELECT id FROM items WHERE source_id = ?1 ORDER BY seq LIMIT 1", [.text(sourceId)])
  }

  func edge(_ id: String) throws -> Edge? { try edges.get(id) }

  func put(_ edge: Edge) throws { try edges.put(edge) }

  func removeEdge(_ id: String) throws { try edges.remove(id) }

  func takes(_ item: Item) throws -> Bool {
    if sliceTakes(item.type, item.tier) { return true }
    return try connection.exists("SELECT 1 FROM pins WHERE item_id = ?1", [.text(item.id)])
  }

  func takes(_ edge: Edge) throws -> Bool {
    if wholeEdgeTypes.contains(edge.edgeType) { return true }
    return try items.holds(edge.sourceId)
  }

  func pin(_ id: String) throws {
    try connection.run(
      "INSERT INTO pins (item_id) VALUES (?1) ON CONFLICT DO NOTHING", [.text(id)])
  }

  func unpin(_ id: String) throws {
    try connection.run("DELETE FROM pins WHERE item_id = ?1", [.text(id)])
  }

  func cursor() throws -> String? { try lastEvent() }

  func movePin(from old: String, to new: String) throws {
    let moved = try connection.run("DELETE FROM pins WHERE item_id = ?1", [.text(old)])
    if moved > 0 { try pin(new) }
  }
}

extension Item {
  /// The row without the hints of its type, which the queue has no use for.
  init(row: ItemRow) {
    self.init(
      id: row.id, type: row.type, properties: row.properties, state: row.state, tier: row.tier,
      version: row.version, schemaVersion: row.schemaVersion, source: row.source,
      sourceId: row.sourceId, occurredAt: row.occurredAt, createdAt: row.createdAt,
      updatedAt: row.updatedAt, tags: row.tags)
  }
}

extension ItemRow {
  /// The row of an item as a copy shows it.
  init(_ item: Item) {
    self.init(
      id: item.id, type: item.type, properties: item.properties, state: item.state,
      tier: item.tier, version: item.version, schemaVersion: item.schemaVersion,
      source: item.source, sourceId: item.sourceId, occurredAt: item.occurredAt,
      createdAt: item.createdAt, updatedAt: item.updatedAt, tags: item.tags)
  }
}
