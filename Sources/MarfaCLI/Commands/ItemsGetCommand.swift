import Marfa
import MarfaModel

/// `marfa items get`: one item of a server, whole.
enum ItemsGetCommand: Command {
  static let usage = "items get ID"
  static let summary = "Show one item of the server"
  static let options = serverOptions

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard arguments.words.count == 1 else {
      throw CommandFailure.usage("items get takes one id.")
    }
    let id = arguments.words[0]
    guard UUIDv7.isValid(id) else {
      throw CommandFailure.usage("This is not the id of an item.")
    }
    let row = try await context.online(arguments) { try await $0.request("GET", "/items/\(id)") }
    let item = row["item"]?.object ?? [:]
    for (name, value) in item where name != "properties" && name != "edges" {
      context.console.say("\(name)  \(ItemLine.line(value.string ?? value.description))")
    }
    for (name, value) in item["properties"]?.object ?? [:] {
      context.console.say("\(name):  \(value.string ?? value.description)")
    }
    context.console.result(.object(row))
    return .done
  }
}
