/// An item as a subject of filters, with a way to ask for its edges.
package struct FilterItem: FilterSubject {
  /// The item.
  package let item: Item
  private let edges: (FilterEdge) -> Bool

  /// Makes a subject; `holds` answers for the item's edges, and is only asked where needed.
  package init(_ item: Item, holds edges: @escaping (FilterEdge) -> Bool) {
    self.item = item
    self.edges = edges
  }

  /// The text of a column, or `nil` where the item has none.
  package func text(of column: FilterColumn) -> String? {
    switch column {
    case .state: item.state.rawValue
    case .type: item.type
    case .source: item.source
    case .occurredAt: item.occurredAt
    case .createdAt: item.createdAt
    case .updatedAt: item.updatedAt
    case .tier: item.tier?.rawValue
    case .version: String(item.version)
    case .id: item.id
    case .sourceId: item.sourceId
    }
  }

  /// The item's version.
  package var version: Int64 { item.version }
  /// The item's properties.
  package var properties: JSONObject { item.properties }
  /// The item's tags.
  package var tags: [String] { item.tags }

  /// Whether the item has such an edge.
  package func holds(_ edge: FilterEdge) -> Bool { edges(edge) }
}
