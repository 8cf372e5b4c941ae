import Resilience

/// Carries one outcome from a connection's thread to the task that waits for it.
///
/// The outcome crosses under a lock, and resuming only tells that it is there. Resuming alone
/// would do, but the thread sanitizer doesn't see the order it makes on Linux, and would report
/// every value that crosses as a race.
final class SQLiteHandover<Value: Sendable>: Sendable {
  private let outcome: Lock<Result<Value, any Error>?> = Lock(nil)

  /// Puts the outcome down; the first one stands.
  func give(_ result: Result<Value, any Error>) {
    outcome.withLock { if $0 == nil { $0 = result } }
  }

  /// Takes the outcome up, after having been resumed.
  func take() throws -> Value {
    guard let result = outcome.withLock({ $0 }) else {
      throw SQLError(kind: .other, operation: "handing an outcome over")
    }
    return try result.get()
  }

  /// Starts work elsewhere and waits for its outcome.
  ///
  /// - Parameter start: is given the call that ends the wait, to be made exactly once.
  static func wait(
    _ start: (_ finish: @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) async throws -> Value {
    let handover = SQLiteHandover()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      start { result in
        handover.give(result)
        continuation.resume()
      }
    }
    return try handover.take()
  }
}
