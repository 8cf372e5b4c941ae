/// One page of a listing.
public struct WirePage<Element: Sendable>: Sendable {
  /// The rows of this page. A page may be empty and still not be the last.
  public var data: [Element]
  /// Where the next page begins; `nil` on the last.
  public var nextCursor: String?

  /// Makes a page.
  public init(data: [Element], nextCursor: String? = nil) {
    self.data = data
    self.nextCursor = nextCursor
  }

  /// Reads `{data, next_cursor}`.
  ///
  /// - Parameters:
  ///   - object: what was sent. Without `next_cursor` it is no page: that a listing is at its end
  ///     must be said.
  ///   - element: reads one row.
  /// - Throws: ``MarfaError/decoding(message:)`` naming the member.
  public init(
    decoding object: JSONObject,
    element: (JSONObject) throws(MarfaError) -> Element
  ) throws(MarfaError) {
    let reader = WireReader(object, path: "page")
    var rows: [Element] = []
    for row in try reader.list("data") {
      guard let row = row.object else { throw reader.unreadable("data") }
      rows.append(try element(row))
    }
    guard object["next_cursor"] != nil else { throw reader.unreadable("next_cursor") }
    self.init(data: rows, nextCursor: try reader.optionalString("next_cursor"))
  }

  /// The page as it is sent.
  public func json(_ element: (Element) -> JSONObject) -> JSONObject {
    JSONObject(
      distinctKeys: ["data", "next_cursor"],
      values: [
        .array(data.map { .object(element($0)) }),
        nextCursor.map(JSONValue.string) ?? .null,
      ])
  }
}

extension WirePage: Equatable where Element: Equatable {}
extension WirePage: Hashable where Element: Hashable {}
