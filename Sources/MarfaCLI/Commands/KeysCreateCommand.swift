import Marfa
import MarfaModel

/// `marfa keys create`: a new key, shown once.
enum KeysCreateCommand: Command {
  static let usage =
    "keys create --label L --source S [--type PATTERN=LEVEL]… [--edge TYPE=LEVEL]… "
    + "[--permission P]…"
  static let summary = "Mint a key; one that names nothing may do what the minting key may"
  static let options = serverOptions.union(["label", "source", "type", "edge", "permission"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard let label = arguments["label"], let source = arguments["source"] else {
      throw CommandFailure.usage("keys create needs --label and --source.")
    }
    var body: JSONObject = ["label": .string(label), "source": .string(source)]
    for (option, member) in [("type", "type_permissions"), ("edge", "edge_permissions")] {
      let grants = arguments.all(option)
      if grants.isEmpty { continue }
      var map: JSONObject = [:]
      for grant in grants {
        let parts = grant.split(separator: "=")
        guard parts.count == 2 else {
          throw CommandFailure.usage("--\(option) takes NAME=read or NAME=write.")
        }
        map[String(parts[0])] = .string(String(parts[1]))
      }
      body[member] = .object(map)
    }
    let permissions = arguments.all("permission")
    if !permissions.isEmpty { body["permissions"] = .array(permissions.map { .string($0) }) }
    let request = body
    let key = try await context.online(arguments) {
      try await $0.request("POST", "/keys", body: request)
    }
    context.console.say("id   \(key["id"]?.string ?? "")")
    context.console.say("key  \(key["key"]?.string ?? "")")
    context.console.say("Keep the key now: it is not shown again.")
    context.console.result(.object(key))
    return .done
  }
}
