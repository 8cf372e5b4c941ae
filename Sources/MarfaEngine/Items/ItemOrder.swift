import MarfaModel

/// How items are listed.
package enum ItemOrder: Sendable, Hashable {
  /// By a time; equal times by id, in the same direction.
  case time(SortField, SortDirection)
  /// By the scalar under a property: numbers and truth values (0 and 1) before texts, these by
  /// their bytes; descending is the reverse. What has no scalar there comes last in both
  /// directions, and equal values are ordered by id, ascending in both.
  case property(String, SortDirection)

  /// The order that an app asks for.
  package init(_ sort: Sort) {
    self = .time(sort.field, sort.direction)
  }

  /// Newest made first.
  package static let newestFirst = ItemOrder(.newestFirst)

  /// A short text that differs for different orders.
  var signature: String {
    switch self {
    case .time(let field, let direction): "\(field.rawValue) \(direction.rawValue)"
    case .property(let name, let direction): "properties.\(name) \(direction.rawValue)"
    }
  }
}
