import MarfaSQL
import Resilience
import Testing

/// Cuts at spaces, lowers ASCII letters, and adds `number` beside each word of digits.
private final class SpaceTokenizer: SQLiteTokenizer {
  private let seen: Lock<[SQLiteTokenizerPurpose]>

  init(_ seen: Lock<[SQLiteTokenizerPurpose]>) {
    self.seen = seen
  }

  func tokenize(
    _ text: UnsafeBufferPointer<UInt8>, purpose: SQLiteTokenizerPurpose,
    emit: (UnsafeBufferPointer<UInt8>, Range<Int>, Bool) -> Bool
  ) {
    seen.withLock { $0.append(purpose) }
    var start = 0
    for end in 0...text.count where end == text.count || text[end] == 0x20 {
      defer { start = end + 1 }
      guard end > start else { continue }
      let word = text[start..<end].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      guard word.withUnsafeBufferPointer({ emit($0, start..<end, false) }) else { return }
      guard word.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
      let number = Array("number".utf8)
      guard number.withUnsafeBufferPointer({ emit($0, start..<end, true) }) else { return }
    }
  }
}

@Suite("a tokenizer of our own")
struct SQLiteTokenizerTests {
  private struct Refused: Error {}

  private func database(
    _ store: TemporaryStore, _ seen: Lock<[SQLiteTokenizerPurpose]>,
    _ arguments: Lock<[[String]]> = Lock([])
  ) throws -> SQLiteDatabase {
    try store.open { options in
      options.tokenizers["spaces"] = { given in
        arguments.withLock { $0.append(given) }
        if given == ["bad"] { throw Refused() }
        return SpaceTokenizer(seen)
      }
    }
  }

  @Test("text is found, marked as it is written, and by the word that stands beside another")
  func finds() async throws {
    let store = try TemporaryStore()
    let seen = Lock([SQLiteTokenizerPurpose]())
    let arguments = Lock([[String]]())
    let database = try database(store, seen, arguments)
    try await database.write {
      try $0.script("CREATE VIRTUAL TABLE f USING fts5(x, tokenize = 'spaces one two')")
      try $0.run("INSERT INTO f VALUES (?1)", ["Größe ÉTÉ Zebra 42"])
    }
    let sql = "SELECT highlight(f, 0, '<', '>') FROM f WHERE f MATCH ?1"
    let found = try await database.read { connection in
      try ["ZEBRA", "zeb*", "number", "\"zebra number\"", "\"größe\"", "none"].map {
        try connection.text(sql, [.text($0)])
      }
    }
    #expect(
      found == [
        "Größe ÉTÉ <Zebra> 42", "Größe ÉTÉ <Zebra> 42", "Größe ÉTÉ Zebra <42>",
        "Größe ÉTÉ <Zebra 42>", "<Größe> ÉTÉ Zebra 42", nil,
      ])
    let purposes = Set(seen.withLock { $0 })
    #expect(purposes == [.document, .query, .prefix, .auxiliary])
    #expect(arguments.withLock { $0.first } == ["one", "two"])
    await database.close()
  }

  @Test("a factory that throws refuses the table, and an unknown name too")
  func refuses() async throws {
    let store = try TemporaryStore()
    let database = try database(store, Lock([]))
    for name in ["spaces bad", "nobody"] {
      let error = await sqlError {
        try await database.write {
          try $0.script("CREATE VIRTUAL TABLE f USING fts5(x, tokenize = '\(name)')")
        }
      }
      #expect(error != nil)
    }
    #expect(try await database.read { try !$0.dialect.holdsTable("f", $0) })
    await database.close()
  }

  @Test("empty and damaged text is indexed without a fault")
  func damaged() async throws {
    let store = try TemporaryStore()
    let database = try database(store, Lock([]))
    try await database.write {
      try $0.script("CREATE VIRTUAL TABLE f USING fts5(x, tokenize = 'spaces')")
      try $0.run(
        "INSERT INTO f VALUES (?1), (NULL), (CAST(?2 AS TEXT)), ('  ')",
        ["", .blob([0xFF, 0x20, 0x41])])
    }
    let count = try await database.read {
      try $0.integer("SELECT count(*) FROM f WHERE f MATCH ?1", ["a"])
    }
    #expect(count == 1)
    await database.close()
  }
}
