import MarfaModel
import MarfaSQL

extension NameStore {
  /// What each link and embed of an item's body means, from what is held here.
  ///
  /// - Parameters:
  ///   - row: the item.
  ///   - recorded: the items that link texts were found to mean before, by text.
  package func links(in row: ItemRow, recorded: [String: String] = [:]) throws -> BodyLinks {
    let item = row.item(in: catalog)
    guard let body = item.body else { return BodyLinks() }
    let host = try named(row)
    let edges = EdgeStore(connection)
    let referred = try held(edges.from(row.id, type: "references").map(\.targetId))
    let attached = try held(edges.to(row.id, type: "attached-to").map(\.sourceId))
    return try BodyLinks(
      of: body, links: LinkResolver(host: host, referred: referred, recorded: recorded),
      embeds: EmbedResolver(attached: attached, folders: host.paths.map(Self.folder)), in: self
    ) { catalog.isAtOrUnder($0.type, "core.file") }
  }

  private func held(_ ids: [String]) throws -> [NamedItem] {
    var seen = Set<String>()
    return try ids.compactMap { seen.insert($0).inserted ? try item($0) : nil }
  }

  /// The folder of a path; empty for one in the root.
  private static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
