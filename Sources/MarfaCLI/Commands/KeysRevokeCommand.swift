import Marfa
import MarfaModel

/// `marfa keys revoke`: ends a key.
enum KeysRevokeCommand: Command {
  static let usage = "keys revoke ID"
  static let summary = "End a key; its next request is refused"
  static let options = serverOptions

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard arguments.words.count == 1, UUIDv7.isValid(arguments.words[0]) else {
      throw CommandFailure.usage("keys revoke takes the id of one key.")
    }
    let id = arguments.words[0]
    let answer = try await context.online(arguments) {
      try await $0.request("DELETE", "/keys/\(id)")
    }
    context.console.say("revoked \(id)")
    context.console.result(.object(answer))
    return .done
  }
}
