import Marfa
import MarfaModel

/// The rows of a listing, page after page.
enum ItemPages {
  /// The most rows of a page (server-items 1.4).
  private static let page = 200

  /// Reads a listing of items to its end or to a limit.
  static func rows(
    _ narrowing: [(String, String)], limit: Int, from client: Client
  ) async throws -> [JSONValue] {
    var rows: [JSONValue] = []
    var cursor: String?
    repeat {
      var query = narrowing + [("limit", String(min(page, limit - rows.count)))]
      if let cursor { query.append(("cursor", cursor)) }
      let answer = try await client.request("GET", "/items", query: query)
      rows += answer["data"]?.array ?? []
      cursor = answer["next_cursor"]?.string
    } while cursor != nil && rows.count < limit
    return rows
  }
}
