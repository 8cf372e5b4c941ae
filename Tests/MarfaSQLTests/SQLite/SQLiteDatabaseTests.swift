import Foundation
import MarfaSQL
import Testing

@Suite("a SQLite store")
struct SQLiteDatabaseTests {
  @Test("a committed write is read back, and is there after closing and opening again")
  func survives() async throws {
    let store = try TemporaryStore()
    let database = try store.open()
    try await database.write { connection in
      try connection.script("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT")
      #expect(try connection.run("INSERT INTO t VALUES (?1, ?2)", [7, "seven"]) == 1)
    }
    let read = try await database.read { try $0.query("SELECT b FROM t", []) { $0.text(0) } }
    #expect(read == ["seven"])
    await database.close()
    #expect(try store.files == ["store.sqlite"], "closing leaves no write-ahead log behind")
    let again = try store.open()
    #expect(try await again.read { try $0.text("SELECT b FROM t WHERE a = ?1", [7]) } == "seven")
    await again.close()
  }

  @Test("every kind of value comes back as it was bound, empty text and bytes included")
  func values() async throws {
    let database = try SQLiteDatabase(.memory)
    let values: [SQLValue] = [
      nil, 0, .integer(.min), .integer(.max), 1.5, .real(-0.0), "", "a\u{0}b", "日本語 🎌", .blob([]),
      .blob([0, 255, 128]), SQLValue(String?.none), SQLValue(true),
    ]
    let back = try await database.write { connection in
      try values.map { value in
        try connection.first("SELECT ?1", [value]) { $0.value(0) }
      }
    }
    #expect(back == values.map(Optional.some))
    await database.close()
  }

  @Test("a column that isn't there, or holds another kind, converts and never traps")
  func columns() async throws {
    let database = try SQLiteDatabase(.memory)
    try await database.write { connection in
      _ = try connection.first("SELECT 'x', NULL, x'ff41', 12", []) { row in
        #expect(row.count == 4)
        #expect(row.isNull(1) && !row.isNull(0))
        #expect(row.isNull(9) && row.isNull(-1))
        #expect(row.text(9) == "" && row.integer(-1) == 0 && row.bytes(99).isEmpty)
        #expect(row.integer(0) == 0 && row.real(0) == 0)
        #expect(row.optionalText(1) == nil && row.optionalInteger(1) == nil)
        #expect(row.text(2) == "\u{FFFD}A")
        #expect(row.text(3) == "12" && row.optionalReal(3) == 12)
        #expect(row.withBytes(0) { Array($0) } == [0x78])
      }
    }
    await database.close()
  }

