import MarfaEngine
import MarfaModel

/// Answers edges, one by one and in pages, as far as the sender may know them.
///
/// An edge that may not be known is left out of its page and not made up for: the cursor goes by
/// the whole listing, so a page may be short or empty and still not be the last.
struct EdgeListing {
  private let call: Call
  private let scope: ReadScope
  private let answers: ItemAnswers

  /// The most edge types that a listing takes.
  static let mostTypes = 10
  /// How many edges a page may have.
  static let limits = 1...500
  /// How many it has when the request does not say.
  static let usualLimit = 50

  /// The query keys of the edges of an item. A blank `edge_type` would silently mean every type.
  static let keys = Route.Keys(
    declared: ["edge_type", "limit", "cursor"], narrowing: ["edge_type"])
  /// The query keys of all edges.
  static let changeKeys = Route.Keys(
    declared: keys.declared.union(["updated_after", "updated_before"]),
    narrowing: keys.narrowing)

  /// Reads for the sender of a call.
  init(_ call: Call, _ scope: ReadScope) throws(RuleRefusal) {
    self.call = call
    self.scope = scope
    answers = ItemAnswers(
      connection: scope.connection, catalog: scope.catalog,
      permissions: try call.sender().permissions)
  }

  /// One edge.
  ///
  /// - Throws: `edge_not_found`, also for an id that is none.
  func one(_ id: String) throws -> Reply {
    guard let edge = try EdgeStore(scope.connection).get(id), try answers.reads(edge) else {
      throw RuleRefusal.edgeNotFound
    }
    return .json(["edge": .object(edge.json)])
  }

  /// A page of all edges: newest first, or by change from an instant on.
  func all() throws -> Reply {
    let changedFrom = try ItemListing.instant(call.query, "updated_after")
    return try page(
      EdgeQuery(
        changedFrom: changedFrom,
        changedBefore: try ItemListing.instant(call.query, "updated_before"),
        order: changedFrom == nil ? .newestFirst : .oldestChangeFirst))
  }

  /// A page of the edges that start at an item, in the bin or not.
  func outbound(_ id: String) throws -> Reply {
    try page(EdgeQuery(from: try known(id)))
  }

  /// A page of the edges that end at an item, in the bin or not.
  func inbound(_ id: String) throws -> Reply {
    try page(EdgeQuery(to: try known(id)))
  }

  private func page(_ query: EdgeQuery) throws -> Reply {
    var query = query
    let types = call.query.list("edge_type")
    guard types.count <= Self.mostTypes else {
      throw RuleRefusal.malformed(
        path: "edge_type", "edge_type takes at most \(Self.mostTypes) types.")
    }
    if !types.isEmpty { query.types = types }
    let limit = try call.query.integer("limit", in: Self.limits, default: Self.usualLimit)
    if let cursor = call.query["cursor"] {
      query.after = try PageCursor.edges(cursor, in: query.order)
    }
    let page = try EdgeStore(scope.connection).page(query, limit: limit)
    return .page(
      try page.edges.filter { try answers.reads($0) }.map { .object($0.json) },
      next: page.next.map { PageCursor.text($0, in: query.order) })
  }

  /// The id of an item that the sender may know.
  private func known(_ id: String) throws -> String {
    guard UUIDv7.isValid(id) else { throw RuleRefusal.invalidId("id") }
    guard try answers.readsType(ofItem: id) else { throw RuleRefusal.itemNotFound() }
    return id
  }
}
