/// A value that an expression compares with.
package enum FilterLiteral: Sendable, Hashable {
  /// A text in double quotes.
  case text(String)
  /// A finite number.
  case number(Double)
  /// `true` or `false`.
  case bool(Bool)

  /// The number it binds as; `nil` for text.
  var number: Double? {
    switch self {
    case .text: nil
    case .number(let value): value
    case .bool(let value): value ? 1 : 0
    }
  }

  /// What it becomes when it is compared with a column of texts: `5` is `5.0` and `true` is `1.0`.
  var columnText: String {
    switch self {
    case .text(let text): text
    case .number(let value): DatabaseNumber.text(of: value)
    case .bool(let value): value ? "1.0" : "0.0"
    }
  }

  /// What `contains` and `starts_with` look for, its ASCII letters in lower case.
  var needle: String {
    switch self {
    case .text(let text): text.loweringASCII()
    case .number(let value): JSONNumberSpelling.ecmaScript.text(value).loweringASCII()
    case .bool(let value): value ? "true" : "false"
    }
  }
}

extension String {
  /// The text with the letters A to Z in lower case and nothing else changed.
  func loweringASCII() -> String {
    guard utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
      return self
    }
    return String(
      decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }
}
