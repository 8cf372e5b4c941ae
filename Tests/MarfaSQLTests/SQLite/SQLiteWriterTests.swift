import Foundation
import Resilience
import Testing

@testable import MarfaSQL

@Suite("the writer")
struct SQLiteWriterTests {
  struct Refused: Error, Equatable {}

  @Test("writes that wait together share one commit, and each gets its own answer")
  func shares() async throws {
    let held = try await HeldWriter(.memory, schema: "CREATE TABLE t (a)")
    var tasks: [Task<Int64, any Error>] = []
    for number in 0..<20 as Range<Int64> {
      tasks.append(
        await held.ask { connection in
          try connection.run("INSERT INTO t VALUES (?1)", [.integer(number)])
          return number
        })
    }
    try await held.open()
    for (index, task) in tasks.enumerated() { #expect(try await task.value == Int64(index)) }
    #expect(try await held.rows() == Array(0..<20))
    #expect(held.commits.withLock { $0 } == 1)
    await held.close()
  }

  @Test("a batch takes no more than its bound, in the order asked for")
  func bounded() async throws {
    let held = try await HeldWriter(.memory, schema: "CREATE TABLE t (a)", batch: 4)
    let order = Lock([Int]())
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<10 {
      tasks.append(await held.ask { _ in order.withLock { $0.append(number) } })
    }
    try await held.open()
    for task in tasks { try await task.value }
    #expect(held.commits.withLock { $0 } == 3)
    #expect(order.withLock { $0 } == Array(0..<10))
    await held.close()
  }

  @Test("a write that throws undoes only what it wrote, and gets its own error")
  func isolated() async throws {
    let held = try await HeldWriter(.memory, schema: "CREATE TABLE t (a UNIQUE)")
    let first = await held.ask { _ = try $0.run("INSERT INTO t VALUES (1)") }
    let thrown = await held.ask { connection in
      _ = try connection.run("INSERT INTO t VALUES (2)")
      throw Refused()
    }
    let clash = await held.ask { _ = try $0.run("INSERT INTO t VALUES (3), (1)") }
    let last = await held.ask { _ = try $0.run("INSERT INTO t VALUES (4)") }
    try await held.open()
    try await first.value
    await #expect(throws: Refused.self) { try await thrown.value }
    #expect(await sqlError { try await clash.value }?.kind == .constraint)
    try await last.value
    #expect(try await held.rows() == [1, 4])
    #expect(held.commits.withLock { $0 } == 1)
    await held.close()
  }

  @Test("a lone write that throws leaves nothing, and the next one works")
  func lone() async throws {
    let database = try SQLiteDatabase(.memory)
    try await database.write { try $0.script("CREATE TABLE t (a)") }
    await #expect(throws: Refused.self) {
      try await database.write { connection in
        _ = try connection.run("INSERT INTO t VALUES (1)")
        throw Refused()
      }
    }
    try await database.write { try $0.run("INSERT INTO t VALUES (2)") }
    #expect(
      try await database.read { try $0.query("SELECT a FROM t", []) { $0.integer(0) } } == [2])
    await database.close()
  }

  @Test("a write that fills the disk fails alone; those that shared its transaction are done")
  func full() async throws {
    let store = try TemporaryStore()
    let held = try await HeldWriter(
      .file(store.path), schema: "CREATE TABLE t (a, b); PRAGMA max_page_count = 40")
    let before = await held.ask { _ = try $0.run("INSERT INTO t VALUES (1, '')") }
    let huge = await held.ask {
      _ = try $0.run("INSERT INTO t VALUES (2, zeroblob(1000000))")
    }
    let silent = await held.ask { connection in
      _ = try? connection.run("INSERT INTO t VALUES (3, zeroblob(1000000))")
      _ = try connection.run("INSERT INTO t VALUES (4, '')")
    }
    let after = await held.ask { _ = try $0.run("INSERT INTO t VALUES (5, '')") }
    try await held.open()
    try await before.value
    #expect(await sqlError { try await huge.value }?.kind == .full)
    // Either SQLite kept the transaction, and the silent write goes on, or it lost it, and the
    // write is refused: never half of it.
    let silentError = await sqlError { try await silent.value }
    try await after.value
    let rows = try await held.rows()
    #expect(rows == (silentError == nil ? [1, 4, 5] : [1, 5]))
    await held.close()
  }

  @Test("a transaction that SQLite lost refuses every later statement of its body")
  func lost() async throws {
    let held = try await HeldWriter(.memory, schema: "CREATE TABLE t (a UNIQUE)")
    let before = await held.ask { _ = try $0.run("INSERT INTO t VALUES (1)") }
    let breaker = await held.ask { connection in
      // OR ROLLBACK is the plainest way to have SQLite end the transaction by itself.
      _ = try? connection.run("INSERT OR ROLLBACK INTO t VALUES (7), (7)")
      _ = try? connection.run("INSERT INTO t VALUES (8)")
    }
    let after = await held.ask { _ = try $0.run("INSERT INTO t VALUES (2)") }
    try await held.open()
    try await before.value
    #expect(await sqlError { try await breaker.value }?.kind == .constraint)
    try await after.value
    #expect(try await held.rows() == [1, 2])
    await held.close()
  }

  @Test("a lone write whose transaction SQLite lost is refused although its body kept silent")
  func lostAlone() async throws {
    let database = try SQLiteDatabase(.memory)
    try await database.write { try $0.script("CREATE TABLE t (a UNIQUE)") }
    let error = await sqlError {
      try await database.write { connection in
        _ = try? connection.run("INSERT OR ROLLBACK INTO t VALUES (7), (7)")
        _ = try? connection.run("INSERT INTO t VALUES (8)")
      }
    }
    #expect(error?.kind == .constraint)
    #expect(try await database.read { try $0.integer("SELECT count(*) FROM t") } == 0)
    await database.close()
  }

  @Test("a rule checked at the commit fails only the write that breaks it")
  func deferred() async throws {
    let held = try await HeldWriter(
      .memory,
      schema: """
        CREATE TABLE p (a PRIMARY KEY);
        CREATE TABLE t (a REFERENCES p (a) DEFERRABLE INITIALLY DEFERRED);
        """)
    let good = await held.ask { _ = try $0.run("INSERT INTO p VALUES (1)") }
    let bad = await held.ask { _ = try $0.run("INSERT INTO t VALUES (9)") }
    let child = await held.ask { _ = try $0.run("INSERT INTO t VALUES (1)") }
    try await held.open()
    try await good.value
    #expect(await sqlError { try await bad.value }?.kind == .constraint)
    try await child.value
    #expect(try await held.rows() == [1])
    await held.close()
  }

  @Test("a commit that fails fails every write of its batch, and nothing of them remains")
  func commitFails() async throws {
    let store = try TemporaryStore()
    let schema = "CREATE TABLE IF NOT EXISTS t (a)"
    let held = try await HeldWriter(.file(store.path), schema: schema)
    let one = await held.ask { _ = try $0.run("INSERT INTO t VALUES (1)") }
    let two = await held.ask { connection in
      _ = try connection.run("INSERT INTO t VALUES (2)")
      guard let handle = (connection as? SQLiteConnection)?.handle else { return }
      CommitRefusal.install(on: handle)
    }
    try await held.open()
    let three = await held.ask { _ = try $0.run("INSERT INTO t VALUES (3)") }
    for task in [one, two, three] { #expect(await sqlError { try await task.value } != nil) }
    #expect(try await held.rows() == [])
    await held.close()
  }

  @Test("a savepoint undoes what its body wrote when it throws, at every depth")
  func savepoints() async throws {
    let database = try SQLiteDatabase(.memory)
    let rows = try await database.write { connection -> [Int64] in
      try connection.script("CREATE TABLE t (a)")
      try connection.savepoint {
        try connection.run("INSERT INTO t VALUES (1)")
        #expect(throws: Refused.self) {
          try connection.savepoint {
            try connection.run("INSERT INTO t VALUES (2)")
            try connection.savepoint { _ = try connection.run("INSERT INTO t VALUES (3)") }
            throw Refused()
          }
        }
        try connection.run("INSERT INTO t VALUES (4)")
      }
      return try connection.query("SELECT a FROM t", []) { $0.integer(0) }
    }
    #expect(rows == [1, 4])
    await database.close()
  }

  @Test("a connection kept beyond its transaction refuses to be used")
  func kept() async throws {
    final class Keep: @unchecked Sendable {
      // Unchecked: the test misuses the connection on purpose, one call after the other.
      var connection: (any SQLConnection)?
    }
    let database = try SQLiteDatabase(.memory)
    let keep = Keep()
    try await database.write { keep.connection = $0 }
    #expect(throws: SQLError.self) { try keep.connection?.run("CREATE TABLE t (a)") }
    keep.connection = nil
    await database.close()
  }

  @Test("many writers and readers at once lose nothing and double nothing")
  func many() async throws {
    let store = try TemporaryStore()
    let database = try store.open {
      $0.synchronous = .full
      $0.checkpointPages = 8
    }
    try await database.write { try $0.script("CREATE TABLE t (a UNIQUE, b)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<400 as Range<Int64> {
        group.addTask {
          do {
            try await database.write { connection in
              try connection.run(
                "INSERT INTO t VALUES (?1, zeroblob(500))", [.integer(number)])
              if number % 7 == 0 { throw Refused() }
            }
          } catch is Refused {}
          if number % 5 == 0 {
            _ = try await database.read { try $0.integer("SELECT count(*) FROM t") }
          }
        }
      }
      try await group.waitForAll()
    }
    let expected = (0..<400 as Range<Int64>).filter { $0 % 7 != 0 }
    let sql = "SELECT a FROM t ORDER BY a"
    #expect(try await database.read { try $0.query(sql, []) { $0.integer(0) } } == expected)
    await database.close()
    let again = try store.open()
    #expect(try await again.read { try $0.query(sql, []) { $0.integer(0) } } == expected)
    #expect(try await again.read { try $0.text("PRAGMA integrity_check") } == "ok")
    await again.close()
  }
}
