import Foundation
import MarfaSQL
import Resilience
import Testing

@Suite("snapshots that are kept between reads in place")
struct SQLiteKeptSnapshotTests {
  /// A store whose reads in place keep their snapshots, with a connection open.
  private func keeping(
    _ store: TemporaryStore, readers: Int = 1, checkpointPages: Int32 = 4_000
  ) async throws -> SQLiteDatabase {
    let database = try store.open { options in
      options.readers = readers
      options.keepsSnapshots = true
      options.checkpointPages = checkpointPages
    }
    try await database.write { connection in
      try connection.run("CREATE TABLE t (x INTEGER, filling BLOB)")
      try connection.run("INSERT INTO t VALUES (0, NULL)")
    }
    _ = try await database.read { try $0.integer("SELECT x FROM t") }
    return database
  }

  /// Reads in place; waits while the connection that was just read from comes to rest.
  private func inPlace<T>(
    _ database: SQLiteDatabase, _ body: (any SQLConnection) throws -> T
  ) async throws -> T {
    while true {
      if let answer = try database.readInPlace(body) { return answer }
      await Task.yield()
    }
  }

  @Test("a kept snapshot is left at the next write, so that what was answered is seen")
  func keptSnapshots() async throws {
    struct Refused: Error {}
    let store = try TemporaryStore()
    let database = try await keeping(store)
    for number in 1...50 {
      try await database.write { try $0.run("UPDATE t SET x = ?1", [SQLValue(number)]) }
      for _ in 0..<3 {
        #expect(try await inPlace(database) { try $0.integer("SELECT x FROM t") } == Int64(number))
      }
      // A read by a task takes the same connection out of its snapshot.
      #expect(try await database.read { try $0.integer("SELECT x FROM t") } == Int64(number))
      await #expect(throws: Refused.self) {
        try await self.inPlace(database) { _ in throw Refused() }
      }
      await #expect(throws: SQLError.self) {
        try await self.inPlace(database) { try $0.integer("SELECT nothing") }
      }
    }
    // A write that is undone lets go as well, and is seen by nobody.
    await #expect(throws: Refused.self) {
      try await database.write { connection in
        try connection.run("UPDATE t SET x = -1")
        throw Refused()
      }
    }
    #expect(try await inPlace(database) { try $0.integer("SELECT x FROM t") } == 50)
    await database.close()
    #expect(try database.readInPlace { _ in 1 } == nil)
    // Nothing was left open that would have kept the log.
    #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
  }

  @Test("kept snapshots don't keep the write-ahead log from starting again")
  func keptSnapshotsAndLog() async throws {
    let store = try TemporaryStore()
    let database = try await keeping(store, checkpointPages: 8)
    for number in 0..<400 {
      try await database.write { connection in
        try connection.run(
          "UPDATE t SET x = ?1, filling = ?2",
          [SQLValue(number), .blob([UInt8](repeating: 7, count: 8_192))])
      }
      _ = try await inPlace(database) { try $0.integer("SELECT x FROM t") }
    }
    let log = try FileManager.default.attributesOfItem(atPath: store.path + "-wal")
    // 400 writes of three pages and more would make five megabytes.
    #expect((log[.size] as? Int ?? .max) < 1 << 20)
    await database.close()
  }

  @Test("no read in place, however many at once, misses a write that was answered before it")
  func keptSnapshotsUnderLoad() async throws {
    let store = try TemporaryStore()
    let database = try await keeping(store, readers: 3)
    let answered = Lock<Int64>(0)
    let isOver = Lock(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var last: Int64 = 0
          while !isOver.withLock({ $0 }) {
            let least = answered.withLock { $0 }
            let seen = try database.readInPlace { connection -> Int64 in
              let first = try connection.integer("SELECT x FROM t") ?? -1
              // One state throughout.
              #expect(try connection.integer("SELECT max(x) FROM t") == first)
              return first
            }
            if let seen {
              #expect(seen >= least && seen >= last)
              last = seen
            }
            await Task.yield()
          }
        }
      }
      group.addTask {
        defer { isOver.withLock { $0 = true } }
        for number in 1...300 as ClosedRange<Int64> {
          try await database.write { try $0.run("UPDATE t SET x = ?1", [.integer(number)]) }
          answered.withLock { $0 = number }
          if number % 3 == 0 { _ = try await database.read { try $0.integer("SELECT x FROM t") } }
        }
      }
      try await group.waitForAll()
    }
    await database.close()
  }
}
