/// Joins identical calls: while one is under way, the others wait for its answer.
///
/// A caller that is cancelled leaves at once and the others are not disturbed; when the last one
/// has left the work itself is cancelled. An answer is not kept: the next call starts anew.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let id: UInt64
    var work: Task<Void, Never>
    var callers: [UInt64: CheckedContinuation<Value, any Error>]
  }

  private struct State {
    var nextID: UInt64 = 0
    var flights: [Key: Flight] = [:]

    mutating func takeID() -> UInt64 {
      nextID += 1
      return nextID
    }
  }

  private let state = Lock(State())

  /// Makes one with nothing under way.
  public init() {}

  /// Answers the value of `key`, from the call that is under way or by a new one.
  ///
  /// - Parameters:
  ///   - key: what makes two calls the same.
  ///   - operation: the work, in a task of its own; not run when it is under way already.
  /// - Throws: what the work throws, to each caller; `CancellationError` to a caller that is
  ///   cancelled.
  public func value(
    for key: Key, operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let caller = state.withLock { $0.takeID() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let joined = state.withLock { state in
          // Asked under the lock: the handler below takes it too, so it comes before or after.
          guard !Task.isCancelled else { return false }
          join(&state, key, caller, continuation, operation)
          return true
        }
        if !joined { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      leave(key, caller)
    }
  }

  /// How many callers wait for `key`, for tests.
  func callerCount(for key: Key) -> Int {
    state.withLock { $0.flights[key]?.callers.count ?? 0 }
  }

  private func join(
    _ state: inout State, _ key: Key, _ caller: UInt64,
    _ continuation: CheckedContinuation<Value, any Error>,
    _ operation: @escaping @Sendable () async throws -> Value
  ) {
    guard state.flights[key] == nil else {
      state.flights[key]?.callers[caller] = continuation
      return
    }
    let id = state.takeID()
    let work = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      self.land(key, id, result)
    }
    state.flights[key] = Flight(id: id, work: work, callers: [caller: continuation])
  }

  private func land(_ key: Key, _ id: UInt64, _ result: Result<Value, any Error>) {
    let callers = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
      // A flight that everyone left was replaced or removed; nobody waits for this one.
      guard let flight = state.flights[key], flight.id == id else { return [] }
      state.flights[key] = nil
      return Array(flight.callers.values)
    }
    callers.forEach { $0.resume(with: result) }
  }

  private func leave(_ key: Key, _ caller: UInt64) {
    let (continuation, work) = state.withLock { state in
      guard let continuation = state.flights[key]?.callers.removeValue(forKey: caller) else {
        return (CheckedContinuation<Value, any Error>?.none, Task<Void, Never>?.none)
      }
      guard let flight = state.flights[key], flight.callers.isEmpty else {
        return (continuation, nil)
      }
      state.flights[key] = nil
      return (continuation, flight.work)
    }
    work?.cancel()
    continuation?.resume(throwing: CancellationError())
  }
}
