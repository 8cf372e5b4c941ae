/// A way in which the stub misbehaves.
public enum Fault: String, Sendable, CaseIterable {
  /// None: everything is answered.
  case none
  /// Every answer takes two seconds.
  case slow
  /// Nothing is ever answered.
  case silent
  /// The first search fails with a 500, the next one is answered.
  case once
  /// Every request fails with a 500.
  case trouble
  /// Nothing is found: 404.
  case missing
  /// The first search is told to come back in three seconds: 429 with `Retry-After`.
  case throttled
  /// What comes is no HTTP.
  case garbage
  /// Each connection is cut within its answer.
  case cut
  /// Nobody is there.
  case offline

  /// What a request gets.
  ///
  /// - Parameters:
  ///   - path: what is asked for.
  ///   - number: how often this path was asked for, this time included.
  public func reply(to path: String, number: Int) -> StubServer.Reply {
    let well = Answers.well(path, number)
    let isFirstSearch = number == 1 && path.hasSuffix("/search")
    return switch self {
    case .none, .offline: well
    case .slow: .late(.seconds(2), well)
    case .silent: .silence
    case .once: isFirstSearch ? .answer(500) : well
    case .trouble: .answer(500)
    case .missing: .answer(404)
    case .throttled: isFirstSearch ? .answer(429, ["Retry-After": "3"]) : well
    case .garbage: .garbage
    case .cut: .cut
    }
  }
}
