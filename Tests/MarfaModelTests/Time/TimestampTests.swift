import MarfaModel
import Testing

/// The time normaliser and its canonical form.
@Suite struct TimestampTests {
  @Test(
    "every accepted spelling reads as its instant",
    arguments: [
      ("2026", "2026-01-01T00:00:00.000Z"), ("2026-03", "2026-03-01T00:00:00.000Z"),
      ("2026-03-04", "2026-03-04T00:00:00.000Z"), ("2026-03-04T05:06", "2026-03-04T05:06:00.000Z"),
      ("2026-03-04T05:06:07", "2026-03-04T05:06:07.000Z"),
      ("2026-03-04T05:06:07Z", "2026-03-04T05:06:07.000Z"),
      ("2026-03-04T05:06Z", "2026-03-04T05:06:00.000Z"),
      ("2026-03-04T05:06:07.1Z", "2026-03-04T05:06:07.100Z"),
      ("2026-03-04T05:06:07.9999999Z", "2026-03-04T05:06:07.999Z"),
      ("2026-03-04T05:06:07.123456", "2026-03-04T05:06:07.123Z"),
      ("2026-03-04T05:06:07+02:00", "2026-03-04T03:06:07.000Z"),
      ("2026-03-04T05:06:07-0530", "2026-03-04T10:36:07.000Z"),
      ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"),
      ("2026-03-04T24:00", "2026-03-05T00:00:00.000Z"),
      ("2026-12-31T24:00:00.000Z", "2027-01-01T00:00:00.000Z"),
      ("2024-02-29", "2024-02-29T00:00:00.000Z"), ("2000-02-29", "2000-02-29T00:00:00.000Z"),
      ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
      ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
      ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
      ("2026-03-04T05:06:07-00:00", "2026-03-04T05:06:07.000Z"),
    ])
  func accepted(text: String, canonical: String) {
    #expect(Timestamp.normalized(text) == canonical)
    #expect(Timestamp.normalized(canonical) == canonical)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "26", "20260", "2026-", "2026-3", "2026-13", "2026-00", "2026-02-29", "2026-04-31",
      "1900-02-29", "2026-03-00", "2026-03-04T", "2026-03-04T05", "2026-03-04T5:06",
      "2026-03-04 05:06", "2026-03-04t05:06z", "2026-03-04T05:06:07.", "2026-03-04T05:06:07.Z",
      "2026-03-04T05:06:60Z", "2026-03-04T05:60Z", "2026-03-04T25:00", "2026-03-04T24:01",
      "2026-03-04T24:00:00.001", "2026-03-04T24:00:01", "2026-03-04T05:06+24:00",
      "2026-03-04T05:06+01:60", "2026-03-04T05:06+1:00", "2026-03-04T05:06+01", "2026Z",
      "2026-03-04Z", "2026-03-04T05:06ZZ", " 2026", "2026 ", "-2026", "+002026-01-01",
      "0000-01-01T00:00+00:01", "9999-12-31T24:00", "9999-12-31T23:59:59-00:01", "٢٠٢٦", "now",
      "2026-03-04T05:06:07,5Z", "2026-03-04\u{0}",
    ])
  func refused(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("milliseconds beyond a finer fraction are cut, however many digits it has")
  func longFraction() {
    let digits = String(repeating: "9", count: 100_000)
    #expect(Timestamp.normalized("2026-01-01T00:00:00.\(digits)Z") == "2026-01-01T00:00:00.999Z")
  }

  @Test("milliseconds out of range make no timestamp, or the nearest one")
  func range() {
    #expect(Timestamp(milliseconds: 253_402_300_800_000) == nil)
    #expect(Timestamp(milliseconds: -62_167_219_200_001) == nil)
    #expect(Timestamp(clamping: .max).text == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(clamping: .min).text == "0000-01-01T00:00:00.000Z")
    #expect(Timestamp(clamping: 0).text == "1970-01-01T00:00:00.000Z")
  }

  @Test("the canonical texts sort as the instants do")
  func order() {
    let instants = (0..<500).map { step in
      Timestamp(clamping: -62_167_219_200_000 + Int64(step) * 630_000_000_123)
    }
    #expect(instants.map(\.text).sorted() == instants.map(\.text))
    #expect(instants.sorted() == instants)
    for instant in instants { #expect(Timestamp(instant.text) == instant) }
  }

  @Test("every day from 0000 to 9999 follows the one before and counts back to itself")
  func days() {
    var expected = (year: 0, month: 1, day: 1)
    var wrong = 0
    for number in -719_528...2_932_896 {
      let day = CalendarDay(daysSinceEpoch: number)
      if day?.year != expected.year || day?.month != expected.month || day?.day != expected.day
        || day?.daysSinceEpoch != number
      {
        wrong += 1
      }
      expected.day += 1
      if expected.day > CalendarDay.length(ofMonth: expected.month, in: expected.year) {
        expected = (expected.year, expected.month + 1, 1)
        if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
      }
    }
    #expect(wrong == 0)
    #expect(CalendarDay(daysSinceEpoch: 2_932_897) == nil)
    #expect(CalendarDay(daysSinceEpoch: -719_529) == nil)
    #expect(CalendarDay("2026-03-04")?.daysSinceEpoch == 20_516)
    #expect(CalendarDay("2026-02-30") == nil)
    #expect(CalendarDay("2026-03-04T") == nil)
  }
}