  @Test("a statement run again while its rows are walked has an answer of its own")
  func nested() async throws {
    let database = try SQLiteDatabase(.memory)
    let pairs = try await database.write { connection -> [String] in
      try connection.script("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
      var pairs: [String] = []
      try connection.each("SELECT a FROM t ORDER BY a", []) { outer in
        try connection.each("SELECT a FROM t ORDER BY a", []) { inner in
          pairs.append("\(outer.integer(0))\(inner.integer(0))")
          return true
        }
        return true
      }
      return pairs
    }
    #expect(pairs == ["11", "12", "21", "22"])
    await database.close()
  }

  @Test("a walk that stops or throws half way leaves the statement ready for the next")
  func resets() async throws {
    struct Stop: Error {}
    let database = try SQLiteDatabase(.memory)
    try await database.write { connection in
      try connection.script("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)")
      let sql = "SELECT a FROM t WHERE a > ?1 ORDER BY a"
      var seen: [Int64] = []
      try connection.each(sql, [0]) { row in
        seen.append(row.integer(0))
        return seen.count < 2
      }
      #expect(seen == [1, 2])
      #expect(throws: Stop.self) { try connection.query(sql, [0]) { _ in throw Stop() } }
      #expect(try connection.query(sql, [1]) { $0.integer(0) } == [2, 3])
      #expect(try connection.first(sql, [2]) { $0.integer(0) } == 3)
      try connection.script("DROP TABLE t")
    }
    await database.close()
  }

  @Test("rows changed are those of the statement itself, and none for one that changes nothing")
  func changes() async throws {
    let database = try SQLiteDatabase(.memory)
    try await database.write { connection in
      #expect(try connection.run("CREATE TABLE t (a UNIQUE)") == 0)
      #expect(try connection.run("INSERT INTO t VALUES (1), (2)") == 2)
      #expect(try connection.run("CREATE TABLE u (a)") == 0)
      #expect(try connection.run("SELECT * FROM t") == 0)
      #expect(try connection.run("UPDATE t SET a = a WHERE a = 9") == 0)
      #expect(try connection.run("INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING") == 0)
      let back = try connection.query(
        "INSERT INTO t VALUES (5), (6) RETURNING a", [], { $0.integer(0) })
      #expect(back == [5, 6])
    }
    await database.close()
  }

  @Test("mistakes of the program are refused as misuse, with the message of the statement")
  func misuse() async throws {
    let database = try SQLiteDatabase(.memory)
    let mistakes: [(String, [SQLValue])] = [
      ("SELECT ?1", []), ("SELECT ?1", [1, 2]), ("SELECT 1; SELECT 2", []), ("", []),
      ("SELEC 1", []), ("SELECT nothing FROM nowhere", []), ("COMMIT; SELECT 1", []),
    ]
    for (sql, values) in mistakes {
      let error = await sqlError { try await database.write { try $0.run(sql, values) } }
      #expect(error?.kind == .misuse, "\(sql)")
      #expect(error?.detail != nil)
    }
    #expect(try await database.read { try $0.integer("SELECT 1 ; ") } == 1)
    await database.close()
  }

  @Test("an error never holds a bound value")
  func noValues() async throws {
    let database = try SQLiteDatabase(.memory)
    let secret = "correct-horse"
    try await database.write {
      try $0.script("CREATE TABLE t (a UNIQUE); CREATE VIRTUAL TABLE f USING fts5(x)")
      try $0.run("INSERT INTO t VALUES (?1)", [.text(secret)])
    }
    let unique = await sqlError {
      try await database.write { try $0.run("INSERT INTO t VALUES (?1)", [.text(secret)]) }
    }
    #expect(unique?.kind == .constraint)
    #expect(unique?.detail?.contains("t.a") == true)
    let search = await sqlError {
      try await database.read {
        try $0.query("SELECT 1 FROM f WHERE f MATCH ?1", [.text("\"\(secret)")]) { _ in }
      }
    }
    #expect(search != nil)
    for error in [unique, search] {
      #expect(!String(describing: error).contains(secret))
    }
    await database.close()
  }

  @Test("foreign keys hold in every write")
  func foreignKeys() async throws {
    let store = try TemporaryStore()
    let database = try store.open()
    try await database.write {
      try $0.script("CREATE TABLE p (a PRIMARY KEY); CREATE TABLE c (a REFERENCES p (a))")
    }
    let error = await sqlError {
      try await database.write { try $0.run("INSERT INTO c VALUES (1)") }
    }
    #expect(error?.kind == .constraint)
    await database.close()
  }

  @Test("a read can't write")
  func readsDoNotWrite() async throws {
    let store = try TemporaryStore()
    for database in [try store.open(), try SQLiteDatabase(.memory)] {
      try await database.write { try $0.script("CREATE TABLE t (a)") }
      let error = await sqlError {
        try await database.read { try $0.run("INSERT INTO t VALUES (1)") }
      }
      #expect(error?.kind == .readOnly)
      #expect(try await database.read { try $0.integer("SELECT count(*) FROM t") } == 0)
      try await database.write { try $0.run("INSERT INTO t VALUES (1)") }
      await database.close()
    }
  }

  @Test("the data version moves with each commit and stays without one")
  func dataVersion() async throws {
    let store = try TemporaryStore()
    for database in [try store.open(), try SQLiteDatabase(.memory)] {
      try await database.write { try $0.script("CREATE TABLE t (a)") }
      let before = try await database.dataVersion()
      _ = try await database.read { try $0.integer("SELECT count(*) FROM t") }
      #expect(try await database.dataVersion() == before)
      try await database.write { try $0.run("INSERT INTO t VALUES (1)") }
      #expect(try await database.dataVersion() != before)
      await database.close()
    }
  }

  @Test("an in-memory store makes no file")
  func memory() async throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: ".").sorted()
    let database = try await SQLiteDatabase.open(.memory)
    try await database.write { try $0.script("CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
    #expect(try await database.read { try $0.integer("SELECT a FROM t") } == 1)
    await database.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: ".").sorted() == before)
    #expect(throws: SQLError.self) {
      var options = SQLiteOptions()
      options.readOnly = true
      _ = try SQLiteDatabase(.memory, options)
    }
  }
}
