import Resilience
import Testing

@Suite("Duration in whole units") struct DurationTests {
  @Test(
    "a duration is cut toward zero to whole milliseconds",
    arguments: [
      (Duration.microseconds(1_999), Int64(1)), (.microseconds(-1_999), -1), (.zero, 0),
      (.seconds(3), 3_000), (.nanoseconds(999_999), 0),
    ])
  func milliseconds(duration: Duration, expected: Int64) {
    #expect(duration.wholeMilliseconds == expected)
  }

  @Test("a duration beyond Int64 is held at its ends instead of trapping")
  func clamped() {
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
    #expect(Duration.nanoseconds(Int64.max).wholeNanoseconds == .max)
  }

  @Test("a duration reads as a fraction of seconds")
  func fraction() {
    #expect(Duration.milliseconds(1_500).fractionalSeconds == 1.5)
    #expect(Duration.milliseconds(-250).fractionalSeconds == -0.25)
  }
}
