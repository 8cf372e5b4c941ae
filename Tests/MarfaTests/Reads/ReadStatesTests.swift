import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Reads before, during and after a load")
struct ReadStatesTests {
  /// Every narrowing of a list, and which of the two notes it leaves.
  private static let lists: [(ListFilters, [Int])] = [
    (ListFilters(type: "core.note"), [1, 2]), (ListFilters(type: "core.task"), []),
    (ListFilters(state: .active), [1, 2]), (ListFilters(state: .archived), []),
    (ListFilters(allStates: true), [1, 2]), (ListFilters(tier: .library), [1, 2]),
    (ListFilters(tier: .feed), []), (ListFilters(tags: ["red"]), [1]),
    (ListFilters(occurredAfter: "2026-01-01T12:00:00Z"), [2]),
    (ListFilters(occurredBefore: "2026-01-02"), [1]),
    (ListFilters(filter: "properties.n gte 2"), [2]), (ListFilters(beneath: id(1)), [1]),
    (ListFilters(limit: 1), [1]), (ListFilters(offset: 1), [2]), (ListFilters(limit: 0), []),
  ]

  /// Every narrowing of a search for a word that both notes have.
  private static let searches: [(SearchFilters, [Int])] = [
    (SearchFilters(), [1, 2]), (SearchFilters(type: "core.task"), []),
    (SearchFilters(state: .archived), []), (SearchFilters(allStates: true), [1, 2]),
    (SearchFilters(tags: ["red"]), [1]), (SearchFilters(filter: "properties.n eq 2"), [2]),
    (SearchFilters(beneath: id(2)), [2]),
  ]

  private func note(_ number: Int) -> Draft {
    Draft(
      type: "core.note",
      properties: ["title": "Fruit", "body": "Text", "n": .integer(Int64(number))],
      tags: number == 1 ? ["red"] : [],
      id: id(number), occurredAt: "2026-01-0\(number)")
  }

  private func expectAll(_ copy: WorkingCopy) async throws {
    let oldest = Sort(field: .occurredAt, direction: .ascending)
    for (filters, expected) in Self.lists {
      let found = try await copy.items.list(filters, sort: oldest).map(\.id)
      #expect(found == expected.map { id($0) }, "\(filters)")
    }
    for (filters, expected) in Self.searches {
      let found = try await copy.search("fruit", filters: filters).map(\.item.id)
      #expect(Set(found) == Set(expected.map { id($0) }), "\(filters)")
    }
  }

  @Test("a copy that was never loaded answers every narrowing from what was written to it")
  func before() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    for number in [1, 2] { try await copy.items.create(note(number)) }
    try await expectAll(copy)
    await copy.close()
  }

  @Test(
    "a loaded copy answers every narrowing alike, whatever the tiers it holds",
    arguments: SliceTier.allCases)
  func after(_ tier: SliceTier) async throws {
    guard tier != .feed else { return }
    let bench = try CopyBench()
    for number in [1, 2] {
      bench.server.hold(
        Fixture.item(
          note(number).properties, id: id(number),
          occurredAt: "2026-01-0\(number)T00:00:00.000Z", tags: note(number).tags))
    }
    bench.server.hold(
      Fixture.item(["title": "Stream"], id: id(3), tier: .feed, occurredAt: Fixture.later))
    let copy = try await bench.hydrated(tier: tier)
    let held = tier == .all ? [id(3)] : []
    #expect(try await copy.items.list(ListFilters(tier: .feed)).map(\.id) == held)
    if tier == .library { try await expectAll(copy) }
    await copy.close()
  }

  @Test("while a load runs, every read is refused, the queue and the status are not")
  func during() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["title": "Fruit"], id: id(1)), Fixture.item(id: id(2)))
    bench.server.set { $0.pageSize = 1 }
    let copy = try await bench.hydrated()
    let gate = ScriptedStream()
    bench.server.door { request in
      guard request.line == "GET /items", request.parameter("cursor") != nil else { return nil }
      return .answer(200, body: .held(gate))
    }
    let load = Task { try await copy.hydrate(types: ["core.note"], tier: .library) }
    await bench.transport.waitUntil { $0.contains { $0.parameter("cursor") != nil } }
    // The rows are cleared before the second page is asked for.
    for call in [
      { _ = try await copy.items.get(id(1)) }, { _ = try await copy.items.list() },
      { _ = try await copy.search("fruit") }, { _ = try await copy.edges.from(id(1)) },
      { _ = try await copy.items.conflictedCopies(of: id(1)) },
      { try await copy.tags.add("x", to: id(1)) },
    ] as [() async throws -> Void] {
      #expect(await thrown(call)?.code() == "hydration_incomplete")
    }
    #expect(try await copy.queue.all().isEmpty)
    #expect(try await copy.status().hydration == .inProgress)
    #expect(try await copy.catalog.itemTypes().isEmpty == false)
    load.cancel()
    #expect(await thrown { _ = try await load.value }?.code() == "canceled")
    await copy.close()
  }
}
