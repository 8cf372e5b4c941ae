import Foundation
import Marfa
import MarfaModel

/// `marfa device`: a working copy in a file, by hand.
enum DeviceCommand: Command {
  static let usage =
    "device --db PATH VERB [WORD]… [--type T]… [--tier T] [--edge-type T]… [--state S] [--limit N] "
    + "[--since MARK]"
  static let summary = "Work with a working copy in a file"
  static let verbs = DeviceVerb.allCases.map { (word: $0.rawValue, summary: $0.summary) }
  static let options = serverOptions.union([
    "db", "type", "tier", "edge-type", "limit", "state", "since",
  ])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard let path = arguments["db"] else {
      throw CommandFailure.usage("device needs the file of a copy: --db PATH")
    }
    guard let verb = arguments.words.first.flatMap(DeviceVerb.init(rawValue:)) else {
      let verbs = DeviceVerb.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure.usage("device takes one of \(verbs).")
    }
    // Only these two make a store; the others would answer from an empty one.
    if verb != .hydrate, verb != .status, !FileManager.default.fileExists(atPath: path) {
      throw CommandFailure(
        .usage, code: "no_store", "There is no store at this path.",
        hint: "Make one with: marfa device --db PATH hydrate --type TYPE")
    }
    let server: Server? =
      switch verb.needsServer {
      case .always: try context.server(arguments)
      case .whenNamed: context.namesServer(arguments) ? try context.server(arguments) : nil
      case .never: nil
      }
    let copy = try await WorkingCopy.open(store: URL(fileURLWithPath: path), server: server)
    do {
      let status = try await DeviceRun(copy: copy, arguments: arguments, console: context.console)
        .run(verb)
      await copy.close()
      return status
    } catch {
      await copy.close()
      throw error
    }
  }
}
