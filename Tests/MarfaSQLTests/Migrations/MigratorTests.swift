import MarfaSQL
import Testing

@Suite("migrations")
struct MigratorTests {
  private let first = Migration(id: "1", sql: "CREATE TABLE a (x); CREATE INDEX a_x ON a (x)")
  private let second = Migration(id: "2", sql: "ALTER TABLE a ADD COLUMN y; CREATE TABLE b (z)")

  @Test("steps are applied once, in order, and the later ones on top")
  func applies() async throws {
    let database = try SQLiteDatabase(.memory)
    let steps = [first, second]
    let done = try await database.write { connection in
      [
        try Migrator([steps[0]]).apply(to: connection),
        try Migrator([steps[0]]).apply(to: connection),
        try Migrator(steps).apply(to: connection),
        try Migrator(steps).apply(to: connection),
      ]
    }
    #expect(done == [["1"], [], ["2"], []])
    try await database.read { try Migrator(steps).check($0) }
    await database.close()
  }

  @Test("a step that fails leaves the schema as it was")
  func fails() async throws {
    let database = try SQLiteDatabase(.memory)
    let broken = Migrator([first, Migration(id: "2", sql: "CREATE TABLE c (x); NONSENSE")])
    let error = await mismatchOrSQL { try await database.write { try broken.apply(to: $0) } }
    #expect((error as? SQLError)?.kind == .misuse)
    #expect(try await database.read { try $0.dialect.schemaShape($0) }.isEmpty)
    await database.close()
  }

  @Test("a newer, an unknown and an unrecorded schema are refused, naming both")
  func refuses() async throws {
    let newer = try SQLiteDatabase(.memory)
    let steps = [first, second]
    try await newer.write { try Migrator(steps).apply(to: $0) }
    let old = Migrator([first])
    let expected = SchemaMismatch(found: "2", expected: "1")
    #expect(
      await mismatchOrSQL { try await newer.write { try old.apply(to: $0) } } as? SchemaMismatch
        == expected)
    #expect(
      await mismatchOrSQL { try await newer.read { try old.check($0) } } as? SchemaMismatch
        == expected)
    let other = Migrator([Migration(id: "9", sql: "CREATE TABLE q (x)")])
    #expect(
      await mismatchOrSQL { try await newer.write { try other.apply(to: $0) } } as? SchemaMismatch
        == SchemaMismatch(found: "2", expected: "9"))
    await newer.close()

    let foreign = try SQLiteDatabase(.memory)
    try await foreign.write { try $0.script("CREATE TABLE theirs (x)") }
    #expect(
      await mismatchOrSQL { try await foreign.write { try old.apply(to: $0) } } as? SchemaMismatch
        == SchemaMismatch(found: "unrecorded", expected: "1"))
    await foreign.close()
  }

  @Test("a check refuses an older schema and an empty store")
  func checks() async throws {
    let database = try SQLiteDatabase(.memory)
    let steps = [first, second]
    #expect(
      await mismatchOrSQL { try await database.read { try Migrator(steps).check($0) } }
        as? SchemaMismatch == SchemaMismatch(found: "unrecorded", expected: "2"))
    let one = Migrator([first])
    try await database.write { try one.apply(to: $0) }
    #expect(
      await mismatchOrSQL { try await database.read { try Migrator(steps).check($0) } }
        as? SchemaMismatch == SchemaMismatch(found: "1", expected: "2"))
    await database.close()
  }

  @Test("the shape of a schema ignores blanks and comments, and nothing else")
  func shape() async throws {
    let plain = try SQLiteDatabase(.memory)
    let spaced = try SQLiteDatabase(.memory)
    let other = try SQLiteDatabase(.memory)
    try await plain.write { try $0.script("CREATE TABLE t (a TEXT DEFAULT 'x  y', b)") }
    try await spaced.write {
      try $0.script("CREATE TABLE t ( -- why\n  a   TEXT\n DEFAULT 'x  y' , /* b */ b )")
    }
    try await other.write { try $0.script("CREATE TABLE t (a TEXT DEFAULT 'x y', b)") }
    let shapes = try await [plain, spaced, other].asyncMap { database in
      try await database.read { try $0.dialect.schemaShape($0) }
    }
    #expect(shapes[0] == shapes[1])
    #expect(shapes[0] != shapes[2])
    for database in [plain, spaced, other] { await database.close() }
  }

  @Test(
    "damaged schema text is evened out without a fault",
    arguments: ["", "'", "/*", "--", "a'b", "/", "-", "/* * / x"])
  func damaged(text: String) {
    #expect(SchemaText.normalised(text).utf8.count <= text.utf8.count)
  }

  private func mismatchOrSQL<T>(_ body: () async throws -> T) async -> (any Error)? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
    var answer: [T] = []
    for element in self { answer.append(try await body(element)) }
    return answer
  }
}
