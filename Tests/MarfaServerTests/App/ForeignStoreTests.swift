import Foundation
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

@Suite("Stores of others")
struct ForeignStoreTests {
  /// Makes a data folder whose store holds what `script` makes, in the journal mode that files
  /// have from most programs, and answers the store's path.
  private func store(_ script: String) async throws -> (folder: URL, file: URL) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: ServerStore.file)
    let database = try await SQLiteDatabase.open(.file(file.path))
    try await database.write { try $0.script(script) }
    await database.close()
    var bytes = try Data(contentsOf: file)
    // The two versions of the file format, 1 for a journal beside the file
    // (https://www.sqlite.org/fileformat2.html#file_format_version_numbers).
    bytes[18] = 1
    bytes[19] = 1
    try bytes.write(to: file)
    return (folder, file)
  }

  @Test(
    "the store of another program, or of a later build, is refused and not a byte is changed",
    arguments: [
      "CREATE TABLE other (a); INSERT INTO other VALUES (1)",
      """
      CREATE TABLE schema_steps (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
      INSERT INTO schema_steps VALUES (0, 'server-1'), (1, 'server-of-tomorrow')
      """,
    ])
  func foreign(script: String) async throws {
    let (folder, file) = try await store(script)
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = try Data(contentsOf: file)
    await #expect {
      try await ServerStore.open(folder: folder, clock: SystemClock())
    } throws: { error in
      guard case .schema(let reason) = error as? ServerStartError else { return false }
      return reason.contains(ServerSchema.migrator.newest)
    }
    #expect(try Data(contentsOf: file) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == [ServerStore.file, ServerStore.file + ".lock"])
  }

  @Test("a store of this build opens in whatever journal mode a copy of it came back")
  func ownInOtherMode() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try await ServerStore.open(folder: folder, clock: SystemClock())
    await first.close()
    let file = folder.appending(path: ServerStore.file)
    var bytes = try Data(contentsOf: file)
    bytes[18] = 1
    bytes[19] = 1
    try bytes.write(to: file)
    let second = try await ServerStore.open(folder: folder, clock: SystemClock())
    #expect(second.instanceId == first.instanceId)
    await second.close()
  }
}
