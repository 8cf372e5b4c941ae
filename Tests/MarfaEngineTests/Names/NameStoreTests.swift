import MarfaEngine
import MarfaModel
import MarfaSQL
import Testing

/// Names looked up in a real store.
@Suite struct NameStoreTests {
  /// A store of items numbered from 1, folded into the index or not.
  private func store(_ rows: [ItemRow], folded: Bool) async throws -> EngineStore {
    let store = try await EngineStore()
    try await store.catalog { _ = try $0.replace(with: .shipped) }
    try await store.items { items in for row in rows { try items.put(row) } }
    if folded { try await ItemSearch(store.database, store.cache).foldAll() }
    return store
  }

  private func names<T: Sendable>(
    _ store: EngineStore, _ body: @escaping @Sendable (NameStore) throws -> T
  ) async throws -> T {
    let cache = store.cache
    return try await store.database.read { connection in
      try body(NameStore(connection, try CatalogStore(connection, cache).load()))
    }
  }

  private func found(_ store: EngineStore, _ name: String) async throws -> [Int] {
    try await names(store) { names in
      try names.items(named: ItemName.folded(name)).compactMap { Int($0.id.suffix(12)) }
    }
  }

  @Test(
    "a name finds the items of that title in any type, the last changed first, indexed or not",
    arguments: [true, false])
  func titles(folded: Bool) async throws {
    let store = try await store(
      [
        row(1, ["title": "Plan"]), row(2, type: "core.entity", ["name": "PLAN"]),
        row(3, type: "core.highlight", ["text": " plan ", "note": "x"]),
        row(4, ["title": "Plan B"]), row(5, ["body": "plan"]),
        row(6, ["title": "plan"], state: .archived), row(7, ["title": "plan"], state: .trashed),
        row(8, type: "gone.type", ["title": "plan"]),
        row(9, type: "system.connection", ["title": "plan"], state: .revoked),
        row(10, ["title": "The plan"]), row(11, ["title": .integer(5)]),
      ], folded: folded)
    #expect(try await found(store, "pLaN") == [8, 6, 3, 2, 1])
    #expect(try await found(store, "plan b") == [4])
    #expect(try await found(store, "the") == [])
    #expect(try await found(store, "planning") == [])
    await store.database.close()
  }

  @Test(
    "names of any script, of marks alone, with quotes and operators find their items only",
    arguments: [
      "日本語", "本", "ภาษาไทย", "Ångström", "A\u{30A}ngstro\u{308}m", "don't", "a \"b\" c", "🎉", "!!!",
      "C#", "C", "x-ray", "x ray", "NOT a", "title:x", "*", "^a", "{a}", "ΟΔΟΣ", "İstanbul", "ß",
      "\u{301}", "a b", "a  b",
    ])
  func scripts(name: String) async throws {
    let titles = [
      "日本語", "日本", "本", "ภาษาไทย", "ภาษา", "Ångström", "Angstrom", "don't", "dont", "a \"b\" c",
      "a b c", "🎉", "🎊", "!!!", "!!", "C#", "C", "x-ray", "x ray", "xray", "NOT a", "title:x", "*",
      "^a", "{a}", "οδος", "istanbul", "İstanbul", "ß", "ss", "\u{301}", "a b", "a  b",
    ]
    let rows = titles.enumerated().map { row($0.offset + 1, ["title": .string($0.element)]) }
    let folded = ItemName.folded(name)
    let expected = titles.indices.filter { ItemName.foldedTitle(titles[$0]) == folded }
      .map { $0 + 1 }
    for isFolded in [true, false] {
      let store = try await store(rows, folded: isFolded)
      #expect(try await found(store, name) == expected.reversed(), "folded: \(isFolded)")
      await store.database.close()
    }
  }

