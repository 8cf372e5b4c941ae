/// What can go wrong between a request and its decoded answer.
///
/// An infrastructure error: it carries no text of a server and is not meant for people to read.
public enum NetworkError: Error, Sendable, Hashable {
  /// The address could not be made into a URL.
  case invalidURL
  /// What came back was no answer of the expected protocol.
  case invalidResponse
  /// The server answered with a status code other than success.
  case statusCode(Int)
  /// The answer's body was not what it should be.
  case decoding
  /// The connection could not be made, or was lost.
  case transport
  /// No answer came within the time given.
  case timeout
}

extension NetworkError: RetryAdvising {
  /// Timeouts, lost connections and the status codes that time heals allow another try.
  public var retryAdvice: RetryAdvice {
    switch self {
    case .invalidURL, .invalidResponse, .decoding: .never
    case .statusCode(let status): .forStatus(status)
    case .transport: RetryAdvice(.now, mayHaveSucceeded: true)
    case .timeout: RetryAdvice(.now, mayHaveSucceeded: true, failureClass: .timeout)
    }
  }
}
