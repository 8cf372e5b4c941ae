/// Runs an operation for at most `duration`.
///
/// It comes back at the deadline even when the operation ignores cancellation: the operation is
/// then cancelled and left to end by itself, and what it returns late is dropped. The same holds
/// when the calling task is cancelled.
///
/// - Parameters:
///   - duration: how long; zero or less throws without starting the operation.
///   - clock: what waits.
///   - operation: what to run, in a task of its own.
/// - Throws: ``NetworkError/timeout`` at the deadline; `CancellationError` when the calling task
///   is cancelled first; otherwise what `operation` throws.
public func withTimeout<T: Sendable>(
  _ duration: Duration,
  clock: any WaitingClock = SystemClock(),
  operation: @escaping @Sendable () async throws -> T
) async throws -> T {
  try Task.checkCancellation()
  guard duration > .zero else { throw NetworkError.timeout }
  return try await race(
    operation,
    against: {
      try await clock.sleep(for: duration)
      throw NetworkError.timeout
    })
}

/// Runs an operation until a deadline that was handed down, if it is not `never`.
///
/// - Throws: ``NetworkError/timeout`` at the deadline; `CancellationError` when the calling task
///   is cancelled first; otherwise what `operation` throws.
public func withDeadline<T: Sendable>(
  _ deadline: Deadline,
  clock: any WaitingClock = SystemClock(),
  operation: @escaping @Sendable () async throws -> T
) async throws -> T {
  guard let remaining = deadline.remaining(on: clock) else { return try await operation() }
  return try await withTimeout(remaining, clock: clock, operation: operation)
}

/// Runs an operation that may ignore cancellation, and leaves it behind when the task is cancelled.
func leavingOnCancellation<T: Sendable>(
  _ operation: @escaping @Sendable () async throws -> T
) async throws -> T {
  try Task.checkCancellation()
  return try await race(operation, against: nil)
}

private func race<T: Sendable>(
  _ operation: @escaping @Sendable () async throws -> T,
  against rival: (@Sendable () async throws -> T)?
) async throws -> T {
  let race = Race<T>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      race.start(continuation, [operation] + (rival.map { [$0] } ?? []))
    }
  } onCancel: {
    race.finish(.failure(CancellationError()))
  }
}

/// Several tasks of which the first to end decides; the others are cancelled and not waited for.
private final class Race<T: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<T, any Error>?
    var runners: [Task<Void, Never>] = []
    var decided: Result<T, any Error>?
  }

  private let state = Lock(State())

  func start(
    _ continuation: CheckedContinuation<T, any Error>,
    _ operations: [@Sendable () async throws -> T]
  ) {
    let early = state.withLock { state -> Result<T, any Error>? in
      guard state.decided == nil else { return state.decided }
      state.continuation = continuation
      // The tasks are made under the lock: one that ends at once waits for it to report.
      state.runners = operations.map { operation in
        Task {
          let result: Result<T, any Error>
          do { result = .success(try await operation()) } catch { result = .failure(error) }
          self.finish(result)
        }
      }
      return nil
    }
    if let early { continuation.resume(with: early) }
  }

  func finish(_ result: Result<T, any Error>) {
    let (continuation, runners) = state.withLock { state in
      guard state.decided == nil else {
        return (CheckedContinuation<T, any Error>?.none, [Task<Void, Never>]())
      }
      state.decided = result
      defer {
        state.continuation = nil
        state.runners = []
      }
      return (state.continuation, state.runners)
    }
    runners.forEach { $0.cancel() }
    continuation?.resume(with: result)
  }
}
