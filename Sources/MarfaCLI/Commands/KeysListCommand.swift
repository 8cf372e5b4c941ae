import Marfa
import MarfaModel

/// `marfa keys list`: the keys within reach.
enum KeysListCommand: Command {
  static let usage = "keys list"
  static let summary = "List the keys of the server"
  static let options = serverOptions

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    let page = try await context.online(arguments) { try await $0.request("GET", "/keys") }
    let keys = page["data"]?.array ?? []
    var table = Table(["id", "label", "source", "last used"])
    for key in keys {
      let key = key.object ?? [:]
      table.add([
        key["id"]?.string ?? "", ItemLine.line(key["label"]?.string ?? ""),
        ItemLine.line(key["source"]?.string ?? ""), key["last_used_at"]?.string ?? "never",
      ])
    }
    for line in table.lines { context.console.say(line) }
    context.console.result(.array(keys))
    return .done
  }
}
