import MarfaEngine
import MarfaModel
import MarfaSQL
import Testing

/// Search over a real store.
@Suite struct ItemSearchTests {
  /// A store that holds notes with these texts as titles, numbered from 1.
  private func store(_ titles: [String]) async throws -> EngineStore {
    let store = try await EngineStore()
    try await store.items { items in
      for (place, title) in titles.enumerated() {
        try items.put(row(place + 1, ["title": .string(title)]))
      }
    }
    return store
  }

  private func find(
    _ store: EngineStore, _ text: String, _ query: ItemQuery = ItemQuery(), limit: Int = 100,
    offset: Int = 0
  ) async throws -> [FoundItem] {
    try await ItemSearch(store.database, store.cache)
      .find(text, query, limit: limit, offset: offset)
  }

  private func numbers(_ hits: [FoundItem]) -> [Int] {
    hits.compactMap { Int($0.item.id.suffix(12)) }.sorted()
  }

  @Test("a search finds a row from the write on, and not after it went")
  func freshness() async throws {
    let store = try await store(["apples", "pears"])
    #expect(numbers(try await find(store, "apple")) == [1])
    try await store.items { try $0.put(row(1, ["title": "plums"])) }
    #expect(try await find(store, "apple").isEmpty)
    #expect(numbers(try await find(store, "plum")) == [1])
    try await store.items { _ = try $0.setState(.trashed, of: id(1)) }
    #expect(try await find(store, "plum").isEmpty)
    try await store.items { _ = try $0.setState(.active, of: id(1)) }
    #expect(numbers(try await find(store, "plum")) == [1])
    try await store.items { try $0.remove(id(1)) }
    #expect(try await find(store, "plum").isEmpty)
    #expect(try await store.texts("SELECT count(*) FROM index_pending") == ["0"])
    #expect(try await store.texts("SELECT count(*) FROM items_fts") == ["1"])
  }

  @Test("a number that another row takes over is found by the new row's text only")
  func reusedNumber() async throws {
    let store = try await store(["apples"])
    _ = try await find(store, "apple")
    try await store.items { items in
      try items.remove(id(1))
      try items.put(row(2, ["title": "pears"]))
    }
    #expect(try await find(store, "apple").isEmpty)
    #expect(numbers(try await find(store, "pears")) == [2])
  }

  @Test(
    "text in many scripts is found by parts of it, whatever its case and diacritics",
    arguments: [
      ("Résumé of Ångström", "resume angstrom"), ("Συνάντηση αύριο", "ΣΥΝΑΝΤΗΣΗ"),
      ("Встреча в понедельник", "встреча ПОНЕД"), ("שָׁלוֹם עולם", "שלום"),
      ("اجتماع مُهِمّ", "مهم"), ("हिन्दी में नोट", "हिन्दी"), ("தமிழ் குறிப்பு", "தமிழ்"),
      ("北京大学的图书馆", "京大"), ("北京大学的图书馆", "馆"), ("東京タワーへ行く", "タワー"),
      ("한국어를 배웁니다", "국어"), ("สวัสดีชาวโลก", "ชาว"), ("ພາສາລາວ", "ສາລາ"),
      ("ភាសាខ្មែរ", "ខ្មែរ"), ("မြန်မာစာ", "မာစာ"), ("አማርኛ ማስታወሻ", "ማስታ"),
      ("ქართული ტექსტი", "ტექს"), ("Հայերեն գրառում", "ԳՐԱՌ"), ("Ghi chú tiếng Việt", "tieng viet"),
      ("e\u{301}cole", "École"), ("don't stop", "don't"), ("x-ray", "ray"),
      ("mixed 混合 text", "混合 TEX"), ("notes 📚 books", "📚 book"),
    ])
  func scripts(text: String, query: String) async throws {
    let store = try await store(["nothing here", text, "什么 nichts никак 何も"])
    let hits = try await find(store, query)
    #expect(numbers(hits) == [2])
    #expect(hits.first?.excerpt.contains("<mark>") == true)
    #expect((hits.first?.score ?? 0) > 0)
  }

