import Foundation
import Resilience
import Testing

@Suite("What errors say about trying again") struct RetryAdviceTests {
  private struct MappingError: Error {}

  private struct Polite: RetryAdvising {
    var retryAdvice: RetryAdvice { RetryAdvice(.after(.seconds(7)), failureClass: .throttled) }
  }

  @Test("500 to 599 are retried and may have taken effect (R162)", arguments: [500, 502, 503, 599])
  func serverErrors(status: Int) {
    #expect(NetworkError.statusCode(status).isRetryable)
    #expect(NetworkError.statusCode(status).retryAdvice.mayHaveSucceeded)
  }

  @Test("408, 425 and 429 are retried and were turned away", arguments: [408, 425, 429])
  func turnedAway(status: Int) {
    #expect(NetworkError.statusCode(status).isRetryable)
    #expect(!NetworkError.statusCode(status).retryAdvice.mayHaveSucceeded)
  }

  @Test(
    "other statuses are not retried (R165, R166, R167, R168)",
    arguments: [200, 301, 400, 401, 403, 404, 409, 410, 422, 499, 600, 0, -1])
  func otherStatuses(status: Int) {
    #expect(!NetworkError.statusCode(status).isRetryable)
  }

  @Test("timeouts and lost connections are retried (R163, R164)")
  func transient() {
    #expect(NetworkError.timeout.isRetryable)
    #expect(NetworkError.timeout.retryAdvice.failureClass == .timeout)
    #expect(NetworkError.transport.isRetryable)
    #expect(URLError(.timedOut).isRetryable)
    #expect(URLError(.networkConnectionLost).retryAdvice.mayHaveSucceeded)
    #expect(!URLError(.cannotConnectToHost).retryAdvice.mayHaveSucceeded)
    #expect(URLError(.notConnectedToInternet).retryAdvice.moment == .whenNetworkReturns)
  }

  @Test("decoding, mapping and malformed requests are not retried (R169, R170)")
  func permanent() {
    let errors: [any Error] = [
      NetworkError.decoding, NetworkError.invalidURL, NetworkError.invalidResponse,
      MappingError(), URLError(.badURL), URLError(.serverCertificateUntrusted),
    ]
    for error in errors { #expect(!error.isRetryable) }
  }

  @Test("cancellation is never retried, in either of its forms")
  func cancellation() {
    #expect(CancellationError().isCancellation)
    #expect(URLError(.cancelled).isCancellation)
    #expect(!CancellationError().isRetryable)
    #expect(!URLError(.cancelled).isRetryable)
    #expect(!URLError(.timedOut).isCancellation)
  }

  @Test("an error of another type is asked itself (R183)")
  func asked() {
    #expect(Polite().isRetryable)
    #expect(Polite().retryAdvice.floor == .seconds(7))
    #expect(RetryAdvice(.after(.seconds(-7))).floor == .zero)
  }

  @Test("a status with a Retry-After waits that long")
  func statusFloor() {
    #expect(RetryAdvice.forStatus(429, retryAfter: .seconds(9)).moment == .after(.seconds(9)))
    #expect(RetryAdvice.forStatus(404, retryAfter: .seconds(9)) == .never)
  }

  @Test("an answer's own wait is the floor of what may be tried again, and of nothing else")
  func retryAfterError() {
    let busy = RetryAfterError(.statusCode(429), retryAfter: .seconds(7))
    #expect(busy.retryAdvice == RetryAdvice(.after(.seconds(7)), failureClass: .throttled))
    let gone = RetryAfterError(.statusCode(404), retryAfter: .seconds(7))
    #expect(gone.retryAdvice == .never)
  }
}
