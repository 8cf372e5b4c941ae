import Marfa
import MarfaModel
import Resilience

/// `marfa items create`: a new item on a server.
enum ItemsCreateCommand: Command {
  static let usage = "items create --type T [--title T] [--body B] [--properties JSON] [--tag T]…"
  static let summary = "Create an item on the server"
  static let options = serverOptions.union(["type", "title", "body", "properties", "tag"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard let type = arguments["type"] else {
      throw CommandFailure.usage("items create needs --type, such as core.note.")
    }
    var properties: JSONObject = [:]
    if let text = arguments["properties"] {
      do {
        properties = try JSONObject(json: text)
      } catch {
        throw CommandFailure.usage("--properties is not a JSON object.")
      }
    }
    for name in ["title", "body"] {
      if let value = arguments[name] { properties[name] = .string(value) }
    }
    let id = UUIDv7Minter.shared.mint(milliseconds: SystemClock().unixMilliseconds).text
    let body: JSONObject = [
      "id": .string(id), "type": .string(type), "properties": .object(properties),
      "tags": .array(arguments.all("tag").map { .string($0) }),
    ]
    let row = try await context.online(arguments) {
      try await $0.request("POST", "/items", body: body, idempotencyKey: id)
    }
    context.console.say("created \(row["item"]?.object?["id"]?.string ?? id)")
    context.console.result(.object(row))
    return .done
  }
}