  @Test("no query text is an error")
  func anyQuery() async throws {
    let store = try await store(["AND OR NOT near col title"])
    for text in [
      "\"", "\"\"", "*", "AND", "a AND", "NOT", "(", ")", "col:", "title:and", "^", "-and", "+",
      "NEAR(and or, 3)", "{title body}: and", "a\u{0}b", "'", ";", "--", "\"and", "and\"*",
      "\u{FEFF}",
      "%", "\\", "😀", String(repeating: "\"", count: 999), String(repeating: "(a", count: 5000),
      String(repeating: "word ", count: 3000), (0..<3000).map { "w\($0)" }.joined(separator: " "),
      String(repeating: "北京", count: 3000), "\"" + String(repeating: "a ", count: 9000) + "\"",
    ] {
      await #expect(throws: Never.self) { try await find(store, text) }
    }
    #expect(numbers(try await find(store, "and or not NEAR")) == [1])
    #expect(numbers(try await find(store, "title:col")) == [])
  }

  @Test("every word must be there, in any column; a phrase in one")
  func columns() async throws {
    let store = try await EngineStore()
    try await store.items { items in
      try items.put(row(1, ["title": "red apple", "body": "green pear"], tags: ["fruit bowl"]))
      try items.put(row(2, ["title": "red", "body": "apple"]))
    }
    #expect(numbers(try await find(store, "red apple")) == [1, 2])
    #expect(numbers(try await find(store, "\"red apple\"")) == [1])
    #expect(numbers(try await find(store, "pear fruit red")) == [1])
    #expect(numbers(try await find(store, "\"apple green\"")) == [])
    #expect(numbers(try await find(store, "appl")) == [1, 2])
    #expect(numbers(try await find(store, "\"app\"")) == [])
    #expect(numbers(try await find(store, "ap pear")) == [])
  }

  @Test("narrowings hold, and the bin is never searched under any state")
  func narrowing() async throws {
    let store = try await EngineStore()
    try await store.items { items in
      try items.put(row(1, ["title": "word"], tags: ["t"]))
      try items.put(row(2, ["title": "word"], state: .archived))
      try items.put(row(3, ["title": "word"], state: .trashed))
      try items.put(row(4, type: "core.task", ["title": "word", "n": 5]))
    }
    var query = ItemQuery()
    #expect(numbers(try await find(store, "word", query)) == [1, 4])
    query.states = nil
    #expect(numbers(try await find(store, "word", query)) == [1, 2, 4])
    query.states = [.trashed]
    #expect(try await find(store, "word", query).isEmpty)
    query = ItemQuery()
    query.tags = ["t"]
    #expect(numbers(try await find(store, "word", query)) == [1])
    query = ItemQuery()
    query.takes = { $0 == "core.task" }
    #expect(numbers(try await find(store, "word", query)) == [4])
    let filtered = try ItemQuery(
      SearchFilters(filter: "properties.n eq 5"), in: TypeCatalog())
    #expect(numbers(try await find(store, "word", filtered)) == [4])
    var beneath = ItemQuery()
    beneath.beneath = id(1)
    try await store.edges { try $0.put(edge(1, 1, 4, "parent-of")) }
    #expect(numbers(try await find(store, "word", beneath)) == [1, 4])
  }

  @Test("the best fit comes first, equals by id, and pages follow one another")
  func ranking() async throws {
    let store = try await store(
      ["plain", "apple pie with many other words in it", "apple", "apple", "apple apple"])
    let hits = try await find(store, "apple")
    #expect(hits.map(\.item.id) == [id(5), id(3), id(4), id(2)])
    #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >))
    #expect(hits[1].score == hits[2].score)
    let paged = try await [0, 1, 2, 3, 4].asyncMap { offset in
      try await find(store, "apple", limit: 1, offset: offset)
    }
    #expect(paged.flatMap { $0 } == hits)
    #expect(try await find(store, "apple", limit: 0).isEmpty)
  }

