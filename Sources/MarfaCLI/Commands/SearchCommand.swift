import Marfa
import MarfaModel

/// `marfa search`: full-text search on a server.
enum SearchCommand: Command {
  static let usage = "search WORDS [--type T] [--limit N]"
  static let summary = "Search the server's items"
  static let options = serverOptions.union(["type", "limit"])

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    let words = arguments.words.joined(separator: " ")
    guard !words.isEmpty else { throw CommandFailure.usage("search needs words to look for.") }
    let limit = try arguments.integer("limit", in: 1...100) ?? 20
    var query = [("q", words), ("limit", String(limit))]
    if let type = arguments["type"] { query.append(("type", type)) }
    let narrowing = query
    let page = try await context.online(arguments) {
      try await $0.request("GET", "/search", query: narrowing)
    }
    let hits = page["data"]?.array ?? []
    for hit in hits {
      let cells = ItemLine(hit).cells
      context.console.say("\(cells[0])  \(cells[3])")
      if let snippet = hit.object?["snippet_html"]?.string {
        context.console.say("    \(Excerpt.plain(snippet))")
      }
    }
    if hits.isEmpty { context.console.say("Nothing was found.") }
    context.console.result(.array(hits))
    return .done
  }
}
