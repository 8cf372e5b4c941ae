import Foundation
import Testing

@testable import MarfaCLI

/// The `marfa` program that was built together with the tests.
enum MarfaProgram {
  /// Its file, beside that of the tests.
  static var file: URL {
    get throws {
      let tests = try #require(OwnProgram.file)
      let file = tests.deletingLastPathComponent().appending(path: "marfa")
      try #require(FileManager.default.isExecutableFile(atPath: file.path), "\(file.path)")
      return file
    }
  }
}
