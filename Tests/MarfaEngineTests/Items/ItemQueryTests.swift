import MarfaEngine
import MarfaModel
import MarfaSQL
import Testing

@Suite("lists of items")
struct ItemQueryTests {
  /// The catalog shipped with the product, and a type outside its parent's name.
  private let catalog: TypeCatalog

  init() throws {
    let memo = try TypeDefinition(reading: ["id": "app.x.memo", "parent": "core.note"])
    let shipped = TypeCatalog.shipped
    catalog = TypeCatalog(types: shipped.types + [memo], edgeTypes: shipped.edgeTypes)
  }

  private func numbers(_ rows: [ItemRow]) -> [Int] {
    rows.compactMap { Int($0.id.suffix(12)) }
  }

  private func list(
    _ store: EngineStore, _ filters: ListFilters, _ sort: Sort = .newestFirst
  ) async throws -> [Int] {
    let query = try ItemQuery(filters, sort, in: catalog)
    return numbers(try await store.items { try $0.list(query) })
  }

  @Test("a list without narrowings is every active item, newest first")
  func plain() async throws {
    let store = try await EngineStore()
    try await store.items { items throws in
      for (number, state) in zip(1..., ItemState.allCases) {
        try items.put(row(number, state: state))
      }
      try items.put(row(9, tier: nil))
    }
    #expect(try await list(store, ListFilters()) == [9, 1])
    #expect(try await list(store, ListFilters(allStates: true)) == [9, 4, 3, 2, 1])
    #expect(try await list(store, ListFilters(state: .trashed, allStates: true)) == [3])
    #expect(try await list(store, ListFilters(tier: .library)) == [1])
    #expect(try await list(store, ListFilters(tier: .feed)) == [])
    await store.database.close()
  }

