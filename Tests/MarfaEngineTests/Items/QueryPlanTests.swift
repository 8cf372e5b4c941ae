import MarfaModel
import MarfaSQL
import Testing

@testable import MarfaEngine

@Suite("how lists are read")
struct QueryPlanTests {
  private static let behind = ItemCursor(.time(time(9)), id: id(9))

  private func plan(_ server: Bool, _ statement: @escaping @Sendable (ItemStore) throws -> SQLText)
    async throws -> String
  {
    let store = try await EngineStore(server: server)
    let steps = try await store.items { items -> [String] in
      for number in 0..<12 {
        try items.put(row(number, type: "core.t\(number % 4)", tags: ["t"]))
      }
      let statement = try statement(items)
      return try items.connection.query(
        "EXPLAIN QUERY PLAN " + statement.text, statement.values
      ) { $0.text(3) }
    }
    await store.database.close()
    return steps.joined(separator: "; ")
  }

  /// Pages whose first row must not wait for the last one to be read.
  private static let pages: [(String, @Sendable (inout ItemQuery) -> Void)] = [
    ("all", { _ in }),
    ("behind a place", { $0.after = behind }),
    ("of one type", { $0.takes = { $0 == "core.t1" } }),
    (
      "of one type in every state, behind a place",
      {
        $0.takes = { $0 == "core.t1" }
        $0.states = nil
        $0.after = behind
      }
    ),
    (
      "of some types, behind a place",
      {
        $0.takes = { $0 != "core.t1" }
        $0.after = behind
      }
    ),
    (
      "of some types by change",
      {
        $0.takes = { $0 != "core.t1" }
        $0.order = .time(.updatedAt, .ascending)
        $0.changedFrom = time(3)
      }
    ),
    (
      "by when it happened",
      {
        $0.takes = { $0 == "core.t1" }
        $0.order = .time(.occurredAt, .descending)
        $0.occurredBefore = time(3)
      }
    ),
    (
      "of the bin",
      {
        $0.states = [.trashed]
        $0.order = .time(.updatedAt, .descending)
      }
    ),
    ("of live items", { $0.states = [.active, .archived] }),
    ("of a tier and a source", { ($0.tier, $0.source) = (.library, "x") }),
  ]

  @Test("a page in the order of a time walks an index in that order", arguments: 0..<pages.count)
  func walks(page: Int) async throws {
    let (name, change) = Self.pages[page]
    let plan = try await plan(true) { items in
      var query = ItemQuery()
      query.limit = 50
      change(&query)
      var statement = try items.statement(query)
      return statement.rows()
    }
    #expect(!plan.contains("TEMP B-TREE"), "\(name): \(plan)")
    #expect(plan.contains("INDEX items_"), "\(name): \(plan)")
  }

  @Test("rows of a rare tag are found by it, those beneath an item by their ids")
  func selective() async throws {
    let changes: [@Sendable (inout ItemQuery) -> Void] = [
      { $0.tags = ["t", "u"] }, { $0.beneath = id(1) },
    ]
    for change in changes {
      let plan = try await plan(false) { items in
        var query = ItemQuery()
        query.limit = 50
        change(&query)
        var statement = try items.statement(query)
        return statement.rows()
      }
      #expect(plan.hasPrefix("SEARCH items USING INDEX sqlite_autoindex_items_1 (id=?)"), "\(plan)")
    }
  }

  @Test("counts by type read an index alone")
  func counts() async throws {
    let plan = try await plan(true) { items in
      var statement = try items.statement(ItemQuery())
      return statement.counts(by: "type")
    }
    #expect(plan == "SCAN items USING COVERING INDEX items_by_type")
  }

  @Test("pages of edges walk an index in their order", arguments: [true, false])
  func edges(server: Bool) async throws {
    var queries = [
      EdgeQuery(from: id(1), types: ["t"]), EdgeQuery(to: id(1), types: ["t"]),
      EdgeQuery(types: ["t"], order: .oldestFirst),
    ]
    if server {
      queries += [EdgeQuery(), EdgeQuery(changedFrom: time(1), order: .oldestChangeFirst)]
    }
    for query in queries {
      let plan = try await plan(server) { _ in query.statement(Edge.columns) }
      #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
      #expect(plan.contains("INDEX edges_by_"), "\(plan)")
    }
  }
}
