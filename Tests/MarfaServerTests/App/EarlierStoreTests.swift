import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// Stores as earlier builds wrote them: `Tests/Stores` holds one file of each schema.
@Suite("Stores of earlier builds")
struct EarlierStoreTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Stores")

  private static let schemas: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".db") }.map { String($0.dropLast(3)) }.sorted()
  }()

  @Test("there is one for every schema, named after its last migration")
  func filed() {
    #expect(Set(Self.schemas) == Set(ServerSchema.migrator.migrations.map(\.id)))
  }

  @Test(
    "a store of an earlier schema opens with everything in it, and has the shape of a new one",
    arguments: schemas)
  func opens(schema: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "marfa-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Self.folder.appendingPathComponent("\(schema).db"),
      to: folder.appendingPathComponent(ServerStore.file))
    // The salt of its keys is no part of the store; what they prove is not asked here.
    try PrivateFile(url: folder.appendingPathComponent(KeyHasher.saltFile))
      .write(Array(String(repeating: "00", count: 32).utf8))
    let store = try await ServerStore.open(folder: folder, clock: SystemClock())
    let rows = try await store.database.read { connection in
      try ["n-1", "f-1"].map { id in
        try connection.first(
          "SELECT \(ItemRow.columns) FROM items WHERE source_id = ?1", [.text(id)]
        ) { try ItemRow($0) }
      }
    }
    #expect(rows[0]?.properties["body"] == "kept text, changed")
    #expect(rows[0]?.tags == ["old"])
    #expect(rows[0]?.version == 2)
    #expect(rows[1]?.type == "core.file")
    let shape = try await store.database.read { try $0.dialect.schemaShape($0) }
    await store.close()
    let bench = try await ServerBench()
    let fresh = try await bench.core.database.read { try $0.dialect.schemaShape($0) }
    #expect(shape == fresh)
  }
}
