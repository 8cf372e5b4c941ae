/// `marfa items restore`: brings an item of a server back from the bin.
enum ItemsRestoreCommand: Command {
  static let usage = "items restore ID"
  static let summary = "Bring an item of the server back from the bin"
  static let options = serverOptions

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    let id = try ItemMove.id(arguments, "items restore")
    return try await ItemMove.send(
      "POST", "/items/\(id)/restore", of: id, done: "restored", arguments, context)
  }
}
