import MarfaEngine
import MarfaModel
import MarfaSQL

/// The operations on items, one at a time.
enum ItemRoutes {
  /// Every door under `/items` but edges, tags and extensions.
  static let all: [Route] = [
    Route(
      "POST", "/items", body: .object, keyed: true,
      .write { call, scope in
        try ItemWriter(scope: scope, sender: try call.sender()).create(call.body)
      }),
    Route("GET", "/items", keys: ItemListing.keys, .read(list)),
    Route("GET", "/items/stats", keys: ItemListing.statsKeys, .read(stats)),
    Route("GET", "/items/{id}", keys: Route.Keys(declared: ["include"]), .lookUp(get)),
    Route(
      "PATCH", "/items/{id}", keys: Route.Keys(declared: ["conflict"]), body: .object,
      keyed: true,
      .write { call, scope in
        let conflict = try call.query.word("conflict", as: ItemWriter.ConflictMode.self)
        return try ItemWriter(scope: scope, sender: try call.sender())
          .update(call.segment("id"), call.body, conflict: conflict)
      }),
    Route(
      "DELETE", "/items/{id}", keys: Route.Keys(declared: ["version"]), body: .optionalObject,
      keyed: true,
      .write { call, scope in
        try ItemWriter(scope: scope, sender: try call.sender())
          .delete(call.segment("id"), version: try version(call.query))
      }),
    Route(
      "POST", "/items/{id}/restore", body: .optionalObject, keyed: true,
      .write { call, scope in
        try ItemWriter(scope: scope, sender: try call.sender()).restore(call.segment("id"))
      }),
    Route(
      "POST", "/items/{id}/transition", body: .object, keyed: true,
      .write { call, scope in
        guard let state = call.body["state"] else { throw RuleRefusal.missing("state") }
        return try ItemWriter(scope: scope, sender: try call.sender())
          .transition(call.segment("id"), to: try Lifecycle.read(state))
      }),
    Route(
      "POST", "/items/{id}/purge", need: .permission([.purgeItems]),
      keys: Route.Keys(declared: ["version"]), body: .optionalObject, keyed: true,
      .write { call, scope in
        try ItemWriter(scope: scope, sender: try call.sender())
          .purge(call.segment("id"), version: try version(call.query))
      }),
    Route(
      "GET", "/items/{id}/versions", keys: Route.Keys(declared: ["limit", "cursor"]),
      .read(versions)),
  ]

  /// A version in the query: a whole number from 1.
  private static func version(_ query: QueryParameters) throws(RuleRefusal) -> Int64? {
    guard let text = query["version"] else { return nil }
    guard let version = Int64(text), version >= 1 else {
      throw .validation(path: "version", "“version” must be a whole number from 1.")
    }
    return version
  }

  private static func list(_ call: Call, _ scope: ReadScope) throws -> Reply {
    let sender = try call.sender()
    var listing = try ItemListing(
      call.query, sender: sender, catalog: scope.catalog, states: [.active])
    try listing.readPage(call.query)
    let answers = ItemAnswers(
      connection: scope.connection, catalog: scope.catalog, permissions: sender.permissions)
    let page = try ItemStore(scope.connection).page(listing.query, limit: listing.limit)
    let data = try page.items.map { row -> JSONValue in
      let item = try answers.item(
        row, edges: listing.include.contains(.edges),
        extensions: listing.include.contains(.extensions))
      guard listing.include.contains(.metadata) else { return .object(item.json) }
      return .object(WireRow(item: item, metadata: try answers.metadata(row)).json)
    }
    let next = try page.next.map { cursor in
      PageCursor.text(.items, try cursor.text(in: listing.query.order))
    }
    return .page(data, next: next)
  }

  private static func stats(_ call: Call, _ scope: ReadScope) throws -> Reply {
    let sender = try call.sender()
    let listing = try ItemListing(
      call.query, sender: sender, catalog: scope.catalog, states: nil)
    guard listing.include.isSubset(of: [.system]) else {
      throw RuleRefusal.validation(path: "include", "Counts take no “include” but system.")
    }
    let store = ItemStore(scope.connection)
    let counts: [String: Int]
    switch call.query["by"] {
    case nil, "state": counts = try store.countsByState(listing.query)
    case "type": counts = try store.countsByType(listing.query)
    default: throw RuleRefusal.validation(path: "by", "“by” must be state or type.")
    }
    return .json(
      JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) }))
  }

  private static func readable(_ call: Call, _ scope: ReadScope) throws -> ItemRow {
    try ItemAnswers(
      connection: scope.connection, catalog: scope.catalog,
      permissions: try call.sender().permissions
    ).readable(call.segment("id"))
  }

  private static func get(_ call: Call, _ scope: LookUpScope) throws -> Reply {
    let include = try Including(call.query)
    if include.isEmpty {
      let text = ItemText(scope, permissions: try call.sender().permissions)
      if let bytes = try text.row(call.segment("id")) {
        return Reply(status: 200, body: .text(bytes))
      }
    }
    let scope = try scope.reading()
    let row = try readable(call, scope)
    let sender = try call.sender()
    let answers = ItemAnswers(
      connection: scope.connection, catalog: scope.catalog, permissions: sender.permissions)
    var answer = try answers.row(row, edges: true).json
    try include.add(to: &answer, row: row, answers: answers, scope: scope)
    return .json(answer)
  }

  private static func versions(_ call: Call, _ scope: ReadScope) throws -> Reply {
    let limit = try call.query.integer("limit", in: 1...200, default: 50)
    let row = try readable(call, scope)
    var after: Int64 = 0
    if let cursor = call.query["cursor"] {
      guard let version = Int64(try PageCursor.place(.versions, cursor)) else {
        throw PageCursor.foreign
      }
      after = version
    }
    let permissions = try call.sender().permissions
    let page = try VersionStore(connection: scope.connection).page(
      of: row.id, after: after, limit: limit
    ) { permissions.reads(type: $0, in: scope.catalog) }
    return .page(page.data, next: page.next.map { PageCursor.text(.versions, String($0)) })
  }
}
