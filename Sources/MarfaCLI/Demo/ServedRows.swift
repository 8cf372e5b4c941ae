import Marfa
import MarfaModel

/// Every row that a server holds, read through its own doors page by page.
struct ServedRows: Sendable {
  /// The items, by id, those in the bin too.
  private(set) var items: [String: Item] = [:]
  /// The edges of the types asked for.
  private(set) var edges: [Edge] = []
  /// The digests of all of it.
  private(set) var rows = HeldRows(holder: "server")

  /// Rows on a page; the most that a server gives.
  private static let page = "200"

  /// Reads all of it.
  init(
    _ client: Client, type: String, edgeTypes: [String], progress: (_ items: Int) -> Void
  ) async throws {
    var cursor: String?
    repeat {
      let page = try await Self.page(
        client, "/items", [("type", type), ("state", "any"), ("include", "metadata")], cursor)
      for value in page.data {
        let row = try WireRow(decoding: value)
        let item = row.item.item(tags: row.metadata?.tags ?? [])
        items[item.id] = item
        try rows.add(item)
      }
      progress(items.count)
      cursor = page.nextCursor
    } while cursor != nil
    for edgeType in edgeTypes {
      repeat {
        let page = try await Self.page(client, "/edges", [("edge_type", edgeType)], cursor)
        for value in page.data {
          let edge = try Edge(decoding: value)
          edges.append(edge)
          try rows.add(edge)
        }
        cursor = page.nextCursor
      } while cursor != nil
    }
  }

  private static func page(
    _ client: Client, _ path: String, _ query: [(String, String)], _ cursor: String?
  ) async throws -> WirePage<JSONObject> {
    var query = query + [("limit", page)]
    if let cursor { query.append(("cursor", cursor)) }
    let answer = try await client.request("GET", path, query: query)
    let page = try WirePage(decoding: answer) { (row: JSONObject) in row }
    // A cursor that comes back unchanged would be followed for ever.
    guard page.nextCursor == nil || page.nextCursor != cursor else {
      throw MarfaError.decoding(message: "A page of \(path) names itself as the next one.")
    }
    return page
  }
}
