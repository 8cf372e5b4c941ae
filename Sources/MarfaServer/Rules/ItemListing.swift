import MarfaEngine
import MarfaModel
import MarfaSQL

/// A listing of items as a request asks for it, narrowed to what the sender reads.
struct ItemListing {
  /// What is asked of the store.
  var query: ItemQuery
  /// Items on a page.
  var limit = 0
  /// What comes along with each item.
  var include: Set<Include>

  /// What can come along.
  enum Include: String, CaseIterable {
    case edges
    case metadata
    case extensions
    case system
  }

  /// The query keys of a listing.
  static let keys = Route.Keys(
    declared: filterKeys.union(["sort", "direction", "limit", "cursor"]),
    narrowing: narrowingKeys, takesEdgeTerms: true)

  /// The query keys of the counts of a listing.
  static let statsKeys = Route.Keys(
    declared: filterKeys.union(["by"]), narrowing: narrowingKeys, takesEdgeTerms: true)

  static let narrowingKeys: Set<String> = ["type", "source", "tags", "filter"]

  private static let filterKeys: Set<String> = [
    "type", "state", "source", "tier", "tags", "filter", "occurred_after", "occurred_before",
    "updated_after", "updated_before", "include",
  ]

  /// Reads what narrows a listing.
  ///
  /// - Parameter states: the states that are listed when the request names none.
  init(
    _ parameters: QueryParameters, sender: Credential, catalog: TypeCatalog,
    states: Set<ItemState>?
  ) throws {
    include = try Self.include(parameters)
    query = ItemQuery()
    query.takes = try Self.types(
      parameters, sender: sender, catalog: catalog, withSystem: include.contains(.system))
    query.states = try Self.states(parameters, default: states)
    query.source = parameters["source"]
    switch parameters["tier"] {
    case nil, "all": break
    case let word?:
      guard let tier = Tier(rawValue: word) else {
        throw RuleRefusal.validation(
          path: "tier", "“tier” must be one of library, feed, all.")
      }
      query.tier = tier
    }
    query.tags = parameters.list("tags")
    query.occurredAfter = try Self.instant(parameters, "occurred_after")
    query.occurredBefore = try Self.instant(parameters, "occurred_before")
    query.changedFrom = try Self.instant(parameters, "updated_after")
    query.changedBefore = try Self.instant(parameters, "updated_before")
    try narrowByFilter(parameters, sender: sender, catalog: catalog)
  }

  /// Reads the order and the page.
  mutating func readPage(_ parameters: QueryParameters) throws {
    limit = try parameters.integer("limit", in: 1...200, default: 50)
    query.order = try order(parameters)
    if let text = parameters["cursor"] {
      let place = try PageCursor.place(.items, text)
      guard let cursor = ItemCursor(place, in: query.order) else { throw PageCursor.foreign }
      query.after = cursor
    }
  }

  private func order(_ parameters: QueryParameters) throws -> ItemOrder {
    let named = try parameters.word("direction", as: SortDirection.self)
    if query.changedFrom != nil {
      guard parameters["sort"] ?? "updated_at" == "updated_at", named ?? .ascending == .ascending
      else {
        throw RuleRefusal.validation(
          path: "sort", "With “updated_after” items come by their change, oldest first.")
      }
      return .time(.updatedAt, .ascending)
    }
    let direction = named ?? .descending
    guard let sort = parameters["sort"] else { return .time(.createdAt, direction) }
    if let field = SortField(rawValue: sort) { return .time(field, direction) }
    let prefix = "properties."
    let name = sort.dropFirst(prefix.count)
    guard sort.hasPrefix(prefix), !name.isEmpty,
      name.utf8.allSatisfy({ byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
      })
    else {
      throw RuleRefusal.validation(path: "sort", "Items can't be sorted by this.")
    }
    return .property(String(name), direction)
  }

  private mutating func narrowByFilter(
    _ parameters: QueryParameters, sender: Credential, catalog: TypeCatalog
  ) throws {
    let terms = parameters.edgeTerms.map { term in
      FilterEdge(
        direction: term.direction == "edge" ? .outbound : .inbound, type: term.type,
        other: term.id)
    }
    if let text = parameters["filter"] {
      var filter = try FilterExpression(text, in: .server)
      if !terms.isEmpty { try filter.narrow(by: terms) }
      query.filter = filter
    } else if !terms.isEmpty {
      query.filter = try FilterExpression(edges: terms)
    }
    for edge in query.filter?.edges ?? [] {
      try sender.permissions.judge(edgeType: edge.type, .read)
    }
    if query.filter?.edges.contains(where: { $0.direction == .inbound }) == true {
      query.inboundSource = Self.readableSource(sender, catalog)
    }
  }

  /// Only edges from items that the sender may read count for `backref`.
  private static func readableSource(_ sender: Credential, _ catalog: TypeCatalog)
    -> FilterTarget.Narrowing?
  {
    if sender.permissions.readsEveryType { return nil }
    let readable = sender.permissions.readableTypes(in: catalog)
    return { sourceId, first in
      let places = readable.indices.map { "?\(first + $0)" }.joined(separator: ", ")
      return FilterSQL(
        text:
          "EXISTS (SELECT 1 FROM items AS ends WHERE ends.id = \(sourceId) "
          + "AND ends.type IN (\(places)))",
        values: readable.map { .text($0) })
    }
  }

  /// Which types are listed: those asked for, as far as they are read; `system` types on demand.
  static func types(
    _ parameters: QueryParameters, sender: Credential, catalog: TypeCatalog, withSystem: Bool
  ) throws -> @Sendable (String) -> Bool {
    let permissions = sender.permissions
    let entries = parameters.list("type")
    guard !entries.isEmpty else {
      return { type in
        (withSystem || !TypeId.isSystem(type)) && permissions.reads(type: type, in: catalog)
      }
    }
    var wanted: Set<String> = []
    var namesSystem = withSystem
    for entry in entries {
      wanted.formUnion(try TypeScope.resolve(entry, catalog: catalog, credential: sender))
      if TypeId.isSystem(entry) { namesSystem = true }
    }
    return { [wanted, namesSystem] type in
      wanted.contains(type) && (namesSystem || !TypeId.isSystem(type))
    }
  }

  private static func include(_ parameters: QueryParameters) throws -> Set<Include> {
    var include: Set<Include> = []
    for word in parameters.list("include") {
      guard let known = Include(rawValue: word) else {
        throw RuleRefusal.validation(
          path: "include", "“include” takes edges, metadata, extensions and system.")
      }
      include.insert(known)
    }
    return include
  }

  /// The states that a request names; `any` is all.
  static func states(_ parameters: QueryParameters, default standard: Set<ItemState>?) throws
    -> Set<ItemState>?
  {
    switch parameters["state"] {
    case nil: return standard
    case "any": return nil
    case let word?:
      guard let state = ItemState(rawValue: word) else {
        throw RuleRefusal.validation(
          path: "state", "“state” must be active, archived, trashed, revoked or any.")
      }
      return [state]
    }
  }

  static func instant(_ parameters: QueryParameters, _ name: String) throws -> String? {
    guard let text = parameters[name] else { return nil }
    guard let time = Timestamp.normalized(text) else {
      throw RuleRefusal.validation(path: name, "“\(name)” is not a time.")
    }
    return time
  }
}
