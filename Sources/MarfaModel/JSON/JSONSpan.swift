/// The place of a text between its quotes.
struct JSONSpan {
  /// The offset of the byte behind the opening quote.
  let start: Int
  /// The number of bytes up to the closing quote.
  let length: Int
  /// Whether all of them are below 0x80.
  let isASCII: Bool
  /// Whether a backslash is among them.
  let hasEscapes: Bool
}
