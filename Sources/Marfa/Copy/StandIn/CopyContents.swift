import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a copy in memory holds from the start, as if it had been loaded from a server.
package struct CopyContents: Sendable {
  /// Its items; of several with one id the last one stands.
  package var items: [Item]
  /// Its edges, whether their ends are held or not.
  package var edges: [Edge]
  /// The types that it knows, and no others.
  package var types: TypeCatalog

  /// The saved views.
  package var views: [SavedView]

  /// Makes the contents of a copy.
  package init(
    items: [Item] = [], edges: [Edge] = [], types: TypeCatalog = TypeCatalog(),
    views: [SavedView] = []
  ) {
    self.items = items
    self.edges = edges
    self.types = types
    self.views = views
  }

  /// Makes the tables of a new store and fills them.
  func fill(_ connection: any SQLConnection, of store: CopyStore) throws {
    try CopySchema.migrator.apply(to: connection)
    // A view is an item of a shipped type, without which none could be made.
    let catalog = types.adding([TypeCatalog.shipped.definition(TypeId.view)].compactMap(\.self))
    try CatalogStore(connection, store.catalog.served).replace(with: catalog)
    var meta = try CopyMeta(connection)
    meta.slice = CopySlice(
      types: types.types.map(\.id), tier: .all, edgeTypes: types.edgeTypes.map(\.id))
    meta.cursor = "0"
    try meta.save(connection)
    let rows = SliceRows(connection, catalog: catalog, slice: meta.slice).rows
    for item in items { try rows.put(item) }
    for view in views { try rows.put(Item(view)) }
    for edge in edges { try rows.put(edge) }
  }
}

extension Item {
  /// The item of a view, as a server would have it.
  fileprivate init(_ view: SavedView) {
    let time = Timestamp(clamping: 0).text
    self.init(
      id: view.id, type: TypeId.view, properties: view.settings.properties, state: view.state,
      tier: .library, version: view.version,
      schemaVersion: TypeCatalog.shipped.definition(TypeId.view)?.version ?? 1, source: "device",
      sourceId: nil, occurredAt: time, createdAt: time, updatedAt: time, tags: [])
  }
}
