import Marfa
import MarfaModel
import Resilience

/// What the commands share that move one item of a server to the bin, out of it, or out of all.
enum ItemMove {
  /// The id that a command line names, and nothing else.
  static func id(_ arguments: Arguments, _ command: String) throws(CommandFailure) -> String {
    guard arguments.words.count == 1, UUIDv7.isValid(arguments.words[0]) else {
      throw .usage("\(command) takes the id of one item.")
    }
    return arguments.words[0]
  }

  /// Sends the move, once: a repeat that the network makes is known by its key.
  ///
  /// - Parameter done: the word for what was done.
  static func send(
    _ method: String, _ path: String, of id: String, done: String, _ arguments: Arguments,
    _ context: CommandContext
  ) async throws -> ExitStatus {
    let version = try arguments.integer("version", in: 1...Int.max)
    let query = version.map { [("version", String($0))] } ?? []
    let key = UUIDv7Minter.shared.mint(milliseconds: SystemClock().unixMilliseconds).text
    let answer = try await context.online(arguments) {
      try await $0.request(method, path, query: query, idempotencyKey: key)
    }
    context.console.say("\(done) \(id)")
    context.console.result(.object(answer))
    return .done
  }
}
