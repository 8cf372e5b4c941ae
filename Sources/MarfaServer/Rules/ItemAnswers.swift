import MarfaEngine
import MarfaModel
import MarfaSQL

/// Builds what a credential is told of items, from one snapshot or transaction.
struct ItemAnswers {
  let connection: any SQLConnection
  let catalog: TypeCatalog
  /// Who is told; `nil` for the log, which holds everything.
  let permissions: KeyPermissions?

  /// Edges of one type that come along with an item (server-items 1.6).
  static let hydratedEdges = 50

  /// An item that may be read by its id: held, outside the bin, of a readable type.
  ///
  /// - Throws: `invalid_id`, `item_not_found`.
  func readable(_ id: String) throws -> ItemRow {
    guard UUIDv7.isValid(id) else { throw RuleRefusal.invalidId("id") }
    guard let row = try ItemStore(connection).get(id), row.state != .trashed,
      permissions?.reads(type: row.type, in: catalog) ?? true
    else { throw RuleRefusal.itemNotFound() }
    return row
  }

  /// An item on the wire.
  func item(_ row: ItemRow, edges: Bool = false, extensions: Bool = false) throws -> WireItem {
    var item = WireItem(row.item(in: catalog))
    item.captureLatitude = row.captureLatitude
    item.captureLongitude = row.captureLongitude
    if let head = row.trashedWith {
      item.trashedByCascade = true
      if try readsType(ofItem: head) { item.trashedWith = head }
    }
    if edges { item.edges = try blocks(EdgeQuery(from: row.id)) }
    if extensions { item.extensions = try self.extensions(of: row.id) }
    return item
  }

  /// An item's tags and the extensions that may be read.
  func metadata(_ row: ItemRow) throws -> WireMetadata {
    WireMetadata(itemId: row.id, tags: row.tags, extensions: try extensions(of: row.id))
  }

  /// An item with its metadata.
  func row(_ row: ItemRow, edges: Bool = false) throws -> WireRow {
    WireRow(item: try item(row, edges: edges), metadata: try metadata(row))
  }

  /// The readable extensions of an item.
  func extensions(of id: String) throws -> JSONObject {
    let held = try ItemStore(connection).extensions(of: id)
    return JSONObject(
      held.filter { permissions?.reads(extension: $0.namespace) ?? true }
        .map { ($0.namespace, .object($0.data)) })
  }

  /// Whether an edge may be known: its own type and its source's type must be readable.
  func reads(_ edge: Edge) throws -> Bool {
    guard let permissions else { return true }
    guard permissions.reads(edgeType: edge.edgeType) else { return false }
    return try readsType(ofItem: edge.sourceId)
  }

  /// Whether an item's type may be read; an item that is not there has none.
  func readsType(ofItem id: String) throws -> Bool {
    guard let permissions else { return true }
    guard let type = try ItemStore(connection).type(of: id) else { return false }
    return permissions.reads(type: type, in: catalog)
  }

  /// The first page of each kind of edge, without those that may not be known.
  func blocks(_ query: EdgeQuery) throws -> [WireEdgeBlock] {
    let store = EdgeStore(connection)
    var query = query
    query.order = .newestFirst
    let end = query.from != nil ? "source_id" : "target_id"
    let types = try connection.query(
      "SELECT DISTINCT edge_type FROM edges WHERE \(end) = ?1 ORDER BY edge_type",
      [.text(query.from ?? query.to ?? "")]
    ) { $0.text(0) }
    var blocks: [WireEdgeBlock] = []
    for type in types {
      query.types = [type]
      let page = try store.page(query, limit: Self.hydratedEdges)
      let readable = try page.edges.filter { try reads($0) }
      if readable.isEmpty, page.next == nil { continue }
      blocks.append(
        WireEdgeBlock(
          edgeType: type,
          page: WirePage(
            data: readable, nextCursor: page.next.map { PageCursor.text($0, in: query.order) })))
    }
    return blocks
  }
}
