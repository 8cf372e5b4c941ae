import Foundation
import Testing

@testable import MarfaSQL

@Suite("a store's files")
struct SQLiteFileTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  private func reading(_ path: String) throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.readOnly = true
    return try SQLiteDatabase(.file(path), options)
  }

  @Test("the store and its journals are readable by their owner only")
  func ownerOnly() async throws {
    let store = try TemporaryStore()
    let database = try store.open()
    try await database.write { try $0.script("CREATE TABLE t (a)") }
    for file in try store.files {
      #expect(try mode(store.folder.appendingPathComponent(file).path) == 0o600, "\(file)")
    }
    #expect(try store.files.count == 3)
    await database.close()
  }

  @Test("a file that is no database is refused as such and left as it was", arguments: [5, 4_096])
  func notADatabase(length: Int) async throws {
    let store = try TemporaryStore()
    let bytes = Data(repeating: 0x61, count: length)
    try bytes.write(to: URL(fileURLWithPath: store.path))
    let error = await sqlError { try await SQLiteDatabase.open(.file(store.path)) }
    #expect(error?.kind == .notADatabase)
    #expect(await sqlError { try reading(store.path) }?.kind == .notADatabase)
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == bytes)
  }

  @Test("a path under a file, a folder, and no path at all can't be opened")
  func cannotOpen() async throws {
    let store = try TemporaryStore()
    try Data().write(to: URL(fileURLWithPath: store.path))
    for path in [store.path + "/below", store.folder.path, "", "a\u{0}b"] {
      let error = await sqlError { try await SQLiteDatabase.open(.file(path)) }
      #expect(error?.kind == .cannotOpen, "\(path)")
      #expect(await sqlError { try reading(path) }?.kind == .cannotOpen)
    }
  }

  @Test("a damaged page is refused as damage when it is read")
  func corrupt() async throws {
    let store = try TemporaryStore()
    let database = try store.open()
    try await database.write {
      try $0.script(
        """
        CREATE TABLE t (a);
        INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000)
          SELECT hex(zeroblob(50)) FROM n;
        """)
    }
    await database.close()
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: store.path))
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xEE, count: 8_192))
    try handle.close()
    let damaged = try store.open()
    let error = await sqlError {
      try await damaged.read { try $0.integer("SELECT count(a) FROM t WHERE a <> ''") }
    }
    #expect(error?.kind == .corrupt)
    await damaged.close()
  }

  @Test("opening for reading makes no file where there is none")
  func readingNothing() async throws {
    let store = try TemporaryStore()
    #expect(await sqlError { try reading(store.path) }?.kind == .cannotOpen)
    #expect(try store.files == [])
  }

  @Test("opening for reading changes no byte, also with a log left by a writer that died")
  func readingChangesNothing() async throws {
    let store = try TemporaryStore()
    let writer = try store.open { $0.checkpointPages = 1_000_000 }
    try await writer.write { try $0.script("CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
    // A copy of the files as they are now is what a killed process would leave.
    let left = try TemporaryStore()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: store.path + suffix, toPath: left.path + suffix)
    }
    await writer.close()
    let before = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: left.path + $0)) }
    #expect(before[1].count > 0)
    let reader = try reading(left.path)
    #expect(try await reader.read { try $0.integer("SELECT a FROM t") } == 1)
    #expect(
      await sqlError { try await reader.write { try $0.run("DELETE FROM t") } }?.kind == .readOnly)
    #expect(
      await sqlError { try await reader.read { try $0.run("DELETE FROM t") } }?.kind == .readOnly)
    await reader.close()
    let after = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: left.path + $0)) }
    #expect(after == before)
    let recovered = try left.open()
    #expect(try await recovered.read { try $0.integer("SELECT a FROM t") } == 1)
    await recovered.close()
  }

  @Test("a store opened for reading sees what another writer commits, and its version moves")
  func readingBesideAWriter() async throws {
    let store = try TemporaryStore()
    let writer = try store.open()
    try await writer.write { try $0.script("CREATE TABLE t (a)") }
    let reader = try reading(store.path)
    let before = try await reader.dataVersion()
    #expect(try await reader.dataVersion() == before)
    try await writer.write { try $0.run("INSERT INTO t VALUES (1)") }
    #expect(try await reader.dataVersion() != before)
    #expect(try await reader.read { try $0.integer("SELECT count(*) FROM t") } == 1)
    await writer.close()
    await reader.close()
  }

  @Test("a full disk is told as such, and what was committed before stays")
  func full() async throws {
    let store = try TemporaryStore()
    let database = try store.open()
    try await database.write {
      try $0.script("CREATE TABLE t (a); INSERT INTO t VALUES (1); PRAGMA max_page_count = 30")
    }
    let error = await sqlError {
      try await database.write { try $0.run("INSERT INTO t VALUES (zeroblob(1000000))") }
    }
    #expect(error?.kind == .full)
    try await database.write { try $0.run("INSERT INTO t VALUES (2)") }
    #expect(try await database.read { try $0.integer("SELECT count(*) FROM t") } == 2)
    await database.close()
  }

  @Test("a limit on the length of files is told as a full disk, and what is in stays")
  func fileSizeLimit() async throws {
    // In a process of its own, whose limit is nobody else's.
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 200_000, rlim_max: 200_000)
      let store = try TemporaryStore()
      let database = try store.open { $0.checkpointPages = 1_000_000 }
      try await database.write { try $0.script("CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #else
        setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      let error = await sqlError {
        try await database.write { try $0.run("INSERT INTO t VALUES (zeroblob(1000000))") }
      }
      precondition(error?.kind == .full, "\(String(describing: error))")
      let count = try await database.read { try $0.integer("SELECT count(*) FROM t") }
      precondition(count == 1)
      await database.close()
    }
  }

  @Test("a lock held elsewhere is waited for, then told as busy")
  func busy() async throws {
    let store = try TemporaryStore()
    let one = try store.open()
    let two = try store.open { $0.busyTimeout = .zero }
    try await one.write { try $0.script("CREATE TABLE t (a)") }
    let error = try await one.write { _ in
      // A write of a second process, as far as SQLite can tell.
      let connection = try SQLiteConnection.open(
        .file(store.path), .checkpointer, Self.impatient)
      defer { connection.close() }
      return #expect(throws: SQLError.self) { try connection.begin(writes: true) }
    }
    #expect(error?.kind == .busy)
    try await two.write { try $0.run("INSERT INTO t VALUES (1)") }
    await two.close()
    await one.close()
  }

  private static var impatient: SQLiteOptions {
    var options = SQLiteOptions()
    options.busyTimeout = .zero
    return options
  }

  @Test("the write-ahead log is copied back beside the writes and doesn't grow without end")
  func checkpoints() async throws {
    let store = try TemporaryStore()
    let database = try store.open { $0.checkpointPages = 20 }
    try await database.write { try $0.script("CREATE TABLE t (a)") }
    for _ in 0..<300 {
      try await database.write { try $0.run("INSERT INTO t VALUES (zeroblob(3000))") }
    }
    let log = try FileManager.default.attributesOfItem(atPath: store.path + "-wal")
    let size = try #require(log[.size] as? NSNumber).intValue
    // 300 writes of two pages and more would be 600 pages and more.
    #expect(size < 200 * 4_120)
    let main = try FileManager.default.attributesOfItem(atPath: store.path)
    #expect(try #require(main[.size] as? NSNumber).intValue > 100 * 4_096)
    await database.close()
    let again = try store.open()
    #expect(try await again.read { try $0.integer("SELECT count(*) FROM t") } == 300)
    await again.close()
  }

  @Test("kept statements stay within their bound, the newest among them")
  func statements() async throws {
    var options = SQLiteOptions()
    options.statements = 8
    let database = try SQLiteDatabase(.memory, options)
    let kept = try await database.write { connection -> Int? in
      for number in 0..<50 {
        let read = try connection.integer("SELECT \(number)")
        #expect(read == Int64(number))
      }
      return (connection as? SQLiteConnection)?.keptStatements
    }
    #expect(kept == 8)
    await database.close()
  }

  @Test("a duration becomes whole milliseconds within what SQLite takes")
  func milliseconds() {
    #expect(Duration.seconds(5).wholeMilliseconds == 5_000)
    #expect(Duration.microseconds(1_999).wholeMilliseconds == 1)
    #expect(Duration.seconds(-1).wholeMilliseconds == 0)
    #expect(Duration.milliseconds(-1).wholeMilliseconds == 0)
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == 2_000_000_000)
  }
}
