import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Reading a copy")
struct LocalReadTests {
  private func note(
    _ number: Int, _ title: String, state: ItemState = .active, tags: [String] = [],
    occurredAt: String = Fixture.time
  ) -> Item {
    Fixture.item(
      ["title": .string(title), "body": .string("About \(title)"), "n": .integer(Int64(number))],
      id: id(number), state: state, occurredAt: occurredAt, tags: tags)
  }

  private func start(_ bench: CopyBench) async throws -> WorkingCopy {
    bench.server.hold(
      note(1, "Apples", tags: ["fruit", "red"], occurredAt: "2026-01-01T00:00:00.000Z"),
      note(2, "Pears", tags: ["fruit"], occurredAt: "2026-01-02T00:00:00.000Z"),
      note(3, "Archive", state: .archived, occurredAt: "2026-01-03T00:00:00.000Z"),
      note(4, "Binned", state: .trashed))
    return try await bench.hydrated()
  }

  @Test("a list shows the active rows, a named state wins, all states lifts it")
  func states() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    #expect(try await copy.items.list().count == 2)
    #expect(try await copy.items.list(ListFilters(state: .archived)).map(\.id) == [id(3)])
    #expect(
      try await copy.items.list(ListFilters(state: .archived, allStates: true)).map(\.id)
        == [id(3)])
    #expect(try await copy.items.list(ListFilters(allStates: true)).count == 4)
    await copy.close()
  }

  @Test("one row answers in every state but the bin")
  func get() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    #expect(try await copy.items.get(id(3))?.state == .archived)
    #expect(try await copy.items.get(id(4)) == nil)
    #expect(try await copy.items.get(id(9)) == nil)
    #expect(try await copy.items.get("'; DROP TABLE items; --") == nil)
    await copy.close()
  }

  @Test("narrowings, sorting and paging act together, and times are exclusive")
  func narrowing() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let oldest = Sort(field: .occurredAt, direction: .ascending)
    let list = { (filters: ListFilters) in
      try await copy.items.list(filters, sort: oldest).map(\.id)
    }
    #expect(try await list(ListFilters(tags: ["fruit"])) == [id(1), id(2)])
    #expect(try await list(ListFilters(tags: ["fruit", "red"])) == [id(1)])
    #expect(try await list(ListFilters(tags: ["Fruit"])) == [])
    #expect(try await list(ListFilters(occurredAfter: "2026-01-01")) == [id(2)])
    #expect(try await list(ListFilters(occurredBefore: "2026-01-02T01:00+01:00")) == [id(1)])
    #expect(try await list(ListFilters(allStates: true, limit: 2, offset: 1)) == [id(2), id(4)])
    #expect(try await list(ListFilters(filter: "properties.n gt 1")) == [id(2)])
    #expect(try await list(ListFilters(type: "core.note")) == [id(1), id(2)])
    #expect(try await list(ListFilters(type: "core.task")) == [])
    #expect(try await list(ListFilters(tier: .feed)) == [])
    await copy.close()
  }

  @Test("a narrowing outside its grammar is refused by class and code, on lists and searches alike")
  func narrowingRefusals() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    for filters in [
      ListFilters(type: "nonsense"), ListFilters(occurredAfter: "soon"), ListFilters(filter: ""),
      ListFilters(filter: "nonsense"), ListFilters(filter: "properties.n eq null"),
      ListFilters(filter: String(repeating: "x", count: 2049)),
    ] {
      let error = await thrown { _ = try await copy.items.list(filters) }
      #expect(error?.code() == "validation" && error?.serverCode == "validation_error")
    }
    let backref = "backref[references] exists"
    #expect(
      await thrown { _ = try await copy.items.list(ListFilters(filter: backref)) }?.code()
        == "invalid")
    for query in ["apples", ""] {
      #expect(
        await thrown { _ = try await copy.search(query, filters: SearchFilters(filter: backref)) }?
          .code() == "invalid")
      #expect(
        await thrown { _ = try await copy.search(query, filters: SearchFilters(filter: "x")) }?
          .serverCode == "validation_error")
    }
    await copy.close()
  }

  @Test("everything beneath an item is found along parent-of, the item itself included")
  func beneath() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.edge(id: id(101), from: id(1), to: id(2), type: "parent-of"))
    let copy = try await start(bench)
    #expect(
      Set(try await copy.items.list(ListFilters(beneath: id(1))).map(\.id)) == [id(1), id(2)])
    #expect(try await copy.items.list(ListFilters(beneath: id(2))).map(\.id) == [id(2)])
    await copy.close()
  }

  @Test("a search finds words in titles, bodies and tags, never the bin, and shows why")
  func search() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let hits = try await copy.search("appl")
    #expect(hits.map(\.item.id) == [id(1)])
    #expect(hits.first?.snippet.contains("<mark>") == true)
    #expect(try await copy.search("fruit").count == 2)
    #expect(try await copy.search("binned", filters: SearchFilters(allStates: true)).isEmpty)
    #expect(try await copy.search("about", limit: 1).count == 1)
    #expect(try await copy.search("about", limit: -1).isEmpty)
    #expect(try await copy.search("about", filters: SearchFilters(tags: ["red"])).count == 1)
    for odd in ["don't", "20.04", "\"", "(", "*", "a:b", "AND", "NOT", "\u{0}", "漢"] {
      _ = try await copy.search(odd)
    }
    await copy.close()
  }

  @Test("a search finds what was queued a moment ago, as it leaves the row")
  func searchShowsWrites() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.items.update(id(1), Edit(properties: ["title": "Quinces"], baseVersion: 1))
    #expect(try await copy.search("quinces").map(\.item.id) == [id(1)])
    try await copy.tags.add("autumn", to: id(2))
    #expect(try await copy.search("autumn").map(\.item.id) == [id(2)])
    await copy.close()
  }

  @Test("a field that only a declared type makes searchable is found before the first load too")
  func searchDeclaredFields() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    let plant: JSONObject = [
      "id": "app.garden.plant", "label": "Plant", "fields": ["latin": ["type": "string"]],
    ]
    try await copy.declareTypes([plant])
    try await copy.items.create(
      Draft(type: "app.garden.plant", properties: ["latin": "Quercus robur"]))
    #expect(try await copy.search("quercus").count == 1)
    // Declared anew without the field, it is searched no more.
    var bare = plant
    bare["fields"] = [:]
    try await copy.declareTypes([bare])
    #expect(try await copy.search("quercus").isEmpty)
    await copy.close()
  }

  @Test("the title and the body of an item stand where its type says")
  func hints() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    try await copy.declareTypes([
      [
        "id": "app.garden.plant", "label": "Plant",
        "fields": ["latin": ["type": "string"], "care": ["type": "string"]],
        "display_hints": ["title_field": "latin", "body_field": "care"],
      ]
    ])
    let write = try await copy.items.create(
      Draft(type: "app.garden.plant", properties: ["latin": "Quercus", "care": "Water"]))
    let item = try #require(try await copy.items.get(write.itemId ?? ""))
    #expect(item.title == "Quercus" && item.body == "Water")
    await copy.close()
  }

  @Test("edges are listed oldest first, from the right end")
  func edges() async throws {
    let bench = try CopyBench()
    bench.server.hold(
      Fixture.edge(id: id(102), from: id(1), to: id(2)),
      Fixture.edge(id: id(101), from: id(2), to: id(1)))
    let copy = try await start(bench)
    #expect(try await copy.edges.from(id(1)).map(\.id) == [id(102)])
    #expect(try await copy.edges.to(id(1)).map(\.id) == [id(101)])
    #expect(try await copy.edges.ofType("references").map(\.id) == [id(101), id(102)])
    #expect(try await copy.edges.ofType("no-such").isEmpty)
    await copy.close()
  }
}
