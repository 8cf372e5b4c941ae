/// How a list is ordered. Equal times are ordered by id, in the same direction.
public struct Sort: Sendable, Hashable {
  /// The time that decides.
  public var field: SortField
  /// Which end comes first.
  public var direction: SortDirection

  /// Makes an order.
  public init(field: SortField, direction: SortDirection) {
    self.field = field
    self.direction = direction
  }

  /// Newest made first: what a list uses when nothing else is asked.
  public static let newestFirst = Sort(field: .createdAt, direction: .descending)
}
