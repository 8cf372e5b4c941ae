import MarfaModel
import MarfaTesting
import Testing

@testable import Marfa

@Suite("What is told of saved views")
struct ViewFeedTests {
  private static let settings = ViewSettings(
    title: "Notes", search: FolderSearch(types: ["core.note"]))

  private static func row(_ number: Int, version: Int64 = 1, state: ItemState = .active) -> Item {
    Fixture.item(
      settings.properties, id: id(number), type: TypeId.view, state: state, version: version)
  }

  private static func told(_ kind: WriteKind, _ view: String) -> [Change] {
    [
      Change(origin: .local(kind), itemId: view),
      Change(origin: .refreshed(.viewWritten), itemId: view),
    ]
  }

  @Test("a written view is told with its id, by whichever call it was written, and nothing else is")
  func local() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = await bench.ear(copy)
    let view = try #require(try await copy.views.create(Self.settings).itemId)
    try await copy.views.change(view, ViewSettingsChange(title: "B"), baseVersion: 0)
    try await copy.items.update(view, Edit(properties: ["title": "C"], baseVersion: 0))
    try await copy.items.transition(view, to: .archived)
    try await copy.views.delete(view)
    try await copy.items.restore(view)
    // A tag is no part of what a view shows, and a note is no view.
    try await copy.tags.add("x", to: view)
    try await copy.items.update(id(1), Edit(properties: ["title": "B"], baseVersion: 1))
    let kinds: [WriteKind] = [
      .createItem, .updateItem, .updateItem, .transitionItem, .deleteItem, .restoreItem,
    ]
    let expected =
      kinds.flatMap { Self.told($0, view) } + [
        Change(origin: .local(.addTag), itemId: view),
        Change(origin: .local(.updateItem), itemId: id(1)),
      ]
    await ear.wait { $0.count >= expected.count }
    #expect(ear.changes == expected)
    await copy.close()
  }

  @Test("a view that is refused is told of nowhere")
  func refused() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = await bench.ear(copy)
    var wrong = Self.settings
    wrong.search.states = [.trashed]
    #expect(await thrown { try await copy.views.create(wrong) }?.code() == "validation")
    #expect(await thrown { try await copy.views.delete(id(1)) }?.serverCode == "not_held")
    try await copy.tags.add("x", to: id(1))
    await ear.wait { !$0.isEmpty }
    #expect(ear.origins == [.local(.addTag)])
    await copy.close()
  }

  @Test("an event of the server that writes a view is told as one, and counted once")
  func events() async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.row(5))
    let copy = try await bench.hydrated(["core.note", TypeId.view])
    let mark = try await copy.changes(since: nil).next
    let ear = ChangeEar(copy.changes())
    await bench.transport.waitFor("GET /events")
    bench.server.publish(.created, Self.row(6))
    bench.server.publish(.updated, Self.row(5, version: 2))
    bench.server.publish(.created, FollowedNote.row())
    bench.server.purge(Self.row(6, state: .trashed))
    let server = { (event: String, cursor: Int, number: Int) in
      Change(origin: .server(event: event, cursor: "\(cursor)"), itemId: id(number))
    }
    let expected = [
      server("item.created", 1, 6), Change(origin: .refreshed(.viewWritten), itemId: id(6)),
      server("item.updated", 2, 5), Change(origin: .refreshed(.viewWritten), itemId: id(5)),
      server("item.created", 3, 1),
      server("item.purged", 4, 6), Change(origin: .refreshed(.viewWritten), itemId: id(6)),
    ]
    await ear.wait { $0.count >= expected.count }
    #expect(ear.changes == expected)
    #expect(try await copy.changes(since: mark).changes == expected)
    await ear.letGo()
    bench.server.publish(.updated, Self.row(5, version: 3))
    #expect(try await copy.catchUp().applied == 1)
    await copy.close()
  }
}
