import Marfa
import MarfaModel

/// `marfa status`: whether a server answers, and how it does.
enum StatusCommand: Command {
  static let usage = "status"
  static let summary = "Say whether the server answers and how it does"
  static let options = serverOptions

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    let (info, counts) = try await context.online(arguments) { client in
      (try await client.instance(), try await client.request("GET", "/items/stats"))
    }
    context.console.say("instance  \(info.id)")
    context.console.say("contract  \(info.contract)")
    for (state, count) in counts {
      context.console.say("\(state) items  \(count.integer ?? 0)")
    }
    if counts.isEmpty { context.console.say("no items yet") }
    context.console.result([
      "instance_id": .string(info.id), "contract": .integer(Int64(info.contract)),
      "items": .object(counts),
    ])
    return .done
  }
}
