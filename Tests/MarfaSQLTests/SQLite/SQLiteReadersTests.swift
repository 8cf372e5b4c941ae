import Dispatch
import Foundation
import MarfaSQL
import Resilience
import Testing

@Suite("reads")
struct SQLiteReadersTests {
  private func counted(_ store: TemporaryStore, readers: Int = 2) async throws -> SQLiteDatabase {
    let database = try store.open { $0.readers = readers }
    try await database.write { try $0.script("CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
    return database
  }

  @Test("a read sees one state throughout, also while a write commits beside it")
  func snapshot() async throws {
    let store = try TemporaryStore()
    let database = try await counted(store)
    let written = DispatchSemaphore(value: 0)
    let (started, begun) = AsyncStream<Void>.makeStream()
    async let counts = database.read { connection in
      let before = try connection.integer("SELECT count(*) FROM t")
      begun.finish()
      written.wait()
      return [before, try connection.integer("SELECT count(*) FROM t")]
    }
    for await _ in started {}
    try await database.write { try $0.run("INSERT INTO t VALUES (2)") }
    #expect(try await database.read { try $0.integer("SELECT count(*) FROM t") } == 2)
    written.signal()
    #expect(try await counts == [1, 1])
    await database.close()
  }

  @Test("reads beyond the pool wait in line and are all answered")
  func line() async throws {
    let store = try TemporaryStore()
    let database = try await counted(store, readers: 2)
    let most = Lock((now: 0, most: 0))
    try await withThrowingTaskGroup(of: Int64?.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await database.read { connection in
            most.withLock {
              $0.now += 1
              $0.most = max($0.most, $0.now)
            }
            defer { most.withLock { $0.now -= 1 } }
            return try connection.integer("SELECT count(*) FROM t")
          }
        }
      }
      for try await count in group { #expect(count == 1) }
    }
    #expect(most.withLock { $0.most } <= 2)
    await database.close()
  }

  @Test("cancelling a read that waits in line ends it at once; the others are answered")
  func cancelledInLine() async throws {
    let store = try TemporaryStore()
    let database = try await counted(store, readers: 1)
    let gate = DispatchSemaphore(value: 0)
    let (started, begun) = AsyncStream<Void>.makeStream()
    let running = Task {
      try await database.read { connection in
        begun.finish()
        gate.wait()
        return try connection.integer("SELECT count(*) FROM t")
      }
    }
    for await _ in started {}
    let waiting = Task { try await database.read { try $0.integer("SELECT 2") } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let other = Task { try await database.read { try $0.integer("SELECT 3") } }
    gate.signal()
    #expect(try await running.value == 1)
    #expect(try await other.value == 3)
    await database.close()
  }

  @Test("cancelling a running read stops its statement, and the connection serves the next")
  func cancelledRunning() async throws {
    let store = try TemporaryStore()
    let database = try await counted(store, readers: 1)
    let (started, begun) = AsyncStream<Void>.makeStream()
    let endless = Task {
      try await database.read { connection in
        try connection.each(
          "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", []
        ) { _ in
          begun.finish()
          return true
        }
      }
    }
    for await _ in started {}
    endless.cancel()
    await #expect(throws: CancellationError.self) { try await endless.value }
    #expect(try await database.read { try $0.integer("SELECT count(*) FROM t") } == 1)
    await database.close()
  }

  @Test("a write of a cancelled task is carried out")
  func cancelledWrite() async throws {
    let store = try TemporaryStore()
    let database = try await counted(store)
    let gate = DispatchSemaphore(value: 0)
    let (started, begun) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await database.write { connection in
        begun.finish()
        gate.wait()
        return try connection.run("INSERT INTO t VALUES (2)")
      }
    }
    for await _ in started {}
    task.cancel()
    gate.signal()
    #expect(try await task.value == 1)
    #expect(try await database.read { try $0.integer("SELECT count(*) FROM t") } == 2)
    await database.close()
  }

  @Test("a read whose body throws gives the connection back")
  func throwing() async throws {
    struct Refused: Error {}
    let store = try TemporaryStore()
    let database = try await counted(store, readers: 1)
    for _ in 0..<5 {
      await #expect(throws: Refused.self) { try await database.read { _ in throw Refused() } }
    }
    #expect(try await database.read { try $0.integer("SELECT count(*) FROM t") } == 1)
    await database.close()
  }

  @Test("a read in place sees what is committed, gives its connection back, and waits for nobody")
  func inPlace() async throws {
    struct Refused: Error {}
    let store = try TemporaryStore()
    let database = try await counted(store, readers: 1)
    let count: @Sendable (any SQLConnection) throws -> Int64? = {
      try $0.integer("SELECT count(*) FROM t")
    }
    // No connection is open yet, and opening one can take long.
    #expect(try database.readInPlace(count) == nil)
    #expect(try await database.read(count) == 1)
    // A read is answered a moment before its connection rests.
    while try database.readInPlace(count) == nil { await Task.yield() }
    #expect(try database.readInPlace(count) == 1)
    try await database.write { try $0.run("INSERT INTO t VALUES (2)") }
    for _ in 0..<5 {
      #expect(throws: Refused.self) {
        let none: Int64? = try database.readInPlace { _ in throw Refused() }
        #expect(none == nil)
      }
      #expect(try database.readInPlace(count) == 2)
    }
    // With the only connection taken it answers nothing, and at once.
    let gate = DispatchSemaphore(value: 0)
    let (started, begun) = AsyncStream<Void>.makeStream()
    let held = Task {
      try await database.read { connection in
        begun.finish()
        gate.wait()
        return try count(connection)
      }
    }
    for await _ in started {}
    #expect(try database.readInPlace(count) == nil)
    gate.signal()
    #expect(try await held.value == 2)
    await database.close()
    #expect(try database.readInPlace(count) == nil)
    #expect(try SQLiteDatabase(.memory).readInPlace { _ in 1 } == nil)
  }

