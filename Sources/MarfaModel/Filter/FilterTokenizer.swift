/// Cuts an expression into tokens, in one pass over its UTF-16 units.
///
/// Space and tab separate; they may be left out where a token cannot run on into the next.
struct FilterTokenizer {
  private let units: [UInt16]
  private var place = 0

  init(_ text: String) {
    units = Array(text.utf16)
  }

  /// The next token, or `nil` at the end.
  mutating func next() throws(MarfaError) -> FilterToken? {
    while place < units.count, Self.isSeparator(units[place]) { place += 1 }
    guard place < units.count else { return nil }
    let start = place
    let kind: FilterToken.Kind =
      if units[place] == Self.quote {
        try text()
      } else if Self.isDigit(units[place]) || startsNegative {
        try number()
      } else if Self.startsName(units[place]) {
        try word()
      } else {
        throw illegal(at: place)
      }
    return FilterToken(kind: kind, position: start)
  }

  private mutating func text() throws(MarfaError) -> FilterToken.Kind {
    let start = place
    var taken: [UInt16] = []
    place += 1
    while place < units.count {
      let unit = units[place]
      if unit == Self.quote {
        place += 1
        return .text(String(decoding: taken, as: UTF16.self))
      }
      let escapes = unit == Self.backslash && place + 1 < units.count
      if escapes, units[place + 1] == Self.quote {
        taken.append(Self.quote)
        place += 2
      } else {
        taken.append(unit)
        place += 1
      }
    }
    throw .filter("The text that starts at position \(start) has no closing quote.")
  }

  private mutating func number() throws(MarfaError) -> FilterToken.Kind {
    let start = place
    if units[place] == Self.minus { place += 1 }
    takeDigits()
    var end = place
    if place < units.count, units[place] == Self.point {
      place += 1
      takeDigits()
      // A point without digits after it is allowed and adds nothing.
      if place > end + 1 { end = place }
    }
    let spelled = String(decoding: units[start..<end], as: UTF16.self)
    guard let value = Double(spelled), value.isFinite else {
      throw .filter("The number at position \(start) is out of range.")
    }
    return .number(value)
  }

  private mutating func word() throws(MarfaError) -> FilterToken.Kind {
    let start = place
    while place < units.count, Self.continuesName(units[place]) { place += 1 }
    let word = String(decoding: units[start..<place], as: UTF16.self)
    guard place < units.count, units[place] == Self.open,
      let direction = FilterEdge.Direction(rawValue: word)
    else { return .word(word) }
    return try edge(direction, start: start)
  }

  /// Reads an edge reference, which is one word up to the next white space of any kind.
  private mutating func edge(
    _ direction: FilterEdge.Direction, start: Int
  ) throws(MarfaError) -> FilterToken.Kind {
    let opened = place + 1
    while place < units.count, !units[place].isScriptWhitespace { place += 1 }
    let inner = units[opened..<place].dropLast()
    guard place > opened + 1, units[place - 1] == Self.close, !inner.contains(Self.close) else {
      throw .filter(
        "The edge at position \(start) is not written as \(direction.rawValue)[type], with a space "
          + "after it.")
    }
    return .edge(direction, type: String(decoding: inner, as: UTF16.self))
  }

  private mutating func takeDigits() {
    while place < units.count, Self.isDigit(units[place]) { place += 1 }
  }

  private var startsNegative: Bool {
    units[place] == Self.minus && place + 1 < units.count && Self.isDigit(units[place + 1])
  }

  private func illegal(at place: Int) -> MarfaError {
    switch units[place] {
    case UInt16(ascii: "("), UInt16(ascii: ")"):
      return .filter("Position \(place) is a parenthesis. Filters have no parentheses.")
    case UInt16(ascii: "'"):
      return .filter("Position \(place) is a single quote. Texts stand in double quotes.")
    case UInt16(ascii: "-"):
      return .filter(
        "Position \(place) is a hyphen, which is no part of a name and has no digit after it.")
    case let unit where unit < 0x20 || unit == 0x7F || unit.isScriptWhitespace:
      return .filter(
        "Position \(place) is the character U+\(hex(unit)). Words are separated by spaces or tabs.")
    default:
      // The whole character, for those of two units.
      let pair = units[place..<min(place + 2, units.count)]
      let character = String(decoding: pair, as: UTF16.self).unicodeScalars.prefix(1)
      return .filter(
        "\(String(character)) at position \(place) is not part of the filter language.")
    }
  }

  private func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static let quote = UInt16(ascii: "\"")
  private static let backslash = UInt16(ascii: "\\")
  private static let minus = UInt16(ascii: "-")
  private static let point = UInt16(ascii: ".")
  private static let open = UInt16(ascii: "[")
  private static let close = UInt16(ascii: "]")

  private static func isSeparator(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 }

  private static func isDigit(_ unit: UInt16) -> Bool {
    (UInt16(ascii: "0")...UInt16(ascii: "9")).contains(unit)
  }

  private static func startsName(_ unit: UInt16) -> Bool {
    (UInt16(ascii: "a")...UInt16(ascii: "z")).contains(unit | 0x20) && unit < 0x80
      || unit == UInt16(ascii: "_")
  }

  private static func continuesName(_ unit: UInt16) -> Bool {
    startsName(unit) || isDigit(unit) || unit == point
  }
}

extension UInt16 {
  fileprivate init(ascii: Unicode.Scalar) { self = UInt16(UInt8(ascii: ascii)) }

  /// What JavaScript takes for white space or a line's end; U+0085 is neither.
  fileprivate var isScriptWhitespace: Bool {
    switch self {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      true
    default: false
    }
  }
}
