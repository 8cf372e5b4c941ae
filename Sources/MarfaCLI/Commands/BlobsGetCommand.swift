import Foundation
import Marfa
import MarfaModel

/// `marfa blobs get`: brings the bytes of a hash into a file.
enum BlobsGetCommand: Command {
  static let usage = "blobs get HASH --to FILE"
  static let summary = "Bring the bytes of a hash from the server into a file"
  static let options = serverOptions.union(["to"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard arguments.words.count == 1, let path = arguments["to"], !path.isEmpty else {
      throw CommandFailure.usage("blobs get takes one hash, and --to FILE for where to put it.")
    }
    let (hash, file) = (arguments.words[0], URL(fileURLWithPath: path))
    try await context.online(arguments) { try await $0.download(hash, to: file) }
    context.console.say("saved \(path)")
    context.console.result(["file": .string(file.path)])
    return .done
  }
}
