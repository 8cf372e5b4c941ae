import Resilience

/// One asked-for read: answered exactly once, by its outcome or by its cancellation.
final class SQLiteReadTicket<Value: Sendable>: Sendable {
  /// Tells the caller what became of the read.
  typealias Finish = @Sendable (Result<Value, any Error>) -> Void

  private enum State {
    case made
    case cancelledBeforeWaiting
    case waiting(Finish)
    case running(Finish, SQLiteInterrupt, isCancelled: Bool)
    case answered
  }

  private let state: Lock<State> = Lock(.made)

  /// Starts the wait; `false` when the task was cancelled before it, which is answered here.
  func wait(_ finish: @escaping Finish) -> Bool {
    let waits = state.withLock { state -> Bool in
      if case .cancelledBeforeWaiting = state {
        state = .answered
        return false
      }
      state = .waiting(finish)
      return true
    }
    if !waits { finish(.failure(CancellationError())) }
    return waits
  }

  /// Starts the run on a connection; `false` when there is nothing to run any more.
  func start(_ interrupt: SQLiteInterrupt) -> Bool {
    state.withLock { state in
      guard case .waiting(let finish) = state else { return false }
      state = .running(finish, interrupt, isCancelled: false)
      return true
    }
  }

  /// Answers with the outcome, or with `CancellationError` for one that cancellation cut short.
  func finish(_ outcome: Result<Value, any Error>) {
    typealias Answer = (finish: Finish, isCancelled: Bool)
    let answer = state.withLock { state -> Answer? in
      defer { state = .answered }
      switch state {
      case .made, .cancelledBeforeWaiting, .answered: return nil
      case .waiting(let finish): return (finish, false)
      case .running(let finish, _, let isCancelled): return (finish, isCancelled)
      }
    }
    guard let answer else { return }
    if case .failure = outcome, answer.isCancelled {
      answer.finish(.failure(CancellationError()))
    } else {
      answer.finish(outcome)
    }
  }

  /// Ends the wait at once, or stops the running statement.
  func cancel() {
    let waiting = state.withLock { state -> Finish? in
      switch state {
      case .made:
        state = .cancelledBeforeWaiting
      case .waiting(let finish):
        state = .answered
        return finish
      case .running(let finish, let interrupt, _):
        state = .running(finish, interrupt, isCancelled: true)
        // Under the lock, so that the connection is still at this read; it only sets a flag.
        interrupt.fire()
      case .cancelledBeforeWaiting, .answered:
        break
      }
      return nil
    }
    waiting?(.failure(CancellationError()))
  }
}
