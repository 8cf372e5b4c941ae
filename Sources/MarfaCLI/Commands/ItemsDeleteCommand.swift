/// `marfa items delete`: moves an item of a server to the bin.
enum ItemsDeleteCommand: Command {
  static let usage = "items delete ID [--version N]"
  static let summary = "Move an item of the server to the bin"
  static let options = serverOptions.union(["version"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    let id = try ItemMove.id(arguments, "items delete")
    return try await ItemMove.send(
      "DELETE", "/items/\(id)", of: id, done: "deleted", arguments, context)
  }
}
