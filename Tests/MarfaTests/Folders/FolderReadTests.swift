import MarfaModel
import MarfaTesting
import Testing

@testable import Marfa

@Suite("What a folder holds")
struct FolderReadTests {
  private func task(
    _ number: Int, _ title: String, state: ItemState = .active, tags: [String] = [],
    tier: Tier = .library, type: String = "core.task"
  ) -> Item {
    Fixture.item(
      ["title": .string(title), "status": "todo"], id: id(number), type: type, state: state,
      tier: tier, occurredAt: "2026-01-0\(number)T00:00:00.000Z", tags: tags)
  }

  private func start(
    _ bench: CopyBench, _ folders: Item..., types: [String] = FolderBench.types,
    edgeTypes: [String] = []
  ) async throws -> WorkingCopy {
    bench.server.hold(
      task(1, "Buy apples", tags: ["home"]), task(2, "Bake apple pie", tags: ["home"]),
      task(3, "Call", state: .archived), task(4, "Old apple", state: .trashed),
      task(5, "Feed apple", tier: .feed))
    for folder in folders { bench.server.hold(folder) }
    return try await bench.hydrated(types, edgeTypes: edgeTypes)
  }

  private static let byDay = Sort(field: .occurredAt, direction: .ascending)
  private static let folder = id(90)

  @Test("a folder lists what its search holds, active and archived, without a request")
  func lists() async throws {
    let bench = try CopyBench()
    let search = FolderSearch(types: ["core.task"])
    let copy = try await start(bench, FolderBench.row(search))
    let listed = try await copy.items.list(inFolder: Self.folder, sort: Self.byDay)
    #expect(listed.map(\.id) == [id(1), id(2), id(3)])
    let page = try await copy.items.list(
      inFolder: Self.folder, sort: Self.byDay, limit: 1, offset: 1)
    #expect(page.map(\.id) == [id(2)])
    // Newest first, as lists come.
    #expect(try await copy.items.list(inFolder: Self.folder).count == 3)
    #expect(
      Set(try await copy.search("apple", inFolder: Self.folder).map(\.item.id)) == [id(1), id(2)])
    #expect(try await copy.search("apple", inFolder: Self.folder, limit: -1).isEmpty)
    #expect(try await copy.search("call", inFolder: Self.folder).map(\.item.id) == [id(3)])
    #expect(bench.transport.lines.isEmpty)
    let folder = try #require(try await copy.items.folder(Self.folder))
    #expect(folder.settings == FolderSettings(title: "F", search: search))
    #expect(folder.version == 1 && folder.state == .active)
    await copy.close()
  }

  @Test("a filter, states and what lies beneath an item narrow it as the search says")
  func narrows() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.edge(id: id(101), from: id(1), to: id(2), type: "parent-of"))
    let copy = try await start(
      bench,
      FolderBench.row(FolderSearch(types: ["core.task"], filter: "tags contains \"home\"")),
      FolderBench.row(FolderSearch(types: ["core.task"], states: [.archived]), id: 91),
      FolderBench.row(FolderSearch(types: ["core.task"], beneath: id(1)), id: 92),
      edgeTypes: ["parent-of"])
    let held = { (number: Int) in
      try await copy.items.list(inFolder: id(number), sort: Self.byDay).map(\.id)
    }
    #expect(try await held(90) == [id(1), id(2)])
    #expect(try await held(91) == [id(3)])
    #expect(try await held(92) == [id(1), id(2)])
    // What this device writes counts at once.
    try await copy.tags.remove("home", from: id(1))
    #expect(try await held(90) == [id(2)])
    await copy.close()
  }

  @Test("a folder is answered whole or not at all, whatever its search lacks here")
  func refuses() async throws {
    let bench = try CopyBench()
    let searches: [JSONObject] = [
      ["types": ["core.note"]], ["types": ["core.task"], "tier": "feed"], [:],
      ["types": ["core.task"], "beneath": .string(id(1))],
      ["types": ["core.task"], "filter": "backref[references] exists"],
      ["types": ["core.task"], "filter": "nonsense"], ["types": ["core.task"], "state": []],
      ["types": ["core.task"], "state": ["trashed"]], ["types": ["core.task"], "newer": 1],
      ["types": "core.task"],
    ]
    for (number, search) in searches.enumerated() {
      bench.server.hold(
        FolderBench.row(["title": "F", "search": .object(search)], id: 200 + number))
    }
    let copy = try await start(
      bench, FolderBench.row(["title": "F", "search": 1], id: 300),
      FolderBench.row(
        FolderSettings(search: FolderSearch(types: ["core.task"])).json, id: 301, state: .revoked))
    let unfollowed = searches.indices.map { id(200 + $0) } + [id(300), id(301), id(1)]
    for folder in unfollowed {
      #expect(
        await thrown { _ = try await copy.items.list(inFolder: folder) }?.code() == "invalid",
        "\(folder)")
      #expect(
        await thrown { _ = try await copy.search("a", inFolder: folder) }?.code() == "invalid")
    }
    for unheld in [id(999), id(4), ""] {
      let error = await thrown { _ = try await copy.items.list(inFolder: unheld) }
      #expect(error?.code() == "not_found" && error?.serverCode == "not_held", "\(unheld)")
    }
    #expect(try await copy.items.folder(id(301))?.state == .revoked)
    #expect(try await copy.items.folder(id(1)) == nil)
    #expect(try await copy.items.folder(id(999)) == nil)
    #expect(await thrown { _ = try await copy.items.folder(id(300)) }?.code() == "decoding")
    await copy.close()
  }

  @Test("a folder that names no type is listed where the copy holds every type that it knows")
  func everyType() async throws {
    let bench = try CopyBench()
    bench.server.set { state in
      state.types.removeAll { type in
        let id = type["id"]?.string ?? ""
        return !TypeId.isSystem(id) && id != "core.task"
      }
    }
    let copy = try await start(bench, FolderBench.row(FolderSearch()))
    #expect(try await copy.items.list(inFolder: Self.folder).count == 3)
    await copy.close()
  }

  @Test("before the first load, half loaded and closed, a folder is read as anything else is")
  func states() async throws {
    let bench = try CopyBench()
    let fresh = try await bench.open()
    #expect(try await fresh.items.folder(Self.folder) == nil)
    #expect(
      await thrown { _ = try await fresh.items.list(inFolder: Self.folder) }?.serverCode
        == "not_held")
    await fresh.close()
    let copy = try await start(bench, FolderBench.row(FolderSearch(types: ["core.task"])))
    let reader = try await WorkingCopy.openReader(
      store: bench.store, environment: bench.environment)
    #expect(try await reader.items.list(inFolder: Self.folder).count == 3)
    #expect(try await reader.items.folder(Self.folder)?.settings.title == "F")
    try await bench.run(
      "INSERT INTO copy_meta (name, value) VALUES ('hydration_in_progress', '1')", in: copy)
    let calls: [(WorkingCopy) async throws -> Void] = [
      { _ = try await $0.items.folder(Self.folder) },
      { _ = try await $0.items.list(inFolder: Self.folder) },
      { _ = try await $0.search("a", inFolder: Self.folder) },
    ]
    for call in calls {
      #expect(await thrown { try await call(copy) }?.code() == "hydration_incomplete")
      #expect(await thrown { try await call(reader) }?.code() == "hydration_incomplete")
    }
    await copy.close()
    await reader.close()
    for call in calls { #expect(await thrown { try await call(copy) }?.code() == "closed") }
  }
}
