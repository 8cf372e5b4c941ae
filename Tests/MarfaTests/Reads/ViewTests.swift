import MarfaModel
import MarfaTesting
import Testing

@testable import Marfa

@Suite("Saved views")
struct ViewTests {
  private func task(
    _ number: Int, _ title: String, status: String, state: ItemState = .active,
    tags: [String] = [], tier: Tier = .library
  ) -> Item {
    Fixture.item(
      [
        "title": .string(title), "status": .string(status),
        "priority": status == "done" ? "low" : "high",
      ], id: id(number), type: "core.task",
      state: state, tier: tier, occurredAt: "2026-01-0\(number)T00:00:00.000Z", tags: tags)
  }

  private func start(_ bench: CopyBench, edgeTypes: [String] = []) async throws -> WorkingCopy {
    bench.server.hold(
      task(1, "Buy apples", status: "todo", tags: ["home"]),
      task(2, "Bake apple pie", status: "done", tags: ["home", "fun"]),
      task(3, "Call", status: "todo", state: .archived),
      task(4, "Old", status: "todo", state: .trashed), task(5, "Feed", status: "todo", tier: .feed))
    return try await bench.hydrated(["core.task"], edgeTypes: edgeTypes)
  }

  private func made(_ copy: WorkingCopy, _ settings: ViewSettings) async throws -> String {
    try #require(try await copy.views.create(settings).itemId)
  }

  private static let byDay = Sort(field: .occurredAt, direction: .ascending)

