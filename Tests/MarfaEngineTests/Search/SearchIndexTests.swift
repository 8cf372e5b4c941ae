import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience
import Testing

/// How the index follows the rows.
@Suite struct SearchIndexTests {
  private func fold(_ store: EngineStore, limit: Int = 1000) async throws -> Int64? {
    try await store.database.write { try SearchIndex($0, TypeCatalog()).fold(limit: limit) }
  }

  @Test("rows are folded in by number, so many at a time, until none is marked")
  func batches() async throws {
    let store = try await EngineStore()
    try await store.items { items in
      for number in 1...25 { try items.put(row(number, ["title": .string("word \(number)")])) }
    }
    #expect(try await fold(store, limit: 10) == 10)
    #expect(try await store.texts("SELECT count(*) FROM index_pending") == ["15"])
    #expect(try await fold(store, limit: 10) == 20)
    #expect(try await fold(store, limit: 10) == 25)
    #expect(try await fold(store, limit: 10) == nil)
    #expect(try await store.texts("SELECT count(*) FROM items_fts") == ["25"])
  }

  @Test("a row whose texts are the same is not cut again")
  func unchanged() async throws {
    let store = try await EngineStore()
    try await store.items { try $0.put(row(1, ["title": "word"])) }
    _ = try await fold(store)
    let before = try await store.texts("SELECT count(*) FROM items_fts_data")
    try await store.items { try $0.put(row(1, ["title": "word"]) { $0.version = 9 }) }
    #expect(try await fold(store) == 1)
    #expect(try await store.texts("SELECT count(*) FROM items_fts_data") == before)
  }

  @Test("a fold that is undone keeps its marks, and folding again brings the same index")
  func undone() async throws {
    struct Stop: Error {}
    let store = try await EngineStore()
    try await store.items { try $0.put(row(1, ["title": "word"])) }
    await #expect(throws: Stop.self) {
      try await store.database.write { connection in
        _ = try SearchIndex(connection, TypeCatalog()).fold(limit: 10)
        throw Stop()
      }
    }
    #expect(try await store.texts("SELECT count(*) FROM index_pending") == ["1"])
    #expect(try await store.texts("SELECT count(*) FROM items_fts") == ["0"])
    _ = try await fold(store)
    #expect(try await store.texts("SELECT title FROM items_fts") == ["word"])
  }

  @Test("a cancelled folding stops between two writes and keeps what it did")
  func cancellation() async throws {
    let store = try await EngineStore()
    try await store.items { items in
      for number in 1...2000 { try items.put(row(number, ["title": "word"])) }
    }
    let (database, cache) = (store.database, store.cache)
    let task = Task { try await ItemSearch(database, cache).foldAll() }
    task.cancel()
    _ = await task.result
    try await ItemSearch(database, cache).foldAll()
    #expect(try await store.texts("SELECT count(*) FROM items_fts") == ["2000"])
    #expect(try await store.texts("SELECT count(*) FROM index_pending") == ["0"])
  }

  @Test("the index agrees with SQLite's own porter and unicode61 for words of plain letters")
  func agreement() async throws {
    let store = try await EngineStore()
    try await store.database.write { connection in
      try connection.script(
        """
        CREATE VIRTUAL TABLE theirs USING fts5 (t, tokenize = 'porter unicode61');
        CREATE VIRTUAL TABLE their_words USING fts5vocab (theirs, row);
        CREATE VIRTUAL TABLE ours USING fts5 (t, tokenize = '\(EngineSchema.tokenizer)');
        CREATE VIRTUAL TABLE our_words USING fts5vocab (ours, row);
        """)
      var random = SeededGenerator(seed: 7)
      let letters = Array("aeiouybcdlmnrstvz019")
      let ends = [
        "", "s", "es", "ies", "ed", "eed", "ing", "y", "ational", "tional", "enci", "anci", "izer",
        "bli", "alli", "entli", "eli", "ousli", "ization", "ation", "ator", "alism", "iveness",
        "fulness", "ousness", "aliti", "iviti", "biliti", "logi", "icate", "ative", "alize",
        "iciti", "ical", "ful", "ness", "al", "ance", "ence", "er", "ic", "able", "ible", "ant",
        "ement", "ment", "ent", "ion", "sion", "tion", "ou", "ism", "ate", "iti", "ous", "ive",
        "ize", "e", "ll", "sses", "tt", "at", "bl", "iz",
      ]
      for _ in 0..<20_000 {
        let length = Int.random(in: 0...5, using: &random)
        var word = (0..<length).map { _ in String(letters.randomElement(using: &random) ?? "a") }
          .joined()
        word += ends.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { word += ends.randomElement(using: &random) ?? "" }
        guard word.utf8.count > 3 else { continue }
        try connection.run("INSERT INTO theirs (t) VALUES (?1)", [.text(word)])
        try connection.run("INSERT INTO ours (t) VALUES (?1)", [.text(word)])
      }
    }
    let theirs = try await store.texts("SELECT term FROM their_words ORDER BY term")
    let ours = try await store.texts("SELECT term FROM our_words ORDER BY term")
    #expect(Set(theirs).symmetricDifference(ours).sorted() == [])
  }

  @Test("the plan of a search walks the index and looks each item up by its number")
  func plan() async throws {
    let store = try await EngineStore()
    let details = try await store.database.read { connection in
      try connection.query(
        """
        EXPLAIN QUERY PLAN SELECT items.seq, items_fts.rank
        FROM items_fts CROSS JOIN items ON items.seq = items_fts.rowid
        WHERE items_fts MATCH 'a' AND items.state = 'active' ORDER BY items_fts.rank, items.id
        """, []
      ) { $0.text(3) }
    }
    #expect(details.first?.hasPrefix("SCAN items_fts VIRTUAL TABLE INDEX") == true)
    #expect(details.dropFirst().first?.contains("INTEGER PRIMARY KEY") == true)
  }
}
