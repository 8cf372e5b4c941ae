import Resilience
import Testing

@Suite("Retry-After") struct RetryAfterTests {
  private let answered = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(
    "seconds are read, and held at 300",
    arguments: [
      ("0", 0), ("120", 120), (" 7\t", 7), ("300", 300), ("301", 300),
      ("99999999999999999999999", 300), ("007", 7),
    ])
  func seconds(text: String, expected: Int) {
    #expect(RetryAfter.parse(text) == .seconds(expected))
  }

  @Test(
    "what cannot be read counts as absent, not as zero",
    arguments: [
      "", " ", "-1", "+1", "1.5", "soon", "1e3", "٣", "Sun, 06 Nov 1994 08:49:37",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nix 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", ", , , ,", "Nov-94",
    ])
  func unreadable(text: String) {
    #expect(RetryAfter.parse(text, date: answered) == nil)
  }

  @Test("no field is no wait")
  func absent() {
    #expect(RetryAfter.parse(nil) == nil)
  }

  @Test(
    "a date in any of the three forms is measured against the answer's own Date",
    arguments: [
      "Sun, 06 Nov 1994 08:50:07 GMT", "Sunday, 06-Nov-94 08:50:07 GMT",
      "Sun Nov  6 08:50:07 1994",
    ])
  func forms(text: String) {
    #expect(RetryAfter.parse(text, date: answered) == .seconds(30))
  }

  @Test("a date that has passed is a wait of zero, one far away is held at 300 seconds")
  func bounds() {
    #expect(RetryAfter.parse("Sun, 06 Nov 1994 08:00:00 GMT", date: answered) == .zero)
    #expect(RetryAfter.parse("Fri, 31 Dec 9999 23:59:59 GMT", date: answered) == .seconds(300))
  }

  @Test("without a readable Date the local wall clock stands in", arguments: [nil, "yesterday"])
  func localClock(date: String?) {
    let clock = VirtualClock(unixMilliseconds: 784_111_777_999)
    let wait = RetryAfter.parse("Sun, 06 Nov 1994 08:49:47 GMT", date: date, clock: clock)
    #expect(wait == .seconds(10))
  }

  @Test(
    "dates count days right across leap years and centuries",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", Int64(0)), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
      ("Sunday, 06-Nov-69 08:49:37 GMT", 3_150_953_377),
    ])
  func days(text: String, expected: Int64) {
    #expect(HTTPDate.unixSeconds(text) == expected)
  }
}