  @Test("a type takes its subtypes in, by name and by declared parent, registered or not")
  func types() async throws {
    let store = try await EngineStore()
    let types = ["core.note", "core.note.daily", "app.x.memo", "core.notebook", "core.task"]
    try await store.items { items throws in
      for (number, type) in zip(1..., types) { try items.put(row(number, type: type)) }
    }
    #expect(try await list(store, ListFilters(type: "core.note")) == [3, 2, 1])
    #expect(try await list(store, ListFilters(type: "core.note.*")) == [3, 2, 1])
    #expect(try await list(store, ListFilters(type: "core.*")) == [5, 4, 2, 1])
    #expect(try await list(store, ListFilters(type: "*")).count == 5)
    #expect(try await list(store, ListFilters(type: "")).count == 5)
    #expect(try await list(store, ListFilters(type: "core.notebook")) == [4])
    #expect(try await list(store, ListFilters(type: "core.nothing")) == [])
    for bad in ["note", "Core.note", "core..note", "core.note ", "keys.note"] {
      let error = #expect(throws: MarfaError.self) {
        try ItemQuery(ListFilters(type: bad), .newestFirst, in: catalog)
      }
      #expect(error.map { MarfaErrorKind($0) } == .validation, "\(bad)")
    }
    await store.database.close()
  }

  @Test("every tag must be carried, to the letter")
  func tags() async throws {
    let store = try await EngineStore()
    try await store.items { items throws in
      try items.put(row(1, tags: ["a", "b"]))
      try items.put(row(2, tags: ["a"]))
      try items.put(row(3, tags: ["A", "b"]))
    }
    #expect(try await list(store, ListFilters(tags: ["a"])) == [2, 1])
    #expect(try await list(store, ListFilters(tags: ["a", "b"])) == [1])
    #expect(try await list(store, ListFilters(tags: ["a", "c"])) == [])
    await store.database.close()
  }

  @Test("bounds of when something happened leave the bound itself out, however it is spelled")
  func occurred() async throws {
    let store = try await EngineStore()
    try await store.items { items throws in
      for number in 1...3 {
        try items.put(row(number) { $0.occurredAt = "2024-01-0\(number)T00:00:00.000Z" })
      }
    }
    #expect(try await list(store, ListFilters(occurredAfter: "2024-01-01")) == [3, 2])
    #expect(try await list(store, ListFilters(occurredBefore: "2024-01-03T01:00+01:00")) == [2, 1])
    #expect(
      try await list(
        store, ListFilters(occurredAfter: "2024-01-01", occurredBefore: "2024-01-03")) == [2])
    for filters in [ListFilters(occurredAfter: "soon"), ListFilters(occurredBefore: "")] {
      #expect(throws: MarfaError.self) { try ItemQuery(filters, .newestFirst, in: catalog) }
    }
    await store.database.close()
  }

  @Test("a filter narrows beside everything else, and its faults are told before any row is read")
  func filters() async throws {
    let store = try await EngineStore()
    try await store.items { items throws in
      for number in 1...6 {
        try items.put(row(number, ["n": .integer(Int64(number))], tags: number > 3 ? ["t"] : []))
      }
    }
    #expect(
      try await list(
        store,
        ListFilters(
          type: "core.note", tier: .library, tags: ["t"], filter: "properties.n lt 6", limit: 1,
          offset: 1)) == [4])
    for (filter, kind) in [
      ("properties.n", MarfaErrorKind.validation), ("backref[references] exists", .invalid),
    ] {
      let error = #expect(throws: MarfaError.self) {
        try ItemQuery(ListFilters(filter: filter), .newestFirst, in: catalog)
      }
      #expect(error.map { MarfaErrorKind($0) } == kind)
    }
    await store.database.close()
  }

  @Test("beneath an item are it and all that parent-of leads to; loops end")
  func beneath() async throws {
    let store = try await EngineStore()
    try await store.database.write { connection in
      let (items, edges) = (ItemStore(connection), EdgeStore(connection))
      for number in 1...6 { try items.put(row(number)) }
      try edges.put(edge(1, 1, 2, "parent-of"))
      try edges.put(edge(2, 2, 3, "parent-of"))
      try edges.put(edge(3, 3, 1, "parent-of"))
      try edges.put(edge(4, 3, 4, "references"))
      try edges.put(edge(5, 3, 77, "parent-of"))
      try edges.put(edge(6, 77, 5, "parent-of"))
    }
    #expect(try await list(store, ListFilters(beneath: id(2))) == [5, 3, 2, 1])
    #expect(try await list(store, ListFilters(beneath: id(4))) == [4])
    #expect(try await list(store, ListFilters(beneath: "nobody")) == [])
    await store.database.close()
  }

  @Test("limit and offset cut the list, also alone")
  func limits() async throws {
    let store = try await EngineStore()
    try await store.items { for number in 1...5 { try $0.put(row(number)) } }
    #expect(try await list(store, ListFilters(limit: 2)) == [5, 4])
    #expect(try await list(store, ListFilters(limit: 2, offset: 3)) == [2, 1])
    #expect(try await list(store, ListFilters(offset: 4)) == [1])
    #expect(try await list(store, ListFilters(limit: 0)) == [])
    #expect(try await list(store, ListFilters(limit: .max, offset: .max)) == [])
    await store.database.close()
  }

  @Test(
    "times order in both directions, equal ones by id in the same", arguments: SortField.allCases)
  func times(field: SortField) async throws {
    let store = try await EngineStore()
    try await store.items { items throws in
      for number in 1...6 {
        try items.put(
          row(number) {
            let time = time(number / 2)
            switch field {
            case .createdAt: $0.createdAt = time
            case .updatedAt: $0.updatedAt = time
            case .occurredAt: $0.occurredAt = time
            }
          })
      }
    }
    for direction in SortDirection.allCases {
      let sort = Sort(field: field, direction: direction)
      let expected = direction == .ascending ? Array(1...6) : (1...6).reversed()
      #expect(try await list(store, ListFilters(), sort) == expected)
      #expect(try await pages(store, ItemOrder(sort), 2) == expected)
    }
    await store.database.close()
  }

  @Test("a property orders numbers before texts, the rest last; ties by id, up in both directions")
  func property() async throws {
    let store = try await EngineStore()
    let values: [JSONValue?] = [
      "b", 3, nil, .bool(true), "", ["x"], 1, "10", -0.5, .null, .bool(false), "B", 1.0, "é",
      9_007_199_254_740_993, 9_007_199_254_740_992, 0.1, ["k": 1], 1e300,
    ]
    try await store.items { items throws in
      for (number, value) in zip(1..., values) {
        try items.put(row(number, value.map { ["v": $0] } ?? [:]))
      }
    }
    let tail = [3, 6, 10, 18]
    let up = [9, 11, 17, 4, 7, 13, 2, 15, 16, 19, 5, 8, 12, 1, 14] + tail
    let down = [14, 1, 12, 8, 5, 19, 15, 16, 2, 4, 7, 13, 17, 11, 9] + tail
    for size in [1, 2, 3, 7, 100] {
      #expect(try await pages(store, .property("v", .ascending), size) == up, "\(size)")
      #expect(try await pages(store, .property("v", .descending), size) == down, "\(size)")
    }
    #expect(try await pages(store, .property("none", .descending), 2) == Array(1...19))
    await store.database.close()
  }

  /// Walks pages of a size, each from the text of the cursor before it.
  private func pages(_ store: EngineStore, _ order: ItemOrder, _ size: Int) async throws -> [Int] {
    var seen: [Int] = []
    var query = ItemQuery()
    query.order = order
    for _ in 0..<100 {
      let asked = query
      let page = try await store.items { try $0.page(asked, limit: size) }
      seen += numbers(page.items)
      #expect(page.items.count <= size)
      guard let next = page.next else { return seen }
      let cursor: ItemCursor = try #require(ItemCursor(try next.text(in: order), in: order))
      query.after = cursor
    }
    Issue.record("the walk doesn't end")
    return seen
  }

  @Test("a cursor of another order, or no cursor at all, is not read")
  func cursors() throws {
    let time = ItemOrder.newestFirst
    let property = ItemOrder.property("v", .ascending)
    let text = try ItemCursor(.time("2024"), id: "x").text(in: time)
    #expect(ItemCursor(text, in: time) == ItemCursor(.time("2024"), id: "x"))
    #expect(ItemCursor(text, in: .time(.createdAt, .ascending)) == nil)
    #expect(ItemCursor(text, in: .time(.updatedAt, .descending)) == nil)
    #expect(ItemCursor(text, in: property) == nil)
    for place: ItemCursor.Place in [.number(-0.1), .number(1e300), .text("é\"\u{0}"), .none] {
      let cursor = ItemCursor(place, id: "x")
      #expect(ItemCursor(try cursor.text(in: property), in: property) == cursor)
      #expect(ItemCursor(try cursor.text(in: property), in: .property("w", .ascending)) == nil)
    }
    let signature = "\"properties.v asc\""
    for bad in [
      "", "[]", "{}", "[1,2,3]", "x", "[\(signature),\"x\"]", "[\(signature),\"x\",\"q\"]",
      "[\(signature),\"x\",\"n\",\(Int64(bitPattern: Double.infinity.bitPattern))]",
      "[\(signature),\"x\",\"n\",\"1\"]", "[\(signature),\"x\",\"s\",1]",
      "[\(signature),\"x\",\"t\",\"2024\"]", "[\(signature),\"x\",\"s\",\"a\",1]",
    ] {
      #expect(ItemCursor(bad, in: property) == nil, "\(bad)")
    }
  }

  @Test("rows written during a walk are met or not, but none twice and no old one missed")
  func walking() async throws {
    let store = try await EngineStore()
    try await store.items { for number in 10...30 { try $0.put(row(number)) } }
    var query = ItemQuery()
    var seen: [Int] = []
    for step in 0..<20 {
      let asked = query
      let page = try await store.items { try $0.page(asked, limit: 3) }
      seen += numbers(page.items)
      try await store.items { items throws in
        try items.put(row(100 + step))
        try items.put(row(step) { $0.createdAt = time(15 - step) })
      }
      guard let next = page.next else { break }
      query.after = next
    }
    #expect(Set(seen).count == seen.count)
    #expect(Set(10...30).isSubset(of: seen))
    await store.database.close()
  }

  @Test("counts by state and type agree with the lists, whatever narrows them")
  func counts() async throws {
    let store = try await EngineStore(server: true)
    try await store.items { items throws in
      for number in 0..<60 {
        try items.put(
          row(
            number, type: "core.t\(number % 4)", ["n": .integer(Int64(number))],
            state: ItemState.allCases[number % 3], tags: number % 5 == 0 ? ["t"] : []))
      }
    }
    var query = ItemQuery()
    query.takes = { $0 != "core.t2" }
    query.states = nil
    query.filter = try FilterExpression("properties.n gt 7", in: .server)
    query.narrowings = [{ "items.id <> \($0.bind(.text(id(40))))" }]
    let asked = query
    let (byState, byType, rows) = try await store.items { items throws in
      (try items.countsByState(asked), try items.countsByType(asked), try items.list(asked))
    }
    #expect(rows.count == 38)
    #expect(byState == Dictionary(grouping: rows) { $0.state.rawValue }.mapValues(\.count))
    #expect(byType == Dictionary(grouping: rows, by: \.type).mapValues(\.count))
    let ids = try await store.items { try $0.ids(asked) }
    #expect(ids.sorted() == rows.map(\.id).sorted())
    await store.database.close()
  }

  @Test("tags are counted over the rows a query asks for, most carried first, then by bytes")
  func tagCounts() async throws {
    let store = try await EngineStore()
    try await store.items { items throws in
      try items.put(row(1, tags: ["b", "a", "Z"]))
      try items.put(row(2, tags: ["b"]))
      try items.put(row(3, state: .archived, tags: ["b", "gone"]))
      try items.put(row(4, type: "core.task", tags: ["other"]))
    }
    var query = ItemQuery()
    query.takes = { $0 == "core.note" }
    let asked = query
    let counts = try await store.items { items in
      try items.countsByTag(asked).map { "\($0.tag) \($0.count)" }
    }
    #expect(counts == ["b 2", "Z 1", "a 1"])
    await store.database.close()
  }

  @Test("the walk of changes takes its first instant in and its last one out")
  func changes() async throws {
    let store = try await EngineStore(server: true)
    try await store.items { for number in 1...5 { try $0.put(row(number)) } }
    var query = ItemQuery()
    query.order = .time(.updatedAt, .ascending)
    query.changedFrom = time(2)
    query.changedBefore = time(5)
    let asked = query
    #expect(numbers(try await store.items { try $0.list(asked) }) == [2, 3, 4])
    await store.database.close()
  }
}
