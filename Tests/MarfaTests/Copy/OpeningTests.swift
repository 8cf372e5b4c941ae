import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Opening a store, in each role")
struct OpeningTests {
  private func bytes(_ bench: CopyBench) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) {
      files[name] = try Data(contentsOf: bench.folder.appending(path: name))
    }
    return files
  }

  // MARK: - Roles

  @Test("the first opener writes, a second one reads, and the role goes on when it is given back")
  func roles() async throws {
    let bench = try CopyBench()
    let writer = try await bench.open()
    let reader = try await bench.open()
    #expect(writer.handle == .writer && reader.handle == .reader)
    await writer.close()
    #expect(writer.handle == .writer)
    await reader.close()
    let next = try await bench.open()
    #expect(next.handle == .writer)
    await next.close()
  }

  @Test("a reader answers every read; each write is refused as a reader's before all else")
  func readerRefuses() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["body": "A"], id: id(1)))
    let writer = try await bench.hydrated()
    let reader = try await bench.openAlone()
    #expect(try await reader.items.get(id(1)) != nil)
    #expect(try await reader.search("a").count == 1)
    #expect(try await reader.queue.all().isEmpty)
    #expect(try await reader.catalog.itemType("core.note").id == "core.note")
    for call in [
      { _ = try await reader.items.create(Draft(type: "no such type")) },
      { _ = try await reader.items.delete(id(9)) }, { _ = try await reader.queue.drain() },
      { _ = try await reader.queue.forgetAnswered() }, { _ = try await reader.catchUp() },
      { _ = try await reader.hydrate(types: [], tier: .all) },
      { _ = try await reader.declareTypes([[:]]) },
    ] as [@Sendable () async throws -> Void] {
      #expect(await thrown(call)?.code() == "reading_handle")
    }
    #expect(try await writer.queue.all().isEmpty)
    await reader.close()
    await writer.close()
  }

  @Test("a reader's streams are told when the writer saved something, and only then")
  func watches() async throws {
    let bench = try CopyBench()
    let writer = try await bench.hydrated()
    let reader = try await WorkingCopy.openReader(
      store: bench.store, environment: bench.environment)
    let ear = ChangeEar(reader.changes())
    await bench.clock.waitForTimer(of: .milliseconds(250))
    bench.clock.advance(by: .milliseconds(250))
    await bench.clock.waitForTimer(of: .milliseconds(250))
    #expect(ear.origins.isEmpty)
    try await writer.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    bench.clock.advance(by: .milliseconds(250))
    await ear.wait { $0.count == 1 }
    guard case .saved = ear.origins.first else {
      Issue.record("\(ear.origins)")
      return
    }
    #expect(try await reader.items.list().count == 1)
    await ear.letGo()
    await reader.close()
    await writer.close()
  }

  // MARK: - Reading only

  @Test("a reader changes no byte of the store, even when it is the last to close after a crash")
  func readerWritesNothing() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    // The log that a crashed writer leaves behind: copied while it is open.
    let crashed = try CopyBench()
    for name in ["store", "store-wal"] {
      try FileManager.default.copyItem(
        at: bench.folder.appending(path: name), to: crashed.folder.appending(path: name))
    }
    await copy.close()
    let before = try bytes(crashed)
    let reader = try await WorkingCopy.openReader(
      store: crashed.store, environment: crashed.environment)
    #expect(reader.handle == .reader)
    #expect(try await reader.items.list().count == 1)
    await reader.close()
    let after = try bytes(crashed)
    #expect(after["store"] == before["store"] && after["store-wal"] == before["store-wal"])
    #expect(after["store.lock"] == nil)
  }

  @Test("a reader of a store that is not there is refused, and none is made")
  func missing() async throws {
    let bench = try CopyBench()
    let error = await thrown {
      _ = try await WorkingCopy.openReader(store: bench.store, environment: bench.environment)
    }
    #expect(error?.code() == "invalid")
    #expect(try bytes(bench).isEmpty)
  }

  // MARK: - What is no store

  @Test("a file that is no store is refused by both openings, and not touched")
  func notAStore() async throws {
    let bench = try CopyBench()
    let text = Data(String(repeating: "Dear diary. ", count: 500).utf8)
    try text.write(to: bench.store)
    for error in [
      await thrown { _ = try await bench.open() },
      await thrown {
        _ = try await WorkingCopy.openReader(store: bench.store, environment: bench.environment)
      },
    ] {
      #expect(error?.code() == "store")
      #expect(error?.message.contains("Dear") == false)
    }
    #expect(try Data(contentsOf: bench.store) == text)
    #expect(bench.transport.isClosed)
  }

  @Test("a path that is no file's is refused", arguments: ["folder/", "missing/store"])
  func badPath(_ path: String) async throws {
    let bench = try CopyBench()
    let file = bench.folder.appending(path: path)
    let error = await thrown {
      _ = try await WorkingCopy.open(store: file, server: nil, environment: bench.environment)
    }
    #expect(error != nil)
  }

  @Test("a store of another shape is refused with its path and the writes in it, and kept")
  func wrongSchema() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    for _ in 0..<3 {
      try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    }
    try await bench.run(
      """
      UPDATE schema_steps SET id = 'from-tomorrow'
      WHERE position = (SELECT max(position) FROM schema_steps)
      """, in: copy)
    await copy.close()
    for error in [
      await thrown { _ = try await bench.open() },
      await thrown {
        _ = try await WorkingCopy.openReader(store: bench.store, environment: bench.environment)
      },
    ] {
      guard case .wrongSchema(let path, _, let unsent, let message) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(path == bench.store.path && unsent == 3)
      #expect(message.contains("3 unsent") && !message.lowercased().contains("delete"))
    }
    #expect(FileManager.default.fileExists(atPath: bench.store.path))
  }

  @Test("a database of something else is no store of ours, and is not filled with tables")
  func foreignDatabase() async throws {
    let bench = try CopyBench()
    let database = try await SQLiteDatabase.open(.file(bench.store.path), SQLiteOptions())
    try await database.write { try $0.script("CREATE TABLE accounts (name TEXT)") }
    await database.close()
    let error = await thrown { _ = try await bench.open() }
    #expect(error?.code() == "wrong_schema")
    guard case .wrongSchema(_, _, let unsent, _) = error else { return }
    #expect(unsent == nil)
  }

  @Test("a second opener waits while the first one makes the store")
  func waitsForMaking() async throws {
    let bench = try CopyBench()
    let claim = try #require(try SQLiteWriterClaim.take(store: bench.store.path))
    let second = Task { try await bench.open() }
    await bench.clock.waitForTimer(of: .milliseconds(20))
    // The first opener has made the tables by now.
    let database = try await SQLiteDatabase.open(.file(bench.store.path), Self.options)
    try await database.write { _ = try CopySchema.migrator.apply(to: $0) }
    await database.close()
    bench.clock.advance(by: .milliseconds(20))
    let copy = try await second.value
    #expect(copy.handle == .reader)
    await copy.close()
    claim.release()
  }

  private static var options: SQLiteOptions {
    var options = SQLiteOptions()
    options.tokenizers = EngineSchema.tokenizers
    return options
  }

  @Test("the files of a store are readable by their owner only")
  func ownerOnly() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    for name in try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) {
      let mode =
        try FileManager.default.attributesOfItem(
          atPath: bench.folder.appending(path: name).path)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    await copy.close()
  }

  @Test("the key is in no file of the store")
  func keyIsNotStored() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["body": "A"], id: id(1)))
    let copy = try await bench.hydrated()
    // Even a server that repeats the key in its refusal brings it no further.
    bench.server.door { request in
      request.method == "DELETE"
        ? .refusal(409, "conflict", message: "No: \(CopyBench.key)") : nil
    }
    try await copy.items.delete(id(1))
    try await copy.queue.drain()
    #expect(try await copy.queue.all().first?.answer != nil)
    await copy.close()
    let key = Data(CopyBench.key.utf8)
    for (name, data) in try bytes(bench) { #expect(data.range(of: key) == nil, "\(name)") }
  }

  // MARK: - Closing

  @Test("a close waits for the calls that run and refuses those that come, from everywhere at once")
  func closing() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let writes = (0..<20).map { number in
      Task {
        try await copy.items.create(
          Draft(type: "core.note", properties: ["body": .string("\(number)")]))
      }
    }
    async let first: Void = copy.close()
    async let second: Void = copy.close()
    _ = await (first, second)
    var queued = 0
    for write in writes {
      switch await write.result {
      case .success: queued += 1
      case .failure(let error): #expect((error as? MarfaError)?.code() == "closed")
      }
    }
    #expect(await thrown { _ = try await copy.status() }?.code() == "closed")
    #expect(bench.transport.isClosed)
    let again = try await bench.open()
    #expect(again.handle == .writer)
    #expect(try await again.queue.all().count == queued)
    await again.close()
  }
}
