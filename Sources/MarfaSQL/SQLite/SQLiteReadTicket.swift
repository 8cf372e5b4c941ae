import Resilience

/// One asked-for read: answered exactly once, by its outcome or by its cancellation.
final class SQLiteReadTicket<Value: Sendable>: Sendable {
  private enum State {
    case made
    case cancelledBeforeWaiting
    case waiting(CheckedContinuation<Value, any Error>)
    case running(CheckedContinuation<Value, any Error>, SQLiteInterrupt, isCancelled: Bool)
    case answered
  }

  private let state: Lock<State> = Lock(.made)

  /// Starts the wait; `false` when the task was cancelled before it, which is answered here.
  func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let waits = state.withLock { state -> Bool in
      if case .cancelledBeforeWaiting = state {
        state = .answered
        return false
      }
      state = .waiting(continuation)
      return true
    }
    if !waits { continuation.resume(throwing: CancellationError()) }
    return waits
  }

  /// Starts the run on a connection; `false` when there is nothing to run any more.
  func start(_ interrupt: SQLiteInterrupt) -> Bool {
    state.withLock { state in
      guard case .waiting(let continuation) = state else { return false }
      state = .running(continuation, interrupt, isCancelled: false)
      return true
    }
  }

  /// Answers with the outcome, or with `CancellationError` for one that cancellation cut short.
  func finish(_ outcome: Result<Value, any Error>) {
    typealias Answer = (CheckedContinuation<Value, any Error>, isCancelled: Bool)
    let answer = state.withLock { state -> Answer? in
      defer { state = .answered }
      switch state {
      case .made, .cancelledBeforeWaiting, .answered: return nil
      case .waiting(let continuation): return (continuation, false)
      case .running(let continuation, _, let isCancelled): return (continuation, isCancelled)
      }
    }
    guard let (continuation, isCancelled) = answer else { return }
    switch outcome {
    case .success(let value): continuation.resume(returning: value)
    case .failure(let error):
      continuation.resume(throwing: isCancelled ? CancellationError() : error)
    }
  }

  /// Ends the wait at once, or stops the running statement.
  func cancel() {
    let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .made:
        state = .cancelledBeforeWaiting
      case .waiting(let continuation):
        state = .answered
        return continuation
      case .running(let continuation, let interrupt, _):
        state = .running(continuation, interrupt, isCancelled: true)
        // Under the lock, so that the connection is still at this read; it only sets a flag.
        interrupt.fire()
      case .cancelledBeforeWaiting, .answered:
        break
      }
      return nil
    }
    waiting?.resume(throwing: CancellationError())
  }
}
