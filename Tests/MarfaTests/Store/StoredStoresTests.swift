import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL
import MarfaTesting
import Testing

@testable import Marfa

@Suite("Stores that earlier versions made")
struct StoredStoresTests {
  /// One for each schema that was released; see the folder's own page.
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Stores")

  static let stores: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".marfa") }.map { String($0.dropLast(6)) }.sorted()
  }()

  /// A copy of a stored store, in a folder of its own.
  private func taken(_ name: String) throws -> CopyBench {
    let bench = try CopyBench()
    try FileManager.default.copyItem(
      at: Self.folder.appending(path: "\(name).marfa"), to: bench.store)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: bench.store.path)
    return bench
  }

  private func shape(_ store: URL) async throws -> [String] {
    var options = SQLiteOptions()
    options.readOnly = true
    options.tokenizers = EngineSchema.tokenizers
    let database = try await SQLiteDatabase.open(.file(store.path), options)
    let shape = try await database.read { connection in
      try connection.query(
        "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name", []
      ) { SchemaText.normalised($0.text(0)) }
    }
    await database.close()
    return shape
  }

  @Test("there is one for every schema, named after its last migration")
  func names() {
    #expect(Set(Self.stores) == Set(CopySchema.migrator.migrations.map(\.id)))
  }

  @Test("what waits in it is still there, in order, with its ids and keys", arguments: stores)
  func keepsTheQueue(name: String) async throws {
    let bench = try taken(name)
    let copy = try await bench.openAlone()
    #expect(copy.handle == .writer)
    let queue = try await copy.queue.all()
    #expect(
      queue.map(\.kind) == [
        .createItem, .addTag, .addTag, .createItem, .updateItem, .createEdge, .createItem,
        .deleteItem,
      ])
    #expect(queue.allSatisfy { $0.verdict == nil && UUIDv7.isValid($0.idempotencyKey) })
    #expect(Set(queue.map(\.idempotencyKey)).count == queue.count)
    #expect(queue[1].dependsOn == [queue[0].id] && queue[4].follows == queue[2].id)
    #expect(queue[5].dependsOn == [queue[0].id, queue[3].id])
    #expect(queue[4].body["properties"] == ["body": "Flour, water and salt"])
    let note = try #require(try await copy.items.get("019a0000-0000-7000-8000-000000000001"))
    #expect(note.body == "Flour, water and salt" && note.tags == ["kitchen", "weekly"])
    #expect(try await copy.edges.from(note.id).count == 1)
    #expect(try await copy.search("salt").map(\.item.id) == [note.id])
    #expect(try await copy.items.list().count == 2)
    await copy.close()
  }

  @Test("opened for writing once, its tables are those of a new store", arguments: stores)
  func migrates(name: String) async throws {
    let bench = try taken(name)
    try await bench.openAlone().close()
    let fresh = try CopyBench()
    try await fresh.openAlone().close()
    #expect(try await shape(bench.store) == shape(fresh.store))
  }

  @Test(
    "a reader of an earlier one is told to open it for writing, and changes nothing",
    arguments: stores)
  func reading(name: String) async throws {
    let bench = try taken(name)
    let before = try Data(contentsOf: bench.store)
    let isNewest = name == CopySchema.migrator.newest
    do {
      let reader = try await WorkingCopy.openReader(
        store: bench.store, environment: bench.environment)
      #expect(isNewest)
      #expect(try await reader.queue.all().count == 8)
      await reader.close()
    } catch let error as MarfaError {
      #expect(!isNewest && error.code() == "invalid")
      #expect(error.message.contains("for writing"))
    }
    #expect(try Data(contentsOf: bench.store) == before)
  }

  @Test("a newer one is refused with the writes that would be lost with it, and kept as it is")
  func newer() async throws {
    let bench = try taken("copy-1")
    let database = try await open(bench.store)
    try await database.write { connection in
      try connection.script(
        """
        INSERT INTO schema_steps (position, id) VALUES (99, 'copy-from-tomorrow');
        UPDATE queue SET verdict = 'accepted' WHERE kind = 'create_item';
        UPDATE queue SET verdict = 'refused', reason = 'no', sent = 1 WHERE kind = 'add_tag';
        UPDATE queue SET verdict = 'dead' WHERE kind = 'update_item';
        """)
    }
    await database.close()
    for error in [
      await thrown { _ = try await bench.openAlone() },
      await thrown {
        _ = try await WorkingCopy.openReader(store: bench.store, environment: bench.environment)
      },
    ] {
      guard case .wrongSchema(_, _, let unsent, let message) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      // The edit, the edge and the deletion: taken creates and refused tags hold nothing to lose.
      #expect(unsent == 3 && message.contains("3 unsent"))
    }
  }

  @Test("a newer one whose queue has another shape still tells how many writes have no success")
  func newerQueue() async throws {
    let bench = try taken("copy-1")
    let database = try await open(bench.store)
    try await database.write { connection in
      try connection.script(
        """
        INSERT INTO schema_steps (position, id) VALUES (99, 'copy-from-tomorrow');
        ALTER TABLE queue RENAME COLUMN depends_on TO waits_for;
        """)
    }
    await database.close()
    guard
      case .wrongSchema(_, _, let unsent, _)? = await thrown({
        _ = try await bench.openAlone()
      })
    else {
      Issue.record("The store was taken.")
      return
    }
    #expect(unsent == 8)
  }

  private func open(_ store: URL) async throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.tokenizers = EngineSchema.tokenizers
    return try await SQLiteDatabase.open(.file(store.path), options)
  }
}
