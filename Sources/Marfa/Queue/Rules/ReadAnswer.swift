import MarfaModel

/// What a read of a row brought.
enum ReadAnswer: Sendable, Hashable {
  /// The item, with its tags where `tagged`, and the edges that it draws where they were read.
  case item(Item, tagged: Bool, edges: ReadEdges? = nil)
  /// The edge.
  case edge(Edge)
  /// The server has the item in the bin.
  case binned
  /// The server has no such row, or none that the key may read.
  case gone
}
