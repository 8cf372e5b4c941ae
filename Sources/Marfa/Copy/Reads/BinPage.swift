/// A page of the server's bin.
public struct BinPage: Sendable, Hashable {
  /// The items, the newest change first.
  public let items: [Item]
  /// Where the next page begins; `nil` on the last one. A short or empty page can have one.
  public let nextCursor: String?

  /// Makes a page, for previews and tests.
  public init(items: [Item], nextCursor: String? = nil) {
    self.items = items
    self.nextCursor = nextCursor
  }
}
