import Foundation

/// Numbers as SQLite turns them into text, and text into numbers.
///
/// Filters were defined by what SQLite does, so the rules are part of the language: another
/// database, and the evaluator in memory, follow them.
enum DatabaseNumber {
  /// A number with a fraction as text: 15 significant digits, always with a point (`5.0`, `1.0e+20`).
  static func text(of value: Double) -> String {
    // SQLite drops the sign of zero.
    if value == 0 { return "0.0" }
    let spelling = String(format: "%.15g", value)
    if spelling.contains(".") || !value.isFinite { return spelling }
    guard let mark = spelling.firstIndex(of: "e") else { return spelling + ".0" }
    return spelling[..<mark] + ".0" + spelling[mark...]
  }

  /// The number that a text begins with, as `CAST(… AS REAL)` reads it; 0 when there is none.
  static func leading(_ text: String) -> Double {
    Scan(text).value ?? 0
  }

  /// The number that is the whole text, as a numeric column reads it; `nil` for any other text.
  static func whole(_ text: String) -> Double? {
    let scan = Scan(text)
    return scan.isWhole ? scan.value : nil
  }

  /// The whole number that is the whole text, exactly; `nil` for any other text.
  static func integer(_ text: String) -> Int64? {
    let scan = Scan(text)
    return scan.isWhole ? Int64(scan.spelling) : nil
  }

  /// What stands at a text's start: spaces, then the longest run that spells a number.
  private struct Scan {
    let spelling: String
    let isWhole: Bool

    var value: Double? { spelling.isEmpty ? nil : Double(spelling) }

    init(_ text: String) {
      var text = text
      (spelling, isWhole) = text.withUTF8 { bytes in
        var place = 0
        func skip(_ matches: (UInt8) -> Bool) -> Int {
          let start = place
          while place < bytes.count, matches(bytes[place]) { place += 1 }
          return place - start
        }
        func takes(_ either: StaticString) -> Bool {
          let isThere = place < bytes.count && either.description.utf8.contains(bytes[place])
          if isThere { place += 1 }
          return isThere
        }
        _ = skip(isSpace)
        let start = place
        _ = takes("+-")
        var digits = skip(isDigit)
        var end = place
        if takes(".") {
          let fraction = skip(isDigit)
          if fraction > 0 { end = place } else if digits > 0 { place = end + 1 }
          digits += fraction
        }
        guard digits > 0 else { return ("", false) }
        // What the number spans in the text may end in a point, which its spelling leaves out.
        var spelled = String(decoding: bytes[start..<end], as: UTF8.self)
        var reached = place
        if takes("eE") {
          let mark = place - 1
          _ = takes("+-")
          if skip(isDigit) > 0 {
            spelled += String(decoding: bytes[mark..<place], as: UTF8.self)
            reached = place
          }
        }
        place = reached
        _ = skip(isSpace)
        if spelled.hasPrefix("+") { spelled.removeFirst() }
        return (spelled, place == bytes.count)
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
