/// A page of the log of a copy's changes.
public struct ChangePage: Sendable, Hashable {
  /// The changes, in the order they were committed.
  public let changes: [Change]
  /// Where the next page begins.
  public let next: ChangeMark
  /// Whether more follow at once.
  public let isTruncated: Bool

  /// Makes a page, for previews and tests.
  public init(changes: [Change], next: ChangeMark, isTruncated: Bool) {
    self.changes = changes
    self.next = next
    self.isTruncated = isTruncated
  }
}
