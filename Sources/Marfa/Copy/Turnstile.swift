import Resilience

/// Lets one piece of work through at a time; the others wait in line.
final class Turnstile: Sendable {
  private struct State {
    var isTaken = false
    var line: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Runs the work when its turn has come. A cancelled caller still waits for its turn, and then
  /// sees its own cancellation.
  func pass<Result>(_ work: () async throws -> Result) async throws -> Result {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken {
          state.line.append(continuation)
          return false
        }
        state.isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
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

  private func handOn() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if state.line.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.line.removeFirst()
    }
    next?.resume()
  }
}
