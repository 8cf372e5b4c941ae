import MarfaTesting
import Testing

@Suite("A fake copy's views")
struct FakeViewTests {
  private static func view(_ search: FolderSearch, groupBy: ViewGrouping? = nil) -> SavedView {
    SavedView(
      id: Sample.id(800), version: 1,
      settings: ViewSettings(title: "Notes", search: search, groupBy: groupBy))
  }

  private func fake(_ views: [SavedView]) -> WorkingCopy {
    WorkingCopy.fake(
      items: [
        Sample.note(1, "Bread", body: "Rye and wheat"), Sample.note(2, "Milk", tags: ["cold"]),
      ], itemTypes: [Sample.noteType], views: views
    ).copy
  }

  private let plain = FolderSearch(types: [Sample.noteType.id])

  @Test("given views are listed, read, grouped and searched in (R38, R52–R54)")
  func given() async throws {
    let copy = fake([Self.view(plain, groupBy: .tag)])
    #expect(try await copy.views.all() == [Self.view(plain, groupBy: .tag)])
    #expect(try await copy.views.get(Sample.id(800)) == Self.view(plain, groupBy: .tag))
    let id = Sample.id(800)
    #expect(try await copy.items.list(inView: id).map(\.title) == ["Milk", "Bread"])
    #expect(try await copy.items.list(inView: id, limit: 1, offset: 1).map(\.title) == ["Bread"])
    let groups = try await copy.items.groups(inView: id)
    #expect(groups.map(\.key) == ["cold", .null])
    #expect(groups.map { $0.items.map(\.title) } == [["Milk"], ["Bread"]])
    #expect(try await copy.search("rye", inView: id).map(\.item.title) == ["Bread"])
  }

  @Test("views are created, changed and deleted beside the given ones (R49–R51, R54)")
  func made() async throws {
    let copy = fake([Self.view(plain)])
    let write = try await copy.views.create(ViewSettings(title: "All", search: plain))
    let id = try #require(write.itemId)
    #expect(try await copy.views.all().map(\.settings.title) == ["All", "Notes"])
    #expect(try await copy.items.list(inView: id).count == 2)
    try await copy.views.change(id, ViewSettingsChange(title: "Every"), baseVersion: 0)
    #expect(try await copy.queue.drain().verdicts.allSatisfy { $0.verdict == .accepted })
    #expect(try await copy.views.get(id)?.settings.title == "Every")
    #expect(try await copy.views.get(id)?.version == 2)
    try await copy.views.delete(Sample.id(800))
    #expect(try await copy.views.all().map(\.id) == [id])
    let error = await #expect(throws: MarfaError.self) {
      try await copy.items.list(inView: Sample.id(800))
    }
    #expect(error?.code() == "not_found")
  }

  @Test("a view with a filter is stored, and showing it is refused (R55, R56)")
  func filtered() async throws {
    let copy = fake([])
    let search = FolderSearch(types: [Sample.noteType.id], filter: "properties.rating eq 1")
    let write = try await copy.views.create(ViewSettings(title: "Best", search: search))
    let id = try #require(write.itemId)
    try await copy.queue.drain()
    #expect(try await copy.views.get(id)?.settings.search == search)
    #expect(
      await refused { _ = try await copy.items.list(inView: id) }
        == "Items.list(inView:sort:limit:offset:) with a filter")
    #expect(
      await refused { _ = try await copy.items.groups(inView: id) }
        == "Items.groups(inView:limit:) with a filter")
    #expect(
      await refused { _ = try await copy.search("x", inView: id) }
        == "WorkingCopy.search(_:inView:limit:) with a filter")
  }

  @Test("the type of views is told of nowhere (R74)")
  func hidden() async throws {
    let copy = fake([])
    #expect(try await copy.catalog.itemTypes().map(\.id) == [Sample.noteType.id])
    #expect(try await copy.status().sliceTypes == [Sample.noteType.id])
  }
}
