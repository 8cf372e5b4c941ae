import Foundation
import Resilience

/// One made-up run of the executor: its settings, what each attempt ends in, where it is cancelled.
struct ExecutorSchedule: Sendable {
  /// How an attempt ends.
  enum Outcome: Sendable, CaseIterable {
    case success, transient, throttled, timeout, asking, permanent, cancelled, urlCancelled
  }

  /// Where the task is cancelled. Attempts and waits are counted from 0.
  enum Cancellation: Sendable, Hashable {
    case none
    case beforeRun
    case inAttempt(Int)
    case inWait(Int)
  }

  struct Failure: RetryAdvising, Hashable {
    var attempt: Int
    var outcome: Outcome

    var retryAdvice: RetryAdvice {
      switch outcome {
      case .transient: RetryAdvice(.now, mayHaveSucceeded: true)
      case .throttled: RetryAdvice(.now, failureClass: .throttled)
      case .timeout: RetryAdvice(.whenNetworkReturns, failureClass: .timeout)
      case .asking: RetryAdvice(.after(Self.asked), failureClass: .throttled)
      case .success, .permanent, .cancelled, .urlCancelled: .never
      }
    }

    static let asked = Duration.seconds(3)
  }

  var policy: RetryPolicy
  var seed: UInt64
  var capacity: Int
  var isIdempotent: Bool
  var outcomes: [Outcome]
  var cancellation: Cancellation

  /// Makes one of a generator.
  init(using generator: inout SeededGenerator) {
    // The named policies come up as often as all others together would by chance.
    policy =
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: .standard
      case 1: .patient
      case 2: .none
      default: Self.policy(using: &generator)
      }
    seed = generator.next()
    capacity = [0, 13, 14, 30, 500].randomElement(using: &generator) ?? 500
    isIdempotent = Int.random(in: 0..<4, using: &generator) > 0
    let often: [Outcome] = [.transient, .throttled, .timeout, .asking, .transient, .timeout]
    outcomes = (0..<12).map { _ in
      (Bool.random(using: &generator) ? often : Outcome.allCases)
        .randomElement(using: &generator) ?? .success
    }
    cancellation =
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: .beforeRun
      case 1, 2: .inAttempt(Int.random(in: 0..<5, using: &generator))
      case 3, 4: .inWait(Int.random(in: 0..<5, using: &generator))
      default: .none
      }
  }

  private static func policy(using generator: inout SeededGenerator) -> RetryPolicy {
    let milliseconds = Int64.random(in: 0...4_000, using: &generator)
    let throttled = Int64.random(in: 0...8_000, using: &generator)
    return RetryPolicy(
      maxAttempts: Int.random(in: -1...8, using: &generator),
      backoff: Backoff(
        Backoff.Growth.allCases.randomElement(using: &generator) ?? .constant,
        base: .milliseconds(milliseconds), throttledBase: .milliseconds(throttled),
        cap: .seconds(Int64.random(in: 0...20, using: &generator))),
      jitter: Jitter.allCases.randomElement(using: &generator) ?? .none,
      deadline: Bool.random(using: &generator)
        ? nil : .milliseconds(Int64.random(in: 1...30_000, using: &generator)))
  }
}
