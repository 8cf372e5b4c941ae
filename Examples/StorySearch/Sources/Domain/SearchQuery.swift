/// What a person looks for: at least two characters.
public struct SearchQuery: Sendable, Hashable {
  /// The words, without blanks around them.
  public let text: String

  /// Makes a query of what was typed.
  ///
  /// - Throws: ``SearchError/queryTooShort`` when fewer than two characters are left without the
  ///   blanks around them.
  public init(_ typed: String) throws(SearchError) {
    let words = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard words.count >= 2 else { throw .queryTooShort }
    text = words
  }

  /// What two queries have in common when they find the same: the words in lower case.
  public var key: String { text.lowercased() }
}
