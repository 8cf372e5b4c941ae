import Marfa
import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

@Suite("Pins, the bin and views against a server")
struct ReadingTests {
  @Test("a pinned item of another type is held, followed by events, and kept across loads")
  func pins() async throws {
    let seeded = Lock("")
    try await Loopback.run { client in
      let row = try await client.request(
        "POST", "/items", body: ["type": "core.task", "properties": ["title": "Call"]])
      let id = try #require(row["item"]?.object?["id"]?.string)
      seeded.withLock { $0 = id }
    } _: { loopback in
      let copy = loopback.laptop.copy
      let id = seeded.withLock { $0 }
      #expect(try await copy.items.get(id) == nil)
      #expect(try await copy.pin(id).wasPinned == false)
      try await loopback.server.online { client in
        _ = try await client.request(
          "PATCH", "/items/\(id)",
          body: ["version": 1, "properties": ["title": "Call her"]])
      }
      try await copy.catchUp()
      #expect(try await copy.items.get(id)?.title == "Call her")
      try await loopback.laptop.hydrate()
      #expect(try await copy.items.get(id)?.title == "Call her")
      try await copy.unpin(id)
      #expect(try await copy.items.get(id) == nil)
    }
  }

  @Test("what one device binned is listed and destroyed by it, and gone from the other")
  func purges() async throws {
    try await Loopback.run { loopback in
      let id = try await loopback.laptop.note("Old")
      _ = try await loopback.laptop.copy.queue.drain()
      try await loopback.laptop.copy.items.delete(id)
      try await loopback.settle()
      let bin = try await loopback.phone.copy.items.bin()
      #expect(bin.items.map(\.id) == [id] && bin.nextCursor == nil)
      #expect(bin.items.first?.title == "Old")
      let error = await failure { _ = try await loopback.phone.copy.pin(id) }
      #expect(error == .notFound(code: "trashed", message: error?.message ?? ""))
      try await loopback.laptop.copy.items.purge(id)
      #expect(try await loopback.laptop.copy.items.list(ListFilters(allStates: true)).isEmpty)
      _ = try await loopback.phone.copy.catchUp()
      #expect(try await loopback.phone.copy.items.list(ListFilters(allStates: true)).isEmpty)
      #expect(try await loopback.phone.copy.items.bin().items.isEmpty)
    }
  }

  @Test("a view made offline reaches the other device, which lists and searches by it")
  func views() async throws {
    try await Loopback.run { loopback in
      _ = try await loopback.laptop.note("Bread", "flour", tags: ["food"])
      _ = try await loopback.laptop.note("Nails", "iron")
      let settings = ViewSettings(
        title: "Food", search: FolderSearch(types: ["core.note"], filter: "tags contains \"food\""),
        groupBy: .tag)
      let write = try await loopback.laptop.copy.views.create(settings)
      let view = try #require(write.itemId)
      let report = try await loopback.laptop.copy.queue.drain()
      #expect(report.verdicts.allSatisfy { $0.verdict == .accepted })
      let phone = loopback.phone.copy
      try await phone.hydrate(types: ["core.note", "system.view"], tier: .all)
      #expect(try await phone.views.all().map(\.settings) == [settings])
      #expect(try await phone.items.list(inView: view).map(\.title) == ["Bread"])
      #expect(try await phone.search("flour", inView: view).count == 1)
      #expect(try await phone.search("iron", inView: view).isEmpty)
      #expect(try await phone.items.groups(inView: view).map(\.key) == ["food"])
      // Ended there, it is gone here after a drain and a catch-up.
      try await phone.views.change(
        view, ViewSettingsChange(title: "Eat", groupBy: .some(nil)), baseVersion: 1)
      try await phone.queue.drain()
      #expect(try await phone.views.get(view)?.version == 2)
      _ = try await loopback.laptop.copy.catchUp()
      #expect(try await loopback.laptop.copy.views.get(view)?.settings.title == "Eat")
      #expect(try await loopback.laptop.copy.views.get(view)?.settings.groupBy == nil)
      try await phone.views.delete(view)
      try await phone.queue.drain()
      _ = try await loopback.laptop.copy.catchUp()
      #expect(try await loopback.laptop.copy.views.all().isEmpty)
    }
  }

  private func failure(_ call: () async throws -> Void) async -> MarfaError? {
    do {
      try await call()
      return nil
    } catch {
      return error as? MarfaError
    }
  }
}
