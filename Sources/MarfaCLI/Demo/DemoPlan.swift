import Foundation

/// What a run of the main job is asked to do, and where it keeps what it makes.
struct DemoPlan: Sendable {
  /// The folder whose Markdown is imported.
  let folder: URL
  /// Where server and copies live.
  let data: URL
  /// Where the server listens.
  var host = "127.0.0.1"
  /// The port that is tried first; a free one is taken when it is taken.
  var port = 8600
  /// The `marfa` program that serves.
  let program: URL

  /// The server's data folder.
  var serverFolder: URL { data.appendingPathComponent("server", isDirectory: true) }
  /// What the server's process had to say.
  var serverLog: URL { data.appendingPathComponent("server.log") }

  /// A folder for the copies of one run. Those of earlier runs are left alone, since they may hold
  /// writes that were never sent.
  ///
  /// - Throws: `CommandFailure` when it can't be made.
  func makeCopiesFolder() throws(CommandFailure) -> URL {
    let files = FileManager.default
    var number = 1
    while true {
      let folder = data.appendingPathComponent("copies-\(number)", isDirectory: true)
      if !files.fileExists(atPath: folder.path) {
        try Self.make(folder)
        return folder
      }
      number += 1
    }
  }

  /// Makes a folder that only its owner can look into.
  ///
  /// - Throws: `CommandFailure` when it can't be made.
  static func make(_ folder: URL) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure(
        .copy, code: "folder", "The folder \(folder.path) can't be made.",
        hint: "Name another one with --data DIR.")
    }
  }

  /// A folder for the data of one run that names none.
  static func freshFolder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent(
      "marfa-demo-\(UUID().uuidString.prefix(8).lowercased())", isDirectory: true)
  }
}
