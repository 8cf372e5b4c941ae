import Foundation
import Marfa
import MarfaModel

/// `marfa import`: the Markdown files of a folder, as notes on a server.
enum ImportCommand: Command {
  static let usage = "import FOLDER"
  static let summary = "Send the Markdown files of a folder to the server"
  static let options = serverOptions

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard arguments.words.count == 1 else {
      throw CommandFailure.usage("import takes one folder.")
    }
    let folder = URL(fileURLWithPath: arguments.words[0])
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw CommandFailure.usage("\(arguments.words[0]) is not a folder.") }
    let console = context.console
    let read = MarkdownImport().read(folder) { done, total in
      if done % 50 == 0 || done == total { console.step("reading \(done) of \(total) files") }
    }
    let report = try await context.online(arguments) { client in
      try await Importer(client: client, console: console).send(read)
    }
    report.print(to: console)
    console.result(.object(report.json))
    return report.isWhole ? .done : .refused
  }
}
