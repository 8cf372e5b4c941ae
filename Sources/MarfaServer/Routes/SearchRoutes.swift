import MarfaEngine
import MarfaModel
import MarfaSQL

/// Full-text search.
enum SearchRoutes {
  /// `GET /search`.
  static let all: [Route] = [
    Route(
      "GET", "/search",
      keys: Route.Keys(
        declared: [
          "q", "type", "state", "tier", "tags", "filter", "occurred_after", "occurred_before",
          "limit", "cursor", "include",
        ], narrowing: ["type", "tags", "filter"]),
      .direct(search))
  ]

  /// How deep a ranking is paged (server-items 1.6).
  private static let depth = 10_000

  private static func search(_ call: Call, _ core: ServerCore) async throws -> Reply {
    guard let text = call.query["q"] else { throw RuleRefusal.missing("q") }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw RuleRefusal.validation(path: "q", "“q” must not be empty.")
    }
    let sender = try call.sender()
    let catalog = try await core.database.read { try core.catalog($0) }
    let listing = try ItemListing(
      call.query, sender: sender, catalog: catalog, states: [.active])
    guard listing.include.isSubset(of: [.system]) else {
      throw RuleRefusal.validation(path: "include", "A search takes no “include” but system.")
    }
    let limit = try call.query.integer("limit", in: 1...100, default: 20)
    let offset = try offset(call.query["cursor"], text)
    let wanted = min(limit, depth - offset)
    // One more says whether there is another page.
    var found = try await core.search.find(text, listing.query, limit: wanted + 1, offset: offset)
    let goesOn = found.count > wanted && offset + wanted < depth
    found = Array(found.prefix(wanted))
    let hits = found
    let data = try await core.database.read { connection in
      let answers = ItemAnswers(
        connection: connection, catalog: try core.catalog(connection),
        permissions: sender.permissions)
      return try hits.map { hit -> JSONValue in
        var answer = try answers.row(hit.item).json
        answer["relevance_score"] = .number(hit.score)
        if !hit.excerpt.isEmpty { answer["snippet_html"] = .string(hit.excerpt) }
        return .object(answer)
      }
    }
    let next = goesOn ? PageCursor.text(.search, "\(offset + wanted)|\(text)") : nil
    return .page(data, next: next)
  }

  /// Where a page begins; a cursor belongs to the words it was given for.
  private static func offset(_ cursor: String?, _ text: String) throws(RuleRefusal) -> Int {
    guard let cursor else { return 0 }
    let parts = try PageCursor.place(.search, cursor)
      .split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let offset = Int(parts[0]), (0..<depth).contains(offset),
      parts[1] == text
    else { throw PageCursor.foreign }
    return offset
  }
}
