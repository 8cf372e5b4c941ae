/// An instant as it is stored and sent: UTC, whole milliseconds, the years 0000 to 9999.
///
/// Texts in the canonical form sort as their instants do.
public struct Timestamp: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z, negative before it.
  public let milliseconds: Int64

  /// The first instant of the year 0000.
  private static let first: Int64 = -62_167_219_200_000
  /// The last millisecond of the year 9999.
  private static let last: Int64 = 253_402_300_799_999
  private static let dayLength: Int64 = 86_400_000

  /// Takes Unix milliseconds, or answers `nil` outside the years 0000 to 9999.
  public init?(milliseconds: Int64) {
    guard Self.first...Self.last ~= milliseconds else { return nil }
    self.milliseconds = milliseconds
  }

  /// Takes Unix milliseconds of a clock; the nearest instant where they are out of range.
  public init(clamping milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.first), Self.last)
  }

  /// Reads any accepted spelling, or answers `nil`.
  ///
  /// Accepted are `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, and a full date with `T`, `HH:MM`, an optional
  /// `:SS` with an optional fraction, and an optional `Z`, `±HH:MM` or `±HHMM`; without one it is
  /// UTC. `24:00` is the next midnight. What is finer than a millisecond is cut off.
  public init?(_ text: String) {
    guard
      let milliseconds = DigitCursor.read(
        text, { cursor in Self.readInstant(&cursor) })
    else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// The canonical form, `YYYY-MM-DDTHH:MM:SS.mmmZ`.
  public var text: String {
    var days = milliseconds / Self.dayLength
    var rest = milliseconds % Self.dayLength
    if rest < 0 {
      rest += Self.dayLength
      days -= 1
    }
    // Every instant in range lies on a day in range.
    guard let day = CalendarDay(daysSinceEpoch: Int(days)) else { return "" }
    return String(unsafeUninitializedCapacity: 24) { bytes in
      func put(_ value: Int, _ width: Int, at place: Int, then mark: UInt8) {
        var value = value
        for offset in stride(from: width - 1, through: 0, by: -1) {
          bytes[place + offset] = UInt8(truncatingIfNeeded: 0x30 + value % 10)
          value /= 10
        }
        bytes[place + width] = mark
      }
      let second = Int(rest / 1000)
      put(day.year, 4, at: 0, then: 0x2D)
      put(day.month, 2, at: 5, then: 0x2D)
      put(day.day, 2, at: 8, then: 0x54)
      put(second / 3600, 2, at: 11, then: 0x3A)
      put(second / 60 % 60, 2, at: 14, then: 0x3A)
      put(second % 60, 2, at: 17, then: 0x2E)
      put(Int(rest % 1000), 3, at: 20, then: 0x5A)
      return 24
    }
  }

  /// The canonical form of any accepted spelling, or `nil`.
  public static func normalized(_ text: String) -> String? { Timestamp(text)?.text }

  // MARK: Reading

  private static func readInstant(_ cursor: inout DigitCursor) -> Int64? {
    guard let year = cursor.digits(4) else { return nil }
    var month = 1
    var day = 1
    if cursor.skip(0x2D) {
      guard let value = cursor.digits(2) else { return nil }
      month = value
      if cursor.skip(0x2D) {
        guard let value = cursor.digits(2) else { return nil }
        day = value
        if cursor.skip(0x54) {
          guard let date = CalendarDay(year: year, month: month, day: day),
            let time = readTime(&cursor), let offset = readOffset(&cursor)
          else { return nil }
          return Int64(date.daysSinceEpoch) * dayLength + time - offset
        }
      }
    }
    return CalendarDay(year: year, month: month, day: day).map {
      Int64($0.daysSinceEpoch) * dayLength
    }
  }

  /// Milliseconds since midnight; a whole day for `24:00`.
  private static func readTime(_ cursor: inout DigitCursor) -> Int64? {
    guard let hour = cursor.digits(2), cursor.skip(0x3A), let minute = cursor.digits(2)
    else { return nil }
    var second = 0
    var fraction = 0
    var isWhole = true
    if cursor.skip(0x3A) {
      guard let value = cursor.digits(2) else { return nil }
      second = value
      if cursor.skip(0x2E) {
        guard var digit = cursor.digit() else { return nil }
        var scale = 100
        while true {
          fraction += digit * scale
          scale /= 10
          if digit != 0 { isWhole = false }
          guard let next = cursor.digit() else { break }
          digit = next
        }
      }
    }
    guard minute < 60, second < 60 else { return nil }
    guard hour < 24 || (hour == 24 && minute == 0 && second == 0 && isWhole) else { return nil }
    return Int64(((hour * 60 + minute) * 60 + second) * 1000 + fraction)
  }

  /// Milliseconds that local time is ahead of UTC.
  private static func readOffset(_ cursor: inout DigitCursor) -> Int64? {
    if cursor.isAtEnd || cursor.skip(0x5A) { return 0 }
    let isBehind = cursor.skip(0x2D)
    guard isBehind || cursor.skip(0x2B), let hour = cursor.digits(2) else { return nil }
    _ = cursor.skip(0x3A)
    guard let minute = cursor.digits(2), hour < 24, minute < 60 else { return nil }
    let offset = Int64((hour * 60 + minute) * 60_000)
    return isBehind ? -offset : offset
  }
}

extension Timestamp: Comparable {
  /// Whether one is before the other.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
