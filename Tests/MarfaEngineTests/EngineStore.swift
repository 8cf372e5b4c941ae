import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL

/// A store with the engine's tables, in memory or in a folder that goes with it.
final class EngineStore: Sendable {
  let database: SQLiteDatabase
  let cache = CatalogCache()
  private let folder: URL?

  /// Opens an empty store.
  ///
  /// - Parameters:
  ///   - server: adds what only a server has.
  ///   - file: keeps it in a file.
  init(server: Bool = false, file: Bool = false) async throws {
    var options = SQLiteOptions()
    options.tokenizers = EngineSchema.tokenizers
    if file {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("marfa-engine-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appendingPathComponent("store.sqlite").path
      database = try await SQLiteDatabase.open(.file(path), options)
      self.folder = folder
    } else {
      database = try await SQLiteDatabase.open(.memory, options)
      folder = nil
    }
    try await database.write { connection in
      try connection.script(EngineSchema.sql)
      if server { try connection.script(EngineSchema.serverSQL) }
    }
  }

  deinit {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  /// Runs `body` on the store's items in a write.
  @discardableResult
  func items<T: Sendable>(_ body: @escaping @Sendable (ItemStore) throws -> T) async throws -> T {
    try await database.write { try body(ItemStore($0)) }
  }

  /// Runs `body` on the store's edges in a write.
  @discardableResult
  func edges<T: Sendable>(_ body: @escaping @Sendable (EdgeStore) throws -> T) async throws -> T {
    try await database.write { try body(EdgeStore($0)) }
  }

  /// Runs `body` on the store's catalog in a write.
  @discardableResult
  func catalog<T: Sendable>(_ body: @escaping @Sendable (CatalogStore) throws -> T) async throws
    -> T
  {
    let cache = cache
    return try await database.write { try body(CatalogStore($0, cache)) }
  }

  /// The first column of an answer as text.
  func texts(_ sql: String, _ values: [SQLValue] = []) async throws -> [String] {
    try await database.read { try $0.query(sql, values) { $0.text(0) } }
  }
}

/// A row for tests; its times follow from its number, so that later numbers are newer.
func row(
  _ number: Int, type: String = "core.note", _ properties: JSONObject = [:],
  state: ItemState = .active, tier: Tier? = .library, tags: [String] = [],
  change: (inout ItemRow) -> Void = { _ in }
) -> ItemRow {
  let time = time(number)
  var row = ItemRow(
    id: id(number), type: type, properties: properties, state: state, tier: tier, version: 1,
    source: "test", occurredAt: time, createdAt: time, updatedAt: time, tags: tags)
  change(&row)
  return row
}

/// The time of a number.
func time(_ number: Int) -> String {
  Timestamp(clamping: 1_700_000_000_000 + Int64(number) * 1_000).text
}

/// The id of a number.
func id(_ number: Int) -> String {
  let digits = String(number)
  return "01890000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
}

/// An edge for tests; its time follows from its number.
func edge(
  _ number: Int, _ source: Int, _ target: Int, _ type: String = "references",
  _ properties: JSONObject = [:], version: Int64 = 1
) -> Edge {
  Edge(
    id: id(100_000 + number), sourceId: id(source), targetId: id(target), edgeType: type,
    properties: properties, version: version, createdAt: time(number), updatedAt: time(number))
}