  @Test("a read that waits while one is done in place gets the connection after it")
  func waitingBehindInPlace() async throws {
    let store = try TemporaryStore()
    let database = try await counted(store, readers: 1)
    for _ in 0..<200 {
      async let waiting = database.read { try $0.integer("SELECT count(*) FROM t") }
      _ = try database.readInPlace { try $0.integer("SELECT count(*) FROM t") }
      #expect(try await waiting == 1)
    }
    await database.close()
  }

  @Test("after closing every call is refused, and work asked for before is finished")
  func closing() async throws {
    let store = try TemporaryStore()
    let database = try await counted(store)
    let gate = DispatchSemaphore(value: 0)
    let (started, begun) = AsyncStream<Void>.makeStream()
    let held = Task {
      try await database.write { connection in
        begun.finish()
        gate.wait()
        return try connection.run("INSERT INTO t VALUES (2)")
      }
    }
    for await _ in started {}
    async let first: Void = database.close()
    async let second: Void = database.close()
    gate.signal()
    #expect(try await held.value == 1)
    _ = await (first, second)
    let refusals = [
      await sqlError { try await database.read { _ in } },
      await sqlError { try await database.write { _ in } },
      await sqlError { try await database.dataVersion() },
    ]
    #expect(refusals.allSatisfy { $0?.kind == .closed })
    await database.close()
    let again = try store.open()
    #expect(try await again.read { try $0.integer("SELECT count(*) FROM t") } == 2)
    await again.close()
  }

  @Test("a store that is closed while reads and writes come in answers every one of them")
  func closingRace() async throws {
    for _ in 0..<20 {
      let database = try SQLiteDatabase(.memory)
      let store = try TemporaryStore()
      let file = try await counted(store)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          for database in [database, file] {
            group.addTask {
              if number == 10 { await database.close() }
              let write = await sqlError { try await database.write { _ in } }
              let read = await sqlError { try await database.read { _ in } }
              #expect(write == nil || write?.kind == .closed)
              #expect(read == nil || read?.kind == .closed)
            }
          }
        }
      }
    }
  }
}