  @Test("a title that search does not read is found all the same")
  func unsearched() async throws {
    let store = try await EngineStore()
    try await store.catalog { catalog in
      _ = try catalog.replace(with: .shipped)
      _ = try catalog.put(
        TypeDefinition(
          reading: [
            "id": "app.x.secret", "fields": ["title": ["type": "string", "searchable": false]],
          ]))
      _ = try catalog.put(
        TypeDefinition(
          reading: [
            "id": "app.x.page", "fields": ["address": ["type": "url"]],
            "display_hints": ["title_field": "address"],
          ]))
    }
    try await store.items { items in
      try items.put(row(1, type: "app.x.secret", ["title": "Hidden"]))
      try items.put(row(2, type: "app.x.page", ["address": "hidden"]))
      try items.put(row(3, ["title": "hidden"]))
    }
    try await ItemSearch(store.database, store.cache).foldAll()
    #expect(try await found(store, "Hidden") == [3, 2, 1])
    await store.database.close()
  }

  @Test("an item is named by its id and by where it lies, with the file's ending or without")
  func places() async throws {
    let store = try await store(
      [row(1, ["title": "One"]), row(2, ["title": "Two"]), row(3, ["title": "notes"])],
      folded: true)
    try await store.edges { edges in
      try edges.put(edge(1, 1, 50, "in-folder", ["path": "Work/Notes.md"]))
      try edges.put(edge(2, 2, 50, "in-folder", ["path": "Home/notes.md"]))
    }
    #expect(try await found(store, "notes") == [3, 2, 1])
    #expect(try await found(store, "NOTES.md") == [2, 1])
    #expect(try await found(store, "work/notes") == [1])
    #expect(try await found(store, id(2)) == [2])
    let one = try await names(store) { try $0.item(id(1)) }
    #expect(one?.paths == ["Work/Notes.md"] && one?.title == "One")
    #expect(one?.display == ItemDisplay(name: "One"))
    try await store.items { _ = try $0.setState(.trashed, of: id(1)) }
    #expect(try await names(store) { try $0.item(id(1)) } == nil)
    #expect(try await found(store, "work/notes") == [])
    await store.database.close()
  }

  @Test("a body's links and embeds mean what the item's edges and ids say; the rest is pending")
  func links() async throws {
    let body = """
      [[Plan]] [[Plan|x]] [[other]] [[\(id(3))#h]] [[Home]] `[[code]]`
      ![[chart.png]] ![a](files/scan.pdf) ![[unknown.png]] ![[prose]] ![[photo]]
      """
    let store = try await store(
      [
        row(1, ["title": "Home", "body": .string(body)]), row(2, ["title": "Plan"]),
        row(3, ["title": "Three"]), row(4, ["title": "plan"]),
        row(5, type: "core.file.image", ["title": "chart.png"]),
        row(6, type: "core.file", ["title": "a scan"]),
        row(7, type: "core.file.image", ["title": "photo"]), row(8, ["title": "prose"]),
      ], folded: false)
    try await store.edges { edges in
      try edges.put(edge(1, 1, 2))
      try edges.put(edge(2, 5, 1, "attached-to"))
      try edges.put(edge(3, 6, 1, "attached-to"))
      try edges.put(edge(4, 1, 50, "in-folder", ["path": "Work/home.md"]))
      try edges.put(edge(5, 6, 50, "in-folder", ["path": "Work/files/scan.pdf"]))
    }
    let links = try await names(store) { names in
      try names.links(in: #require(try names.items.get(id(1))))
    }
    let pairs = { (names: [BodyName]) in names.map { "\($0.text) \(Self.spell($0.target))" } }
    #expect(
      pairs(links.links) == [
        "Plan 2", "Plan|x 2", "other pending", "\(id(3))#h 3", "Home 1",
      ])
    #expect(links.links.map(\.name) == ["Plan", "Plan", "other", id(3), "Home"])
    #expect(
      pairs(links.embeds) == [
        "chart.png 5", "files/scan.pdf 6", "unknown.png pending", "photo pending",
      ])
    let none = try await names(store) { names in
      try names.links(in: #require(try names.items.get(id(2))))
    }
    #expect(none == BodyLinks())
    await store.database.close()
  }

  private static func spell(_ target: BodyTarget) -> String {
    switch target {
    case .item(let id): id.suffix(12).drop { $0 == "0" }.description
    default: "\(target)"
    }
  }
}
