import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a copy answers of saved views.
extension CopyReader {
  /// Every view that is held outside the bin and can be read, by title, then by id.
  func views() throws -> [SavedView] {
    var query = ItemQuery()
    query.takes = { $0 == TypeId.view }
    let rows = try ItemStore(connection).list(query)
    return rows.compactMap { try? SavedView(Item(row: $0)) }.sorted { left, right in
      let (first, second) = (left.settings.title ?? "", right.settings.title ?? "")
      return (first, left.id) < (second, right.id)
    }
  }

  /// A view that is held outside the bin; `nil` when there is none.
  func view(_ id: String) throws -> SavedView? {
    guard let row = try ItemStore(connection).get(id), row.type == TypeId.view,
      row.state != .trashed
    else { return nil }
    return try SavedView(Item(row: row))
  }

  func list(inView id: String, sort: Sort?, limit: UInt32?, offset: UInt32?) throws -> [Item] {
    let catalog = try catalog()
    var query = try query(ofView: id, sort: sort).query
    query.limit = limit.map { Int($0) }
    query.offset = offset.map { Int($0) } ?? 0
    return try ItemStore(connection).items(query, in: catalog)
  }

  func groups(inView id: String, limit: UInt32?) throws -> [ViewGroup] {
    let (view, query) = try query(ofView: id)
    guard let grouping = view.settings.groupBy else {
      throw MarfaError.invalid(message: "This view is one list: it says nothing of groups.")
    }
    return try ViewGroups(connection, try catalog())
      .groups(try ItemStore(connection).list(query), by: grouping, limit: limit.map { Int($0) })
  }

  /// The query of a view, as far as the copy holds all that it shows.
  func query(ofView id: String, sort: Sort? = nil) throws -> (view: SavedView, query: ItemQuery) {
    guard let view = try view(id) else {
      throw MarfaError.notFound(code: "not_held", message: "This view is not here.")
    }
    let search = view.settings.search
    try judge.refuse(.filter, if: search.filter != nil)
    let catalog = try catalog()
    let query = try ItemQuery(search, sort ?? view.settings.sort, in: catalog)
    try requireWhole(search, SliceScope(try CopyMeta(connection).slice, catalog: catalog))
    return (view, query)
  }

  /// Refuses a search of which the copy could only answer a part.
  func requireWhole(_ search: FolderSearch, _ scope: SliceScope) throws(MarfaError) {
    for root in search.roots where !scope.holdsWhole(type: root) {
      throw .invalid(message: "The copy doesn't hold all items of the type \(root).")
    }
    let tier = search.tier ?? .library
    guard scope.holds(tier) else {
      throw .invalid(message: "The copy doesn't hold the items of the tier \(tier.rawValue).")
    }
    if search.beneath != nil, !scope.answersWhole(edgeType: "parent-of") {
      throw .invalid(
        message: "The copy doesn't hold all parent-of edges, so it can't tell what lies beneath.")
    }
  }
}
