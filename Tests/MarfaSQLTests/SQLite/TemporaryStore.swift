import Foundation
import MarfaSQL

/// A folder of one test, removed with it, and the path of a store in it.
final class TemporaryStore: Sendable {
  let folder: URL
  var path: String { folder.appendingPathComponent("store.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("marfa-sql-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The names of the files in the folder.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  func open(_ change: (inout SQLiteOptions) -> Void = { _ in }) throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    change(&options)
    return try SQLiteDatabase(.file(path), options)
  }
}

/// Runs `body` and answers the database's error, or `nil` when it threw none.
func sqlError<T>(_ body: () async throws -> T) async -> SQLError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? SQLError
  }
}
