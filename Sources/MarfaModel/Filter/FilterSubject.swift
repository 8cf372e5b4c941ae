/// Something that an expression can judge: an item, with its tags and edges.
package protocol FilterSubject {
  /// The text of a column, or `nil` where the item has none. Not asked for the version.
  func text(of column: FilterColumn) -> String?
  /// The item's version.
  var version: Int64 { get }
  /// The item's properties.
  var properties: JSONObject { get }
  /// The item's tags.
  var tags: [String] { get }
  /// Whether the item has such an edge.
  func holds(_ edge: FilterEdge) -> Bool
}
