import MarfaModel

/// Where a page of edges ended: the time and id of its last edge, in the page's order.
package struct EdgeCursor: Sendable, Hashable {
  /// The time that the order goes by.
  package var time: String
  /// The edge's id, which orders equal times.
  package var id: String

  /// Makes a cursor.
  package init(time: String, id: String) {
    self.time = time
    self.id = id
  }

  /// The place of an edge in an order.
  package init(_ edge: Edge, in order: EdgeOrder) {
    self.init(time: order == .oldestChangeFirst ? edge.updatedAt : edge.createdAt, id: edge.id)
  }
}
