import MarfaEngine
import MarfaModel
import MarfaSQL
import Testing

@Suite("items in a store")
struct ItemStoreTests {
  @Test("a row comes back whole, its properties and tags in their order", arguments: [true, false])
  func whole(file: Bool) async throws {
    let store = try await EngineStore(file: file)
    let properties: JSONObject = [
      "zeta": 1, "alpha": ["b": .null, "a": [true, 2.5, "é\u{0}🎌"]], "2024": "", "big": 1e300,
      "id": .integer(.max),
    ]
    let full = row(1, properties, tags: ["z", "a", "Á", "a b"]) {
      $0.sourceId = "there"
      $0.captureLatitude = -91.5
      $0.captureLongitude = 0
      $0.trashedWith = id(9)
      $0.version = .max
      $0.schemaVersion = 7
    }
    let bare = row(2, tier: nil)
    let back = try await store.items { items throws in
      try items.put(full)
      try items.put(bare)
      return try items.get([bare.id, "nobody", full.id, bare.id])
    }
    #expect(back == [bare, full])
    await store.database.close()
  }

  @Test("writing a row again replaces it, keeps its place in the index and its extensions")
  func replaces() async throws {
    let store = try await EngineStore()
    let sql = "SELECT seq FROM items WHERE id = ?1"
    try await store.items { try $0.put(row(1, ["title": "old"], tags: ["a", "b"])) }
    let before = try await store.texts(sql, [.text(id(1))])
    try await store.items { items throws in
      try items.putExtension("app.x", ["k": 1], on: id(1))
      try items.put(
        row(1, type: "core.task", ["title": "new"], state: .archived, tags: ["b", "c"]))
    }
    #expect(try await store.texts(sql, [.text(id(1))]) == before)
    let back = try await store.items { items throws in
      (try items.get(id(1)), try items.extensionData("app.x", of: id(1)), try items.count())
    }
    #expect(back.0?.type == "core.task")
    #expect(back.0?.tags == ["b", "c"])
    #expect(back.1 == ["k": 1])
    #expect(back.2 == 1)
    #expect(try await store.texts("SELECT tag FROM tags ORDER BY tag") == ["b", "c"])
    await store.database.close()
  }

