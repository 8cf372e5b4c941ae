/// What an error says about trying again.
public struct RetryAdvice: Sendable, Hashable {
  /// When another try makes sense.
  public enum Moment: Sendable, Hashable {
    /// Never: the same request would fail the same way.
    case never
    /// At once as far as the error knows; the policy's own delay still applies.
    case now
    /// Not before this long from now, for instance because the server said so.
    case after(Duration)
    /// Once there is a network again. ``RetryExecutor`` waits its policy's delay; code that
    /// watches the network can wait for that instead.
    case whenNetworkReturns
  }

  /// When another try makes sense.
  public var moment: Moment
  /// Whether the operation may have taken effect although it failed.
  ///
  /// True once the request may have left the machine and no answer said that it was turned away.
  public var mayHaveSucceeded: Bool
  /// The kind of failure, which picks the base of the backoff and the cost in the budget.
  public var failureClass: FailureClass

  /// Makes an advice.
  ///
  /// - Parameters:
  ///   - moment: when another try makes sense.
  ///   - mayHaveSucceeded: whether the operation may have taken effect although it failed.
  ///   - failureClass: the kind of failure; an ordinary one by default.
  public init(
    _ moment: Moment, mayHaveSucceeded: Bool = false, failureClass: FailureClass = .transient
  ) {
    self.moment = moment
    self.mayHaveSucceeded = mayHaveSucceeded
    self.failureClass = failureClass
  }

  /// The advice not to try again.
  public static let never = RetryAdvice(.never)

  /// Whether another try makes sense at any time.
  public var allowsRetry: Bool { moment != .never }

  /// The least time the error asks to be left alone, zero when it names none.
  public var floor: Duration {
    switch moment {
    case .after(let duration): max(duration, .zero)
    case .never, .now, .whenNetworkReturns: .zero
    }
  }

  /// Reads an HTTP status code.
  ///
  /// 408, 425, 429 and 500 to 599 may be tried again. The first three say that the request was
  /// turned away; a 5xx may come after the work was done.
  ///
  /// - Parameters:
  ///   - status: the status code of the answer.
  ///   - retryAfter: what its `Retry-After` field asked for, if it had a readable one.
  public static func forStatus(_ status: Int, retryAfter: Duration? = nil) -> RetryAdvice {
    let moment: Moment = retryAfter.map { .after($0) } ?? .now
    switch status {
    case 408: return RetryAdvice(moment, failureClass: .timeout)
    case 425: return RetryAdvice(moment)
    case 429: return RetryAdvice(moment, failureClass: .throttled)
    case 500...599: return RetryAdvice(moment, mayHaveSucceeded: true)
    default: return .never
    }
  }
}
