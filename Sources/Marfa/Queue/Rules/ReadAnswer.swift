import MarfaModel

/// What a read of a row brought.
enum ReadAnswer: Sendable, Hashable {
  /// The item, with its tags where `tagged`.
  case item(Item, tagged: Bool)
  /// The edge.
  case edge(Edge)
  /// The server has the item in the bin.
  case binned
  /// The server has no such row, or none that the key may read.
  case gone
}
