/// The texts that `date` and `datetime` fields take.
///
/// ASCII only, in the proleptic Gregorian calendar from the year 0000; letters are uppercase.
enum CalendarText {
  /// Whether a text is a day that exists, `YYYY-MM-DD`.
  static func isDate(_ text: String) -> Bool {
    var scan = Scan(text)
    return scan.date() && scan.isAtEnd
  }

  /// Whether a text is a day, or a day and a time with its zone.
  ///
  /// `T`, hours and minutes, optional seconds with an optional fraction, then `Z` or `±HH:MM`.
  static func isDateTime(_ text: String) -> Bool {
    var scan = Scan(text)
    guard scan.date() else { return false }
    if scan.isAtEnd { return true }
    return scan.take("T") && scan.time() && scan.zone() && scan.isAtEnd
  }

  private struct Scan {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let byte = rest.first, byte == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digit() -> Int? {
      guard let byte = rest.first, (48...57).contains(byte) else { return nil }
      rest.removeFirst()
      return Int(byte) - 48
    }

    /// A number of exactly so many digits.
    mutating func number(_ digits: Int) -> Int? {
      var number = 0
      for _ in 0..<digits {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    mutating func date() -> Bool {
      guard let year = number(4), take("-"), let month = number(2), take("-"),
        let day = number(2), (1...12).contains(month)
      else { return false }
      let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      return (1...lengths[month - 1]).contains(day)
    }

    mutating func time() -> Bool {
      guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else {
        return false
      }
      guard take(":") else { return true }
      guard let second = number(2), second < 60 else { return false }
      guard take(".") else { return true }
      guard digit() != nil else { return false }
      while digit() != nil {}
      return true
    }

    mutating func zone() -> Bool {
      if take("Z") { return true }
      guard take("+") || take("-") else { return false }
      guard let hour = number(2), hour < 24, take(":"), let minute = number(2) else { return false }
      return minute < 60
    }
  }
}
