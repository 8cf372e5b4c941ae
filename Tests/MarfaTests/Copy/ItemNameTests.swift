import Foundation
import Marfa
import MarfaTesting
import Testing

@Suite("Items by their names")
struct ItemNameTests {
  private func note(_ number: Int, _ title: String?, _ body: String, state: ItemState = .active)
    -> Item
  {
    var properties: JSONObject = ["body": .string(body)]
    properties["title"] = title.map(JSONValue.string)
    return Fixture.item(properties, id: id(number), state: state)
  }

  private func start(_ bench: CopyBench) async throws -> WorkingCopy {
    bench.server.hold(
      note(1, "Home", "# Home\nSee [[Plan]] and [[\(id(3))]]."), note(2, "Plan", "one *two*"),
      note(3, nil, "First line\nand more"), note(4, "plan", "gone", state: .trashed),
      note(5, "PLAN", ""))
    return try await bench.hydrated()
  }

  @Test("displays come in the order asked, one for each item, and never without a name")
  func displays() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let items = [
      note(2, "Plan", "one *two*"), note(3, nil, "First line\nand more"), note(9, nil, ""),
    ]
    #expect(
      try await copy.items.displays(for: items) == [
        ItemDisplay(name: "Plan", preview: "one two"),
        ItemDisplay(name: "First line", preview: "and more"), ItemDisplay(name: "Note"),
      ])
    #expect(try await copy.items.displays(for: []).isEmpty)
    #expect(
      try await copy.items.displays(of: [id(3), id(4), id(8), id(1), id(3)]) == [
        id(3): ItemDisplay(name: "First line", preview: "and more"),
        id(1): ItemDisplay(name: "Home", preview: "See Plan and \(id(3))."),
      ])
    await copy.close()
  }

  @Test("link candidates answer each target in order, with a text that names each item alone")
  func candidates() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let answers = try await copy.items.linkCandidates(of: ["plan|x", "none", "home"], in: id(1))
    #expect(answers.map(\.target) == ["plan|x", "none", "home"])
    #expect(
      Set(answers[0].candidates) == [
        LinkCandidate(id: id(2), name: "Plan", type: "core.note", text: "\(id(2))|x"),
        LinkCandidate(id: id(5), name: "PLAN", type: "core.note", text: "\(id(5))|x"),
      ])
    #expect(answers[1].candidates.isEmpty && answers[2].candidates.isEmpty)
    // A write that waits counts from the moment it is queued.
    try await copy.items.create(
      Draft(type: "core.note", properties: ["title": "None", "body": ""]))
    let again = try await copy.items.linkCandidates(of: ["none"], in: id(1))
    #expect(again.first?.candidates.map(\.text) == ["None"])
    for absent in [id(4), id(8)] {
      await #expect(throws: MarfaError.self) {
        try await copy.items.linkCandidates(of: ["plan"], in: absent)
      }
    }
    await copy.close()
  }

  @Test("links mean held items by id at once, and pending items until the server was asked")
  func links() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let links = try await copy.items.links(in: id(1))
    #expect(
      links
        == BodyLinks(links: [
          BodyName(text: "Plan", name: "Plan", target: .pending),
          BodyName(text: id(3), name: id(3), target: .item(id: id(3))),
        ]))
    await #expect(throws: MarfaError.self) { try await copy.items.links(in: id(8)) }
    await copy.close()
  }
}
