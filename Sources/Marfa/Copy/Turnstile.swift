import Resilience

/// Lets one piece of work through at a time; the others wait in line.
final class Turnstile: Sendable {
  private struct State {
    var isTaken = false
    var next: UInt64 = 0
    var line: [(number: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state = Lock(State())

  /// Runs the work when its turn has come.
  ///
  /// - Throws: `CancellationError` when the task is cancelled while it waits; the work is not begun.
  func pass<Result>(_ work: () async throws -> Result) async throws -> Result {
    try await wait()
    defer { handOn() }
    return try await work()
  }

  /// Runs the work if nothing is under way, else answers `nil`.
  func passIfFree<Result>(_ work: () async throws -> Result) async throws -> Result? {
    let isFree = state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      return true
    }
    guard isFree else { return nil }
    defer { handOn() }
    return try await work()
  }

  private func wait() async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, CancellationError>? = state.withLock { state in
          // Asked under the lock: the handler below takes it too, so it comes before or after.
          if Task.isCancelled { return .failure(CancellationError()) }
          guard state.isTaken else {
            state.isTaken = true
            return .success(())
          }
          state.line.append((number, continuation))
          return nil
        }
        switch outcome {
        case .success: continuation.resume()
        case .failure(let error): continuation.resume(throwing: error)
        case nil: break
        }
      }
    } onCancel: {
      let waiting: CheckedContinuation<Void, any Error>? = state.withLock { state in
        guard let place = state.line.firstIndex(where: { $0.number == number }) else { return nil }
        return state.line.remove(at: place).continuation
      }
      waiting?.resume(throwing: CancellationError())
    }
  }

  private func handOn() {
    let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
      if state.line.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.line.removeFirst().continuation
    }
    next?.resume()
  }
}
