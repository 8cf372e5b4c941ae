import MarfaModel
import Resilience
import Testing

@Suite("The one error and retries")
struct MarfaErrorRetryTests {
  @Test(
    "an error allows another try exactly when it passes by itself",
    arguments: MarfaErrorTests.everyCase)
  func followsRemedy(_ error: MarfaError) {
    if case .embedIncomplete = error {
      #expect(!error.isRetryable)
    } else {
      #expect(error.isRetryable == error.isTransient)
    }
    if let asked = error.retryAfter, error.isRetryable {
      #expect(error.retryAdvice.floor == asked)
    }
  }

  @Test("a half-done attachment is never done again, though its cause passes by itself")
  func embed() {
    let error = MarfaError.embedIncomplete(attached: "i", cause: .network(message: ""))
    #expect(error.isTransient)
    #expect(error.retryAdvice == .never)
  }

  @Test(
    "the table of what passes by itself",
    arguments: [
      (
        MarfaError.rateLimited(code: "", message: "", retryAfterSeconds: 7),
        RetryAdvice(.after(.seconds(7)), failureClass: .throttled)
      ),
      (
        .rateLimited(code: "", message: "", retryAfterSeconds: nil),
        RetryAdvice(.now, failureClass: .throttled)
      ),
      (.network(message: ""), RetryAdvice(.whenNetworkReturns, mayHaveSucceeded: true)),
      (.unnamed(status: 404, message: ""), RetryAdvice(.now, mayHaveSucceeded: true)),
      (.streamIncomplete(reason: "", message: ""), RetryAdvice(.now, mayHaveSucceeded: true)),
      (
        .server(status: 408, code: "", message: ""), RetryAdvice(.now, failureClass: .timeout)
      ),
      (.server(status: 425, code: "", message: ""), RetryAdvice(.now)),
      (.server(status: 503, code: "", message: ""), RetryAdvice(.now, mayHaveSucceeded: true)),
      (.server(status: 409, code: "", message: ""), .never),
      (.unauthorized(code: "", message: ""), .never), (.decoding(message: ""), .never),
      (.storageFull(message: ""), .never),
    ])
  func table(_ error: MarfaError, _ advice: RetryAdvice) {
    #expect(error.retryAdvice == advice)
    #expect((error as any Error).retryAdvice == advice)
  }

  @Test(
    "only a cancelled call counts as cancellation, and is never retried",
    arguments: MarfaErrorTests.everyCase)
  func cancellation(_ error: MarfaError) {
    let isCanceled = MarfaErrorKind(error) == .canceled
    #expect((error as any Error).isCancellation == isCanceled)
    if isCanceled { #expect(!error.isRetryable) }
  }
}
