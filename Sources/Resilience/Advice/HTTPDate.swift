/// The dates of HTTP header fields (RFC 9110, section 5.6.7).
public enum HTTPDate {
  /// Reads a date in any of the three forms a recipient must take.
  ///
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, the older `Sunday, 06-Nov-94 08:49:37 GMT`, and
  /// `Sun Nov  6 08:49:37 1994`. The day's name is not compared with the date.
  ///
  /// - Parameter text: the field's value.
  /// - Returns: seconds since 1970-01-01 00:00 UTC, or `nil` when it is no such date.
  public static func unixSeconds(_ text: some StringProtocol) -> Int64? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
    switch words.count {
    case 6 where words[5] == "GMT":
      return seconds(day: words[1], month: words[2], year: words[3], clock: words[4])
    case 4 where words[3] == "GMT":
      let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2].count == 2, let short = number(parts[2]) else { return nil }
      // Two digits of a year: the standard's rule of "more than 50 years ahead is the past", with
      // the turn fixed at 1970 so that the answer does not depend on when it is asked.
      let year = short < 70 ? 2000 + short : 1900 + short
      return seconds(day: parts[0], month: parts[1], year: String(year)[...], clock: words[2])
    case 5:
      return seconds(day: words[2], month: words[1], year: words[4], clock: words[3])
    default:
      return nil
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func seconds(
    day: some StringProtocol, month: some StringProtocol, year: some StringProtocol,
    clock: some StringProtocol
  ) -> Int64? {
    let time = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard let monthIndex = months.firstIndex(where: { $0 == month }),
      day.count <= 2, let day = number(day), (1...31).contains(day),
      year.count == 4, let year = number(year),
      time.count == 3, time.allSatisfy({ $0.count == 2 }),
      let hour = number(time[0]), hour < 24,
      let minute = number(time[1]), minute < 60,
      let second = number(time[2]), second <= 60
    else { return nil }
    let days = daysSince1970(year: year, month: monthIndex + 1, day: day)
    return days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }

  /// Counts the days by the civil calendar, whose leap days fall at the end of a year that begins
  /// in March.
  private static func daysSince1970(year: Int64, month: Int, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = Int64((153 * ((month + 9) % 12) + 2) / 5) + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
