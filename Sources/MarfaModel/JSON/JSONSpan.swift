/// The place of a text between its quotes.
struct JSONSpan {
  /// The offset of the byte behind the opening quote.
  let start: Int
  /// The number of bytes up to the closing quote.
  let length: Int
  /// Whether a backslash is among them.
  let hasEscapes: Bool
}
