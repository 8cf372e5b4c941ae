import Marfa
import MarfaModel

/// `marfa items list`: a server's items, newest first.
enum ItemsListCommand: Command {
  static let usage = "items list [--type T] [--state S] [--tag T]… [--filter F] [--limit N]"
  static let summary = "List the server's items, newest first"
  static let options = serverOptions.union(["type", "state", "tag", "filter", "limit"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    let limit = try arguments.integer("limit", in: 1...100_000) ?? 50
    var query: [(String, String)] = [("include", "metadata")]
    for name in ["type", "state", "filter"] {
      if let value = arguments[name] { query.append((name, value)) }
    }
    let tags = arguments.all("tag")
    if !tags.isEmpty { query.append(("tags", tags.joined(separator: ","))) }
    let narrowing = query
    let rows = try await context.online(arguments) {
      try await ItemPages.rows(narrowing, limit: limit, from: $0)
    }
    var table = Table(["id", "type", "version", "title"], rightAligned: [2])
    for row in rows { table.add(ItemLine(row).cells) }
    for line in table.lines { context.console.say(line) }
    context.console.result(.array(rows))
    return .done
  }
}
