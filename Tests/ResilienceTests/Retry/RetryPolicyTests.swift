import Resilience
import Testing

@Suite("RetryPolicy and its backoff") struct RetryPolicyTests {
  @Test("none allows one attempt with zero delay (R172)")
  func none() {
    #expect(RetryPolicy.none.maxAttempts == 1)
    #expect(RetryPolicy.none.delay == .zero)
    #expect(RetryPolicy.none.delays(seed: 1).isEmpty)
  }

  @Test("standard allows three attempts, 250 milliseconds apart (R171, R173)")
  func standard() {
    #expect(RetryPolicy.standard.maxAttempts == 3)
    #expect(RetryPolicy.standard.delay == .milliseconds(250))
    #expect(RetryPolicy.standard.delays(seed: 7) == [.milliseconds(250), .milliseconds(250)])
  }

  @Test("fewer than one attempt counts as one", arguments: [0, -1, Int.min])
  func tooFew(attempts: Int) {
    #expect(RetryPolicy(maxAttempts: attempts, delay: .seconds(1)).maxAttempts == 1)
  }

  @Test("the same seed gives the same schedule, another seed another one")
  func seeded() {
    let policy = RetryPolicy.patient
    #expect(policy.delays(seed: 3) == policy.delays(seed: 3))
    #expect(policy.delays(seed: 3) != policy.delays(seed: 4))
  }

  @Test("patient waits within its doubling bounds, its cap and its minute", arguments: 0..<50)
  func patient(seed: Int) {
    for (failureClass, base) in [(FailureClass.transient, 50), (.throttled, 1_000)] {
      let delays = RetryPolicy.patient.delays(seed: UInt64(seed), after: failureClass)
      var bound = Duration.milliseconds(base)
      for delay in delays {
        #expect(delay >= .zero && delay <= min(bound, .seconds(20)))
        bound *= 2
      }
      #expect(delays.reduce(.zero, +) < .seconds(60))
      #expect(delays.count <= 9)
    }
  }

  @Test("constant, linear and exponential waits grow by their rules up to the cap")
  func growth() {
    func delays(_ growth: Backoff.Growth) -> [Duration] {
      let backoff = Backoff(growth, base: .seconds(1), cap: .seconds(5))
      return RetryPolicy(maxAttempts: 7, backoff: backoff, jitter: .none).delays(seed: 0)
    }
    #expect(delays(.constant) == Array(repeating: .seconds(1), count: 6))
    #expect(delays(.linear) == [1, 2, 3, 4, 5, 5].map { .seconds($0) })
    #expect(delays(.exponential) == [1, 2, 4, 5, 5, 5].map { .seconds($0) })
  }

  @Test(
    "decorrelated waits stay between the base and three times the wait before", arguments: 0..<50)
  func decorrelated(seed: Int) {
    let backoff = Backoff(.decorrelated, base: .milliseconds(100), cap: .seconds(2))
    let delays = RetryPolicy(maxAttempts: 20, backoff: backoff).delays(seed: UInt64(seed))
    var previous = Duration.zero
    for delay in delays {
      #expect(delay >= .milliseconds(100))
      #expect(delay <= min(max(previous * 3, .milliseconds(100)), .seconds(2)))
      previous = delay
    }
  }

  @Test("no retry number, base or cap is too large", arguments: Backoff.Growth.allCases)
  func extremes(growth: Backoff.Growth) {
    var generator = SeededGenerator(seed: 1)
    let backoff = Backoff(growth, base: .nanoseconds(1), cap: .seconds(Int64.max))
    for retry in [Int.min, 0, 1, 63, 64, 1_000, Int.max] {
      let delay = backoff.delay(
        beforeRetry: retry, after: .transient, previous: backoff.cap, using: &generator)
      #expect(delay >= .zero && delay <= backoff.cap)
    }
    let nothing = Backoff(growth, base: .seconds(-1), cap: .seconds(-1))
    #expect(nothing.base == .zero && nothing.cap == .zero)
    let delay = nothing.delay(
      beforeRetry: .max, after: .throttled, previous: .zero, using: &generator)
    #expect(delay == .zero)
  }

  @Test("jitter stays within its bounds", arguments: 0..<50)
  func jitter(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let delay = Duration.seconds(8)
    #expect(Jitter.none.spread(delay, using: &generator) == delay)
    let full = Jitter.full.spread(delay, using: &generator)
    #expect(full >= .zero && full <= delay)
    let equal = Jitter.equal.spread(delay, using: &generator)
    #expect(equal >= .seconds(4) && equal <= delay)
  }

  @Test("a schedule without an end of its own is listed to 100 waits")
  func endless() {
    #expect(RetryPolicy(maxAttempts: .max, delay: .zero).delays(seed: 1).count == 100)
  }
}
