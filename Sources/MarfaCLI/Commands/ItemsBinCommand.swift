import Marfa
import MarfaModel

/// `marfa items bin`: what waits in a server's bin, newest change first.
enum ItemsBinCommand: Command {
  static let usage = "items bin [--type T] [--limit N]"
  static let summary = "List what waits in the server's bin"
  static let options = serverOptions.union(["type", "limit"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard arguments.words.isEmpty else {
      throw CommandFailure.usage("items bin takes no further words.")
    }
    let limit = try arguments.integer("limit", in: 1...100_000) ?? 50
    var query = [
      ("state", "trashed"), ("sort", "updated_at"), ("direction", "desc"), ("include", "metadata"),
    ]
    if let type = arguments["type"] { query.append(("type", type)) }
    let narrowing = query
    let rows = try await context.online(arguments) {
      try await ItemPages.rows(narrowing, limit: limit, from: $0)
    }
    var table = Table(["id", "type", "version", "title"], rightAligned: [2])
    for row in rows { table.add(ItemLine(row).cells) }
    if rows.isEmpty { context.console.say("The bin is empty.") }
    for line in rows.isEmpty ? [] : table.lines { context.console.say(line) }
    context.console.result(.array(rows))
    return .done
  }
}