  @Test(
    "whatever part of a row changes, writing it again stores that part and indexes the row by it")
  func replacesEachPart() async throws {
    let store = try await EngineStore()
    var row = row(1, ["title": "old"]) { $0.sourceId = "\u{E9}" }
    var stored = row
    let changes: [(inout ItemRow) -> Void] = [
      { $0.properties = ["title": "new"] }, { $0.type = "core.task" }, { $0.state = .trashed },
      { $0.tier = nil }, { $0.version = 5 }, { $0.schemaVersion = 2 }, { $0.source = "other" },
      // The same to a reader, other bytes to the database.
      { $0.sourceId = "e\u{301}" }, { $0.sourceId = nil }, { $0.sourceId = "" },
      { $0.occurredAt = "2025-01-01T00:00:00.000Z" }, { $0.createdAt = "2025-01-02T00:00:00.000Z" },
      { $0.updatedAt = "2025-01-03T00:00:00.000Z" }, { $0.tags = ["a"] },
      { $0.captureLatitude = 1 }, { $0.captureLongitude = 2 }, { $0.trashedWith = id(2) },
      { $0.trashedWith = nil },
    ]
    for change in [{ _ in }] + changes {
      change(&row)
      let next = row
      stored = try #require(
        try await store.items { items throws in
          try items.put(next)
          return try items.get(next.id)
        })
      #expect(stored == row)
      #expect(stored.sourceId.map { Array($0.utf8) } == row.sourceId.map { Array($0.utf8) })
    }
    #expect(try await store.texts("PRAGMA integrity_check") == ["ok"])
    await store.database.close()
  }

  @Test("numbers are stored as filters compare them")
  func numbers() async throws {
    let store = try await EngineStore()
    try await store.items { try $0.put(row(1, ["a": 1e20, "b": 5.0, "c": 1e-7])) }
    #expect(
      try await store.texts("SELECT properties FROM items")
        == [#"{"a":100000000000000000000,"b":5,"c":1e-7}"#])
    await store.database.close()
  }

  @Test("a row that can't be written as JSON is refused, and nothing of it remains")
  func unwritable() async throws {
    let store = try await EngineStore()
    await #expect(throws: MarfaError.self) {
      try await store.items { try $0.put(row(1, ["a": .number(.infinity)])) }
    }
    #expect(try await store.items { try $0.count() } == 0)
    await store.database.close()
  }

  @Test("a row is found by its natural key, in any state")
  func naturalKey() async throws {
    let store = try await EngineStore(server: true)
    let keyed = row(1, state: .trashed) { $0.sourceId = "a/b" }
    let found = try await store.items { items throws in
      try items.put(keyed)
      try items.put(row(2))
      return [
        try items.get(source: "test", sourceId: "a/b"), try items.get(source: "x", sourceId: "a/b"),
        try items.get(source: "test", sourceId: "A/b"),
      ]
    }
    #expect(found == [keyed, nil, nil])
    let error = await #expect(throws: SQLError.self) {
      try await store.items { try $0.put(row(3) { $0.sourceId = "a/b" }) }
    }
    #expect(error?.kind == .constraint)
    await store.database.close()
  }

  @Test("a working copy may hold a server's row beside an unsent one of the same key")
  func sharedKey() async throws {
    let store = try await EngineStore()
    let found = try await store.items { items throws in
      try items.put(row(1) { $0.sourceId = "k" })
      try items.put(row(2) { $0.sourceId = "k" })
      return try items.get(source: "test", sourceId: "k")?.id
    }
    #expect(found == id(1))
    await store.database.close()
  }

  @Test("a new id takes tags, extensions, edges and marks of the bin along")
  func renames() async throws {
    let store = try await EngineStore()
    try await store.database.write { connection in
      let (items, edges) = (ItemStore(connection), EdgeStore(connection))
      try items.put(row(1, tags: ["t"]))
      try items.put(row(2) { $0.trashedWith = id(1) })
      try items.putExtension("n", [:], on: id(1))
      try edges.put(edge(1, 1, 2))
      try edges.put(edge(2, 2, 1))
      try items.rename(id(1), to: id(7))
    }
    try await store.database.read { connection in
      let (items, edges) = (ItemStore(connection), EdgeStore(connection))
      let row = try items.get(id(7))
      #expect(row?.tags == ["t"])
      #expect(try items.get(id(1)) == nil)
      #expect(try items.extensions(of: id(7)).map(\.namespace) == ["n"])
      #expect(try edges.from(id(7)).count == 1)
      #expect(try edges.to(id(7)).count == 1)
      #expect(try items.get(id(2))?.trashedWith == id(7))
    }
    #expect(try await store.texts("SELECT item_id FROM tags") == [id(7)])
    await store.database.close()
  }

  @Test("removing an item takes its tags and extensions; removing all leaves nothing")
  func removes() async throws {
    let store = try await EngineStore()
    try await store.items { items throws in
      for number in 1...3 {
        try items.put(row(number, tags: ["t"]))
        try items.putExtension("n", [:], on: id(number))
      }
      #expect(try items.remove(id(1)))
      #expect(try !items.remove(id(1)))
    }
    #expect(try await store.texts("SELECT item_id FROM tags ORDER BY 1") == [id(2), id(3)])
    #expect(try await store.texts("SELECT item_id FROM extensions ORDER BY 1") == [id(2), id(3)])
    try await store.items { try $0.removeAll() }
    for table in ["items", "tags", "extensions", "index_pending", "items_fts"] {
      #expect(try await store.texts("SELECT count(*) FROM \(table)") == ["0"], "\(table)")
    }
    await store.database.close()
  }

  @Test("tags are a set in first-written order, told apart by their bytes")
  func tags() async throws {
    let store = try await EngineStore()
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let seen = try await store.items { items -> [[String]] in
      var seen: [[String]] = []
      try items.put(row(1, tags: ["b", "b", "a"]))
      seen.append(try items.tags(of: id(1)))
      try items.addTags(["c", "a", composed, decomposed], to: id(1))
      seen.append(try items.tags(of: id(1)))
      try items.removeTag("b", from: id(1), updatedAt: time(50))
      try items.removeTag("absent", from: id(1))
      seen.append(try items.tags(of: id(1)))
      #expect(try items.get(id(1))?.updatedAt == time(50))
      try items.setTags([], of: id(1))
      seen.append(try items.tags(of: id(1)))
      #expect(try !items.setTags(["x"], of: "nobody"))
      #expect(try items.tags(of: "nobody") == [])
      return seen
    }
    #expect(seen[0] == ["b", "a"])
    #expect(
      seen[1].map { Array($0.utf8) }
        == ["b", "a", "c", composed, decomposed].map { Array($0.utf8) })
    #expect(seen[2].first == "a")
    #expect(seen[3] == [])
    await store.database.close()
  }

  @Test("a state moves with its mark and its time, and only of a held item")
  func states() async throws {
    let store = try await EngineStore()
    try await store.items { items throws in
      try items.put(row(1))
      #expect(try items.setState(.trashed, of: id(1), trashedWith: id(2), updatedAt: time(9)))
      let binned = try items.get(id(1))
      #expect(binned?.state == .trashed && binned?.trashedWith == id(2))
      #expect(binned?.updatedAt == time(9) && binned?.version == 1)
      #expect(try items.setState(.active, of: id(1)))
      let live = try items.get(id(1))
      #expect(live?.state == .active && live?.trashedWith == nil && live?.updatedAt == time(9))
      #expect(try !items.setState(.active, of: "nobody"))
      #expect(try items.state(of: "nobody") == nil)
    }
    await store.database.close()
  }

  @Test("what a delete took along is told while it is in the bin, and a row is found by its number")
  func trashedWith() async throws {
    let store = try await EngineStore()
    let seen = try await store.items { items -> [[String]] in
      for number in 1...4 { try items.put(row(number)) }
      for number in [3, 2, 4] {
        try items.setState(.trashed, of: id(number), trashedWith: id(1))
      }
      try items.setState(.active, of: id(4))
      #expect(try items.get(seq: 1)?.id == id(1))
      #expect(try items.get(seq: 99) == nil)
      return [try items.trashed(with: id(1)), try items.trashed(with: id(2))]
    }
    #expect(seen == [[id(2), id(3)], []])
    await store.database.close()
  }

  @Test("whatever changes what search reads marks the row, the removed one too")
  func marks() async throws {
    let store = try await EngineStore()
    let changes: [@Sendable (ItemStore) throws -> Void] = [
      { try $0.put(row(1)) }, { try $0.put(row(1, ["title": "x"])) },
      { try $0.setTags(["t"], of: id(1)) }, { _ = try $0.setState(.trashed, of: id(1)) },
      { _ = try $0.remove(id(1)) },
    ]
    for change in changes {
      try await store.database.write { connection in
        let indexing = ItemIndexing(connection)
        try change(ItemStore(connection))
        let pending = try indexing.next(10)
        #expect(pending == [1])
        for seq in pending { try indexing.settle(seq) }
        #expect(try indexing.count() == 0)
      }
    }
    await store.database.close()
  }

  @Test("a damaged row is refused as such, never read as something else")
  func damaged() async throws {
    let store = try await EngineStore()
    try await store.items { try $0.put(row(1)) }
    for damage in ["properties = '{\"a\":'", "properties = '[]'", "tags = 'x'"] {
      let whole = "UPDATE items SET properties = '{}', tags = NULL"
      try await store.database.write { connection in
        _ = try connection.run(whole)
        _ = try connection.run("UPDATE items SET \(damage)")
      }
      let error = await #expect(throws: MarfaError.self) {
        try await store.items { try $0.get(id(1)) }
      }
      #expect(error.map { MarfaErrorKind($0) } == .decoding)
    }
    await store.database.close()
  }

  @Test("types that have items are told, each once")
  func types() async throws {
    let store = try await EngineStore()
    let types = try await store.items { items -> [[String]] in
      let none = try items.types()
      for number in 1...20 { try items.put(row(number, type: "core.t\(number % 3)")) }
      return [none, try items.types()]
    }
    #expect(types == [[], ["core.t0", "core.t1", "core.t2"]])
    await store.database.close()
  }

  @Test("a row becomes an item whose title and body are where its type says")
  func item() async throws {
    let catalog = try TypeCatalog(
      reading: [
        ["id": "app.x.link", "display_hints": ["title_field": "name", "body_field": "text"]]
      ], edgeTypes: [])
    let properties: JSONObject = ["name": "N", "text": "T", "title": "no", "body": 5]
    let hinted = row(1, type: "app.x.link", properties).item(in: catalog)
    #expect(hinted.title == "N" && hinted.body == "T")
    let plain = row(1, type: "app.x.none", properties).item(in: catalog)
    #expect(plain.title == "no" && plain.body == nil)
  }
}
