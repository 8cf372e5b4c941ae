import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a copy answers from its store alone, in one snapshot.
struct CopyReader {
  let connection: any SQLConnection
  let types: CopyCatalog
  /// Refuses what a stand-in for the server could not match.
  var judge = CallJudge.real

  /// The types that the copy works with.
  func catalog() throws -> TypeCatalog { try types.catalog(connection) }

  func list(_ filters: ListFilters, sort: Sort) throws -> [Item] {
    try judge.refuse(.filter, if: filters.filter != nil)
    let catalog = try catalog()
    let query = try ItemQuery(filters, sort, in: catalog)
    return try ItemStore(connection).items(query, in: catalog)
  }

  func get(_ id: String) throws -> Item? {
    guard let row = try ItemStore(connection).get(id), row.state != .trashed else { return nil }
    return row.item(in: try catalog())
  }

  func edges(from id: String) throws -> [Edge] { try EdgeStore(connection).from(id) }

  func edges(to id: String) throws -> [Edge] { try EdgeStore(connection).to(id) }

  func edges(ofType type: String) throws -> [Edge] { try EdgeStore(connection).ofType(type) }

  func queue() throws -> [QueuedWrite] {
    try QueueStore(connection: connection).all().map(\.queuedWrite)
  }

  func changes(since mark: ChangeMark?, most limit: Int) throws -> ChangePage {
    let queue = QueueStore(connection: connection)
    return try ChangeLog(connection).page(
      since: mark, most: min(max(1, limit), Tuning.changePageLimit)
    ) { try queue.record($0)?.drainVerdict(replayed: false) }
  }

  /// What waits and how much is held, for those who look on.
  func facts() throws -> (pending: UInt64, hydration: Hydration) {
    (
      try QueueStore(connection: connection).pending(), try CopyMeta(connection).hydration
    )
  }

  func declaredTypes() throws -> [JSONObject] { try DeclaredTypes(connection: connection).all() }

  func status() throws -> Status {
    let meta = try CopyMeta(connection)
    let rows = SliceRows(connection, catalog: .shipped, slice: meta.slice)
    return Status(
      serverOrigin: meta.origin, sliceTypes: meta.slice?.types ?? [],
      sliceTier: meta.slice?.tier, sliceEdgeTypes: meta.slice?.edgeTypes ?? [],
      pinned: try rows.pinned(), eventCursor: meta.cursor, hydration: meta.hydration,
      items: UInt64(try ItemStore(connection).count()),
      edges: UInt64(try EdgeStore(connection).count()),
      catalogVersion: meta.catalogVersion == 0 ? nil : meta.catalogVersion,
      instanceId: meta.instanceId)
  }
}
