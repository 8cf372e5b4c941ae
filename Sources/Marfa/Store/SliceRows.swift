import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a copy holds in one transaction, with what decides what it holds.
struct SliceRows {
  let connection: any SQLConnection
  /// The types that the copy works with.
  let catalog: TypeCatalog
  /// What the slice takes.
  let scope: SliceScope
  /// The rows.
  let rows: EngineRows
  /// The items that are being read to be pinned.
  let awaited: AwaitedPins?

  /// Makes the rows of an open transaction.
  init(
    _ connection: any SQLConnection, catalog: TypeCatalog, slice: CopySlice?,
    awaited: AwaitedPins? = nil
  ) {
    self.connection = connection
    self.awaited = awaited
    self.catalog = catalog
    let scope = SliceScope(slice, catalog: catalog)
    self.scope = scope
    rows = EngineRows(
      connection, wholeEdgeTypes: scope.wholeEdgeTypes,
      sliceTakes: { type, tier in scope.takes(type: type, tier: tier) },
      lastEvent: { try CopyMeta(connection).cursor })
  }

  /// Whether the slice takes an item, or a pin holds it.
  func takes(_ item: WireItem) throws -> Bool {
    try scope.takes(type: item.type, tier: item.tier) || isPinned(item.id)
  }

  /// Whether an item is held whatever the slice takes.
  func isPinned(_ id: String) throws -> Bool {
    try connection.exists("SELECT 1 FROM pins WHERE item_id = ?1", [.text(id)])
  }

  /// Every item that is held whatever the slice takes.
  func pinned() throws -> [String] {
    try connection.query("SELECT item_id FROM pins ORDER BY item_id", []) { $0.text(0) }
  }
}
