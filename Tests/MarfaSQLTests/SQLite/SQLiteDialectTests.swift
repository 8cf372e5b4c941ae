import MarfaSQL
import Testing

@Suite("SQLite's dialect")
struct SQLiteDialectTests {
  @Test("properties are found by their keys, whatever letters these have")
  func properties() async throws {
    let database = try SQLiteDatabase(.memory)
    let json = #"{"a.b":1,"a":{"b":"deep"},"é[0]":true,"list":[1,"x"],"none":null,"q\"x":5,"":7}"#
    let dialect = SQLiteDialect()
    func read(_ keys: [String]) async throws -> [SQLValue]? {
      try await database.read { connection in
        try connection.first(
          "SELECT \(dialect.property("?1", path: "?2")), \(dialect.propertyKind("?1", path: "?2"))",
          [.text(json), dialect.path(keys)]
        ) { [$0.value(0), $0.value(1)] }
      }
    }
    #expect(try await read(["a.b"]) == [1, "integer"])
    #expect(try await read(["a", "b"]) == ["deep", "text"])
    #expect(try await read(["é[0]"]) == [1, "true"])
    #expect(try await read(["list"]) == ["[1,\"x\"]", "array"])
    #expect(try await read(["none"]) == [nil, "null"])
    #expect(try await read(["absent"]) == [nil, nil])
    #expect(try await read([""]) == [7, "integer"])
    #expect(try await read(["q\"x"]) == [nil, nil])
    await database.close()
  }

  @Test("the elements of a list are rows of their own; what is no list is one row")
  func elements() async throws {
    let database = try SQLiteDatabase(.memory)
    let dialect = SQLiteDialect()
    func read(_ key: String) async throws -> [SQLValue] {
      try await database.read { connection in
        try connection.query(
          "SELECT value FROM \(dialect.elements("?1", path: "?2"))",
          [.text(#"{"list":[1,"x"],"one":"y"}"#), dialect.path([key])]
        ) { $0.value(0) }
      }
    }
    #expect(try await read("list") == [1, "x"])
    #expect(try await read("one") == ["y"])
    #expect(try await read("absent") == [])
    await database.close()
  }

  @Test("a pattern's signs in a searched text stand for themselves")
  func patterns() async throws {
    let database = try SQLiteDatabase(.memory)
    let dialect = SQLiteDialect()
    func matches(_ text: String, _ part: String) async throws -> Bool {
      try await database.read { connection in
        try connection.integer(
          "SELECT \(dialect.like("?1", pattern: "?2"))",
          [.text(text), dialect.likePattern(containing: part)]) == 1
      }
    }
    #expect(try await matches("100% sure", "0% S"))
    #expect(try await !matches("1000 sure", "0% s"))
    #expect(try await matches("a_b", "a_b"))
    #expect(try await !matches("axb", "a_b"))
    #expect(try await matches(#"c:\x"#, #":\X"#))
    await database.close()
  }
}
