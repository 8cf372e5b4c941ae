/// What can be said to a person, whatever the technical reason.
///
/// Every ``MessageLanguage`` has a sentence for each of them.
public enum MessageKind: Sendable, Hashable, CaseIterable {
  /// A search was asked for with fewer than two characters.
  case queryTooShort
  /// The server is asked too often.
  case tooManyRequests
  /// The server can't be reached.
  case unreachable
  /// No answer came in time.
  case tooSlow
  /// The server has trouble of its own.
  case serverTrouble
  /// What was asked for is not there.
  case notFound
  /// The server wants another sign-in, or a permission.
  case notAllowed
  /// An answer came and could not be read.
  case unreadable
  /// Nothing is kept to show without a network.
  case nothingKept
  /// Anything else.
  case general
}

extension MessageKind {
  /// What an error of this product, or one that gives advice about retries, comes down to.
  init(_ error: any Error) {
    guard let error = error as? NetworkError ?? (error as? RetryAfterError)?.error else {
      self.init(advice: error.retryAdvice)
      return
    }
    switch error {
    case .statusCode(let status): self.init(status: status)
    case .transport: self = .unreachable
    case .timeout: self = .tooSlow
    case .decoding, .invalidResponse: self = .unreadable
    case .invalidURL: self = .general
    }
  }

  private init(status: Int) {
    self =
      switch status {
      case 401, 403: .notAllowed
      case 404, 410: .notFound
      default: Self(advice: .forStatus(status))
      }
  }

  private init(advice: RetryAdvice) {
    switch (advice.moment, advice.failureClass) {
    case (.never, _): self = .general
    case (.whenNetworkReturns, _): self = .unreachable
    case (.now, .throttled), (.after, .throttled): self = .tooManyRequests
    case (.now, .timeout), (.after, .timeout): self = .tooSlow
    case (.now, .transient), (.after, .transient): self = .serverTrouble
    }
  }
}
