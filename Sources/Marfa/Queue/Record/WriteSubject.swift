/// What a write changes: the one thing whose writes go out in order.
///
/// A write to an edge is no write to either of its ends.
enum WriteSubject: Sendable, Hashable {
  /// An item, with its tags and extensions.
  case item(String)
  /// An edge.
  case edge(String)
  /// Bytes, which follow nothing and which nothing follows.
  case none

  /// The id of the row, where there is one.
  var id: String? {
    switch self {
    case .item(let id), .edge(let id): id
    case .none: nil
    }
  }
}
