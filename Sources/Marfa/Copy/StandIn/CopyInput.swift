/// What a call may be given for which only a server has the exact answer.
package enum CopyInput: String, Sendable, Hashable, CaseIterable {
  /// A filter expression.
  case filter = "a filter"
  /// The id of a new item at its source, by which the server may find another row.
  case sourceId = "a sourceId"
  /// A body that links or embeds.
  case bodyLinks = "body links"
  /// An edit made on an earlier version than the held one, which the server merges.
  case earlierVersion = "an earlier version"
  /// The id of a row that is there, for a new one.
  case heldId = "the id of a held row"
  /// An id that only the server may know.
  case unheldId = "an id that is not held"
  /// Another type for an item, with which it would leave the copy once it is answered.
  case unheldType = "a type that the copy does not load"
  /// A parent that only the server may know.
  case unknownParent = "a parent that is not known here"
}
