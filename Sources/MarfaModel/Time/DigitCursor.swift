/// Reads fixed runs of digits and signs from a text, from front to back.
struct DigitCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0

  /// Reads a whole text; `nil` when something is left over.
  static func read<Result>(
    _ text: String, _ body: (inout DigitCursor) -> Result?
  ) -> Result? {
    var text = text
    return text.withUTF8 { bytes in
      var cursor = DigitCursor(bytes: bytes)
      guard let result = body(&cursor), cursor.at == bytes.count else { return nil }
      return result
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether everything is read.
  var isAtEnd: Bool { at == bytes.count }

  /// Goes over a byte if it is the next one.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// A digit, if it is next.
  mutating func digit() -> Int? {
    guard at < bytes.count, 0x30...0x39 ~= bytes[at] else { return nil }
    at += 1
    return Int(bytes[at - 1]) - 0x30
  }

  /// Exactly so many digits, as a number.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// `YYYY-MM-DD`.
  mutating func readDay() -> CalendarDay? {
    guard let year = digits(4), skip(0x2D), let month = digits(2), skip(0x2D),
      let day = digits(2)
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }
}