  @Test("a store that can't fold finds what is marked too, and not what marked rows were")
  func reading() async throws {
    let store = try await store(["apples", "pears", "apple tree", "bin apple"])
    _ = try await find(store, "apple")
    try await store.items { items in
      try items.put(row(1, ["title": "plums"]))
      try items.put(row(2, ["title": "apple apple 東京"]))
      try items.put(row(5, ["title": "an apple"], tags: ["t"]))
      _ = try items.setState(.trashed, of: id(4))
    }
    let search = ItemSearch(store.database, store.cache)
    func read(_ text: String, limit: Int = 10, offset: Int = 0) async throws -> [FoundItem] {
      try await search.find(text, ItemQuery(), limit: limit, offset: offset, folding: false)
    }
    let hits = try await read("apple")
    #expect(numbers(hits) == [2, 3, 5])
    #expect(
      hits.map(\.score) == hits.map(\.score).sorted(by: >) && hits.allSatisfy { $0.score > 0 })
    #expect(hits.allSatisfy { $0.excerpt.contains("<mark>") })
    #expect(try await read("apple", limit: 1, offset: 1) == [hits[1]])
    #expect(numbers(try await read("plum")) == [1])
    #expect(numbers(try await read("京 apple")) == [2])
    #expect(numbers(try await read("\"apple t\"")) == [])
    #expect(try await store.texts("SELECT count(*) FROM index_pending") == ["4"])
    #expect(numbers(try await find(store, "apple")) == [2, 3, 5])
  }

  @Test("a search on a full disk finds everything, and folds once there is room again")
  func fullDisk() async throws {
    let store = try await store(["apples"])
    _ = try await find(store, "apple")
    try await store.items { items in
      try items.put(row(2, ["title": "apple tree"]))
      try items.put(
        row(3, ["title": .string(String(repeating: "long apple words here ", count: 4_000))]))
    }
    try await store.database.write { connection in
      let pages = try connection.integer("PRAGMA page_count") ?? 0
      // Room for nothing more: folding the long row needs pages.
      try connection.script("PRAGMA max_page_count = \(pages)")
    }
    #expect(Set(numbers(try await find(store, "apple"))) == [1, 2, 3])
    #expect(try await store.texts("SELECT count(*) FROM index_pending") == ["2"])
    try await store.database.write { try $0.script("PRAGMA max_page_count = 1000000") }
    #expect(Set(numbers(try await find(store, "apple"))) == [1, 2, 3])
    #expect(try await store.texts("SELECT count(*) FROM index_pending") == ["0"])
  }

  @Test("a change of a type indexes its rows and those of its subtypes again")
  func catalogChange() async throws {
    let store = try await EngineStore()
    func type(_ id: String, _ searchable: Bool, parent: String? = nil) throws -> TypeDefinition {
      var definition: JSONObject = ["id": .string(id)]
      if let parent { definition["parent"] = .string(parent) }
      definition["fields"] =
        parent == nil ? ["note": ["type": "string", "searchable": .bool(searchable)]] : [:]
      return try TypeDefinition(reading: definition)
    }
    let (hidden, shown) = (try type("app.x.base", false), try type("app.x.base", true))
    let child = try type("app.x.child", false, parent: "app.x.base")
    try await store.catalog {
      try $0.put(hidden)
      try $0.put(child)
    }
    try await store.items { items in
      try items.put(row(1, type: "app.x.base", ["note": "secret"]))
      try items.put(row(2, type: "app.x.child", ["note": "secret"]))
    }
    #expect(try await find(store, "secret").isEmpty)
    try await store.catalog { try $0.put(shown) }
    #expect(numbers(try await find(store, "secret")) == [1, 2])
    try await store.catalog { try $0.put(hidden) }
    #expect(try await find(store, "secret").isEmpty)
  }
}

extension Sequence {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await transform(element)) }
    return result
  }
}
