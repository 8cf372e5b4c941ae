import MarfaTesting
import Testing

@Suite("What a fake is scripted to show")
struct FakeScriptTests {
  private let fake = Sample.fake()
  private var items: Items { fake.copy.items }

  @Test("displays and link candidates are refused until they are scripted (R72, R73, R78)")
  func unscripted() async throws {
    #expect(await refused { _ = try await items.displays(for: []) } == "Items.displays(for:)")
    #expect(await refused { _ = try await items.displays(of: []) } == "Items.displays(of:)")
    #expect(
      await refused { _ = try await items.linkCandidates(of: [], in: Sample.id(1)) }
        == "Items.linkCandidates(of:in:)")
    fake.displays = { ItemDisplay(name: $0.id) }
    fake.linkCandidates = { target, _ in LinkCandidates(target: target) }
    #expect(try await items.displays(for: [Sample.note(1)]).map(\.name) == [Sample.id(1)])
    #expect(try await items.linkCandidates(of: ["a"], in: Sample.id(1)).map(\.target) == ["a"])
    fake.displays = nil
    #expect(await refused { _ = try await items.displays(for: []) } == "Items.displays(for:)")
  }

  @Test("one script names items for both display calls, once for each (R75–R77)")
  func displays() async throws {
    let asked = Lock<[String]>([])
    let fake = WorkingCopy.fake(
      items: [Sample.note(1, "A"), Sample.note(2, "B"), Sample.note(3, state: .trashed)],
      itemTypes: [Sample.noteType],
      displays: { item in
        asked.withLock { $0.append(item.id) }
        return ItemDisplay(name: "<\(item.title ?? "")>", preview: item.body)
      })
    let items = fake.copy.items
    let shown = try await items.displays(for: [Sample.note(2, "B"), Sample.note(1, "A")])
    #expect(shown.map(\.name) == ["<B>", "<A>"] && shown[0].preview == "Body")
    #expect(asked.withLock { $0 } == [Sample.id(2), Sample.id(1)])
    let ids = [1, 2, 3, 4, 1].map(Sample.id)
    let held = try await items.displays(of: ids)
    #expect(held.mapValues(\.name) == [Sample.id(1): "<A>", Sample.id(2): "<B>"])
    #expect(asked.withLock { $0 }.count == 4)
  }

  @Test(
    "a script may find what links name, and is asked for each target with the item (R75, R79, R80)")
  func links() async throws {
    let candidate = LinkCandidate(id: Sample.id(2), name: "Milk", type: "t", text: "Milk")
    let fake = WorkingCopy.fake(
      items: [Sample.note(1)], itemTypes: [Sample.noteType],
      linkCandidates: { target, item in
        LinkCandidates(target: "another", candidates: target == item ? [] : [candidate])
      })
    let found = try await fake.copy.items.linkCandidates(
      of: ["Milk", Sample.id(1)], in: Sample.id(1))
    #expect(
      found == [
        LinkCandidates(target: "Milk", candidates: [candidate]),
        LinkCandidates(target: Sample.id(1)),
      ])
    let error = await #expect(throws: MarfaError.self) {
      try await fake.copy.items.linkCandidates(of: ["Milk"], in: Sample.id(9))
    }
    #expect(error?.code() == "not_found")
  }
}
