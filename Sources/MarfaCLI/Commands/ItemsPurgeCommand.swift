/// `marfa items purge`: destroys an item in a server's bin.
enum ItemsPurgeCommand: Command {
  static let usage = "items purge ID [--version N]"
  static let summary = "Destroy an item in the server's bin, for good"
  static let options = serverOptions.union(["version"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    let id = try ItemMove.id(arguments, "items purge")
    return try await ItemMove.send(
      "POST", "/items/\(id)/purge", of: id, done: "purged", arguments, context)
  }
}
