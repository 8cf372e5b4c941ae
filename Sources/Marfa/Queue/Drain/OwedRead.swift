/// A row that must be read from the server, because a write to it was not taken, or the
/// answer that took it may be out of date.
///
/// It is stored beside the queue and not in it: the refused write may be discarded while the read
/// is still owed.
struct OwedRead: Sendable, Hashable {
  /// The row to read.
  var subject: WriteSubject
  /// For an edge, the item it started at when the write was refused.
  var sourceId: String?
  /// Whether the refused write was a move, which may have left a row that the slice does not take.
  var moved = false
  /// The refused create that is moved onto this row once it was read.
  var landing: String?
}