  @Test("a view lists what its search says, in its order, and is made, read and listed offline")
  func lists() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let settings = ViewSettings(
      title: "Home", search: FolderSearch(types: ["core.task"]), sort: Self.byDay)
    let view = try await made(copy, settings)
    #expect(bench.transport.lines.isEmpty)
    #expect(try await copy.views.get(view)?.settings == settings)
    #expect(try await copy.items.list(inView: view).map(\.id) == [id(1), id(2), id(3)])
    let newest = Sort(field: .occurredAt, direction: .descending)
    #expect(
      try await copy.items.list(inView: view, sort: newest, limit: 1, offset: 1).map(\.id)
        == [id(2)])
    let done = try await made(
      copy,
      ViewSettings(
        title: "Done",
        search: FolderSearch(
          types: ["core.task"], states: [.active],
          filter: "properties.status eq \"done\"")))
    #expect(try await copy.items.list(inView: done).map(\.id) == [id(2)])
    #expect(try await copy.views.all().map(\.settings.title) == ["Done", "Home"])
    await copy.close()
  }

  @Test("a view is queued as a system.view item, and a change or its end is queued like any edit")
  func writes() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let ear = await bench.ear(copy)
    let view = try await made(
      copy, ViewSettings(title: "A", sort: Self.byDay, groupBy: .property("status")))
    try await copy.views.change(
      view, ViewSettingsChange(title: "B", groupBy: .some(nil)), baseVersion: 0)
    let changed = try #require(try await copy.views.get(view))
    #expect(
      changed.settings == ViewSettings(title: "B", sort: Self.byDay) && changed.version == 0)
    #expect(
      await thrown {
        try await copy.views.change(view, ViewSettingsChange(title: "C"), baseVersion: 4)
      }?.code() == "invalid")
    try await copy.views.delete(view)
    #expect(try await copy.views.all().isEmpty)
    #expect(try await copy.views.get(view) == nil)
    for call in [
      { _ = try await copy.items.list(inView: view) },
      { _ = try await copy.search("x", inView: view) }, { try await copy.views.delete(view) },
    ] as [() async throws -> Void] {
      #expect(await thrown(call)?.serverCode == "not_held")
    }
    let queued = try await copy.queue.all()
    #expect(queued.map(\.kind) == [.createItem, .updateItem, .deleteItem])
    #expect(queued[0].body["type"] == "system.view" && queued[0].body["tier"] == "library")
    #expect(queued[1].body["properties_mode"] == "replace")
    await ear.wait { $0.count == 6 }
    #expect(ear.origins == queued.flatMap { [.local($0.kind), .refreshed(.viewWritten)] })
    await copy.close()
  }

  @Test("groups come in the order of an enum's words, each with its items, the rest last")
  func groups() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let groups = { (grouping: ViewGrouping, limit: UInt32?) in
      let view = try await made(
        copy,
        ViewSettings(
          search: FolderSearch(types: ["core.task"]), sort: Self.byDay, groupBy: grouping))
      return try await copy.items.groups(inView: view, limit: limit)
    }
    // Not in the order of the letters: the type lists low before high.
    let byPriority = try await groups(.property("priority"), nil)
    #expect(byPriority.map(\.key) == ["low", "high"])
    #expect(byPriority.map { $0.items.map(\.id) } == [[id(2)], [id(1), id(3)]])
    #expect(try await groups(.property("status"), nil).map(\.key) == ["done", "todo"])
    let byTag = try await groups(.tag, 1)
    #expect(byTag.map(\.key) == ["fun", "home", .null])
    #expect(byTag.map { $0.items.map(\.id) } == [[id(2)], [id(1)], [id(3)]])
    let byType = try await groups(.type, nil)
    #expect(byType.map(\.title) == ["Task"] && byType.first?.items.count == 3)
    #expect(try await groups(.property("nothing"), 0).map(\.items) == [[]])
    await copy.close()
  }

  @Test("groups by an edge are called by the title of the item that is led to")
  func groupsByEdge() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.edge(from: id(2), to: id(1)))
    let copy = try await start(bench)
    let view = try await made(
      copy,
      ViewSettings(
        search: FolderSearch(types: ["core.task"]), sort: Self.byDay, groupBy: .edge("references")))
    let groups = try await copy.items.groups(inView: view)
    #expect(groups.map(\.title) == ["Buy apples", nil])
    #expect(groups.map { $0.items.map(\.id) } == [[id(2)], [id(1), id(3)]])
    await copy.close()
  }

  @Test("a search in a view finds only what the view shows")
  func searches() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let view = try await made(
      copy,
      ViewSettings(
        search: FolderSearch(types: ["core.task"], filter: "properties.status eq \"todo\"")))
    #expect(try await copy.search("apple", inView: view).map(\.item.id) == [id(1)])
    #expect(try await copy.search("apple").count == 2)
    #expect(try await copy.search("call", inView: view).map(\.item.id) == [id(3)])
    #expect(try await copy.search("apple", inView: view, limit: -1).isEmpty)
    await copy.close()
  }

  @Test("a view that names what the copy doesn't hold whole is refused, never answered in part")
  func refusesParts() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    for search in [
      FolderSearch(types: ["core.note"]), FolderSearch(types: ["core.task"], tier: .feed),
      FolderSearch(types: ["core.task"], beneath: id(1)),
      FolderSearch(types: ["core.task"], filter: "backref[references] exists"),
    ] {
      let view = try await made(copy, ViewSettings(search: search))
      #expect(
        await thrown { _ = try await copy.items.list(inView: view) }?.code() == "invalid")
      #expect(await thrown { _ = try await copy.search("a", inView: view) }?.code() == "invalid")
    }
    let flat = try await made(copy, ViewSettings(search: FolderSearch(types: ["core.task"])))
    #expect(await thrown { _ = try await copy.items.groups(inView: flat) }?.code() == "invalid")
    await copy.close()
  }

  @Test("what lies beneath an item is listed where parent-of is held whole")
  func beneath() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.edge(id: id(101), from: id(1), to: id(2), type: "parent-of"))
    let copy = try await start(bench, edgeTypes: ["parent-of"])
    let view = try await made(
      copy, ViewSettings(search: FolderSearch(beneath: id(1)), sort: Self.byDay))
    #expect(try await copy.items.list(inView: view).map(\.id) == [id(1), id(2)])
    await copy.close()
  }

  @Test("settings that no list could be made of are not saved")
  func refusesSettings() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    for settings in [
      ViewSettings(search: FolderSearch(types: ["*"])),
      ViewSettings(search: FolderSearch(types: ["system.view"])),
      ViewSettings(search: FolderSearch(types: ["nonsense"])),
      ViewSettings(search: FolderSearch(states: [.trashed])),
      ViewSettings(search: FolderSearch(filter: "nonsense")),
      ViewSettings(search: FolderSearch(beneath: "x")), ViewSettings(groupBy: .property("")),
    ] {
      let error = await thrown { try await copy.views.create(settings) }
      #expect(error?.code() == "validation" && error?.serverCode == "validation_error")
    }
    #expect(try await copy.queue.all().isEmpty)
    await copy.close()
  }

  @Test("a view of another device whose settings can't be read is told when it is asked for")
  func unreadable() async throws {
    let bench = try CopyBench()
    let broken: [JSONObject] = [
      ["search": ["tier": "attic"]], ["sort": ["field": "mood"]], ["group_by": ["by": "moon"]],
      ["search": "all"], ["search": ["types": [1]]],
    ]
    for (number, properties) in broken.enumerated() {
      bench.server.hold(Fixture.item(properties, id: id(20 + number), type: "system.view"))
    }
    bench.server.hold(Fixture.item(["title": "Good"], id: id(30), type: "system.view"))
    let copy = try await bench.hydrated(["core.task", "system.view"])
    #expect(try await copy.views.all().map(\.id) == [id(30)])
    for number in 20..<25 {
      #expect(
        await thrown { _ = try await copy.views.get(id(number)) }?.code() == "decoding")
      #expect(
        await thrown { _ = try await copy.items.list(inView: id(number)) }?.code() == "decoding")
    }
    await copy.close()
  }

  @Test("no view is read while the copy is half loaded")
  func halfLoaded() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let view = try await made(copy, ViewSettings(title: "A"))
    try await bench.run(
      "INSERT INTO copy_meta (name, value) VALUES ('hydration_in_progress', '1')", in: copy)
    for call in [
      { _ = try await copy.views.all() }, { _ = try await copy.items.list(inView: view) },
      { _ = try await copy.search("a", inView: view) },
      { _ = try await copy.items.conflictedCopies(of: view) },
      { _ = try await copy.items.thumbnail(view) }, { try await copy.views.delete(view) },
    ] as [() async throws -> Void] {
      #expect(await thrown(call)?.code() == "hydration_incomplete")
    }
    await copy.close()
  }
}
