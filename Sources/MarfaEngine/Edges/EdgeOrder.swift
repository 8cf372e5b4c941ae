/// How edges are listed. Equal times are ordered by id, in the same direction.
package enum EdgeOrder: Sendable, Hashable, CaseIterable {
  /// By when they were made, newest first: the server's listings.
  case newestFirst
  /// By when they were made, oldest first: a working copy's.
  case oldestFirst
  /// By when they last changed, oldest first: the walk of changes since an instant.
  case oldestChangeFirst

  /// The column that the order goes by.
  var column: String { self == .oldestChangeFirst ? "edges.updated_at" : "edges.created_at" }
  /// Which way it goes.
  var direction: String { self == .newestFirst ? "DESC" : "ASC" }
  /// How a later place in the order compares with an earlier one.
  var comparison: String { self == .newestFirst ? "<" : ">" }
}
