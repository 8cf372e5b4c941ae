/// A day of the proleptic Gregorian calendar, as ISO 8601 counts it: the year 0000 exists.
public struct CalendarDay: Sendable, Hashable {
  /// The year, 0000 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day, or `nil` where the calendar has none such.
  public init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, 1...Self.length(ofMonth: month, in: year) ~= day
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD`, or answers `nil` for anything else.
  public init?(_ text: String) {
    guard let day = DigitCursor.read(text, { $0.readDay() }) else { return nil }
    self = day
  }

  /// The day that is so many days after 1970-01-01, or `nil` outside the years 0000 to 9999.
  public init?(daysSinceEpoch days: Int) {
    guard Self.range ~= days else { return nil }
    // Counted from 0000-03-01, a cycle of 400 years has one leap day at the end of each part.
    let shifted = days + Self.daysFromMarchZero
    let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
  }

  /// The days from 1970-01-01 to this one; negative before it.
  public var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfCycle = shiftedYear - cycle * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - Self.daysFromMarchZero
  }

  /// The number of days of a month.
  public static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The days from 0000-03-01 to 1970-01-01.
  private static let daysFromMarchZero = 719_468
  /// 0000-01-01 to 9999-12-31.
  private static let range = -719_528...2_932_896
}
