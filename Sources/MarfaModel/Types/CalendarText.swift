/// The texts that `date` and `datetime` fields take.
///
/// ASCII only, in the proleptic Gregorian calendar from the year 0000; letters are uppercase.
enum CalendarText {
  /// Whether a text is a day that exists, `YYYY-MM-DD`.
  static func isDate(_ text: String) -> Bool { CalendarDay(text) != nil }

  /// Whether a text is a day, or a day and a time with its zone.
  ///
  /// `T`, hours and minutes, optional seconds with an optional fraction, then `Z` or `±HH:MM`.
  static func isDateTime(_ text: String) -> Bool {
    let read: Bool? = DigitCursor.read(text) { cursor in
      guard cursor.readDay() != nil else { return nil }
      if cursor.isAtEnd { return true }
      guard cursor.skip(UInt8(ascii: "T")), time(&cursor), zone(&cursor) else { return nil }
      return true
    }
    return read == true
  }

  private static func time(_ cursor: inout DigitCursor) -> Bool {
    guard hourAndMinute(&cursor) else { return false }
    guard cursor.skip(UInt8(ascii: ":")) else { return true }
    guard let second = cursor.digits(2), second < 60 else { return false }
    guard cursor.skip(UInt8(ascii: ".")) else { return true }
    guard cursor.digit() != nil else { return false }
    while cursor.digit() != nil {}
    return true
  }

  private static func zone(_ cursor: inout DigitCursor) -> Bool {
    if cursor.skip(UInt8(ascii: "Z")) { return true }
    guard cursor.skip(UInt8(ascii: "+")) || cursor.skip(UInt8(ascii: "-")) else { return false }
    return hourAndMinute(&cursor)
  }

  private static func hourAndMinute(_ cursor: inout DigitCursor) -> Bool {
    guard let hour = cursor.digits(2), hour < 24, cursor.skip(UInt8(ascii: ":")),
      let minute = cursor.digits(2)
    else { return false }
    return minute < 60
  }
}
