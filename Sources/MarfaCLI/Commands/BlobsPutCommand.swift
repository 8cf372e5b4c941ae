import Foundation
import Marfa
import MarfaModel

/// `marfa blobs put`: sends the bytes of a file to a server.
enum BlobsPutCommand: Command {
  static let usage = "blobs put FILE [--mime-type TYPE]"
  static let summary = "Send the bytes of a file to the server"
  static let options = serverOptions.union(["mime-type"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard arguments.words.count == 1 else {
      throw CommandFailure.usage("blobs put takes one file.")
    }
    let file = URL(fileURLWithPath: arguments.words[0])
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
      !isFolder.boolValue
    else { throw CommandFailure.usage("There is no file at \(arguments.words[0]).") }
    let type = arguments["mime-type"] ?? "application/octet-stream"
    let answer = try await context.online(arguments) {
      try await $0.upload(file, mimeType: type)
    }
    context.console.say(answer["hash"]?.string ?? "")
    context.console.result(.object(answer))
    return .done
  }
}
