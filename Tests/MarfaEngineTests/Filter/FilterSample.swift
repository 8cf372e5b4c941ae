import MarfaModel

/// An item with its edges.
struct FilterSample: FilterSubject {
  let item: Item
  var outbound: [(type: String, other: String)] = []
  var inbound: [(type: String, other: String)] = []

  init(_ item: Item) { self.item = item }

  func text(of column: FilterColumn) -> String? {
    FilterItem(item) { _ in false }.text(of: column)
  }

  var version: Int64 { item.version }
  var properties: JSONObject { item.properties }
  var tags: [String] { item.tags }

  func holds(_ edge: FilterEdge) -> Bool {
    (edge.direction == .outbound ? outbound : inbound).contains {
      $0.type == edge.type && (edge.other == nil || edge.other == $0.other)
    }
  }
}
