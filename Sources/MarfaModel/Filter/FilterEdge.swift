/// What a condition asks of an item's edges.
package struct FilterEdge: Sendable, Hashable {
  /// Which end of the edge the item is.
  package enum Direction: String, Sendable, Hashable, CaseIterable {
    /// The item is the source: `edge[…]`.
    case outbound = "edge"
    /// The item is the target: `backref[…]`.
    case inbound = "backref"
  }

  /// Which end the item is.
  package let direction: Direction
  /// The id of the edge type.
  package let type: String
  /// The item at the other end; `nil` is any.
  package let other: String?

  /// Makes a question.
  package init(direction: Direction, type: String, other: String?) {
    self.direction = direction
    self.type = type
    self.other = other
  }
}
