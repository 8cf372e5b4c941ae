import MarfaModel

/// A place in a listing that is read page by page, with the places that were passed.
struct PageTurn: Sendable, Hashable {
  /// Where the page begins; `nil` for the first one.
  let cursor: String?
  private let passed: Set<String>

  /// Makes the turn to a first page, or to where a listing that came along goes on.
  init(at cursor: String? = nil) {
    self.init(at: cursor, passed: [])
  }

  private init(at cursor: String?, passed: Set<String>) {
    self.cursor = cursor
    self.passed = cursor.map { passed.union([$0]) } ?? passed
  }

  /// The turn to the page behind; `nil` when the listing says that it is at its end.
  ///
  /// A cursor is text or a number. A short or empty page is not the end.
  ///
  /// - Parameter cursor: what the page names as `next_cursor`.
  /// - Throws: `MarfaError.decoding` where the page says nothing of what follows, or leads back to
  ///   a page that was read, which would be followed for ever.
  func next(_ cursor: JSONValue?) throws(MarfaError) -> PageTurn? {
    guard let cursor, !cursor.isNull else {
      if cursor != nil { return nil }
      throw .decoding(message: "A list of the server does not say whether more follows.")
    }
    guard let text = cursor.string ?? cursor.integer.map(String.init) else {
      throw .decoding(message: "A list of the server names no readable next page.")
    }
    guard !passed.contains(text) else {
      throw .decoding(message: "The pages of a list of the server lead back to one that was read.")
    }
    return PageTurn(at: text, passed: passed)
  }
}
