import Marfa
import MarfaModel

/// An item as a line of a table.
struct ItemLine {
  /// Its id, type, version and the beginning of its title.
  let cells: [String]

  /// The most characters of a title; longer ones are cut.
  private static let longest = 60

  /// Reads a row as a server sends it.
  init(_ row: JSONValue) {
    let item = row.object?["item"]?.object ?? row.object ?? [:]
    let properties = item["properties"]?.object ?? [:]
    let title =
      ["title", "name", "text", "body"].lazy.compactMap { properties[$0]?.string }.first ?? ""
    cells = [
      item["id"]?.string ?? "", item["type"]?.string ?? "",
      String(item["version"]?.integer ?? 0), Self.line(title),
    ]
  }

  /// Takes an item of a copy.
  init(_ item: Item) {
    cells = [
      item.id, item.type, String(item.version), Self.line(item.title ?? item.body ?? ""),
    ]
  }

  /// The first line of a text, cut, and without what would move a terminal's cursor.
  static func line(_ text: String) -> String {
    let first = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let plain = String(
      first.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        .map(Character.init))
    return plain.count > longest ? plain.prefix(longest - 1) + "…" : plain
  }
}
