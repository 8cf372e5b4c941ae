import Resilience

/// Private copies of the printed helpers, kept as they were but for a word `any`, to show what was mended.
enum Printed {
  /// The printed lists of what is and what is not tried again.
  static func isRetryable(_ error: any Error) -> Bool {
    switch error as? NetworkError {
    case .statusCode(let code): (500...599).contains(code)
    case .timeout, .transport: true
    case .invalidURL, .invalidResponse, .decoding, nil: false
    }
  }

  struct RetryPolicy: Sendable {
    let maxAttempts: Int
    let delay: Duration
  }

  struct RetryExecutor: Sendable {
    let policy: RetryPolicy
    let sleep: @Sendable (Duration) async throws -> Void

    func run<T: Sendable>(_ operation: @Sendable () async throws -> T) async throws -> T {
      var lastError: (any Error)?

      for attempt in 1...policy.maxAttempts {
        try Task.checkCancellation()

        do {
          return try await operation()
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          lastError = error

          guard attempt < policy.maxAttempts, Printed.isRetryable(error) else {
            throw error
          }

          try await sleep(policy.delay)
        }
      }

      throw lastError ?? NetworkError.transport
    }
  }

  /// The printed time limit; only the timer is on a clock that is handed in.
  static func withTimeout<T: Sendable>(
    _ duration: Duration, clock: any WaitingClock,
    operation: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try await withThrowingTaskGroup(of: T.self) { group in
      group.addTask {
        try await operation()
      }

      group.addTask {
        try await clock.sleep(for: duration)
        throw NetworkError.timeout
      }

      guard let result = try await group.next() else {
        throw NetworkError.timeout
      }

      group.cancelAll()
      return result
    }
  }

  static func load<T: Sendable>(
    ids: [Int], _ load: @escaping @Sendable (Int) async throws -> T
  ) async throws -> [T] {
    try await withThrowingTaskGroup(of: T.self) { group in
      for id in ids {
        group.addTask {
          try await load(id)
        }
      }

      var loaded: [T] = []
      for try await one in group {
        loaded.append(one)
      }
      return loaded
    }
  }

  actor Cache {
    private var values: [String: Int] = [:]

    func store(_ value: Int, for key: String) { values[key] = value }
    func value(for key: String) -> Int? { values[key] }
  }

  /// The printed fallback: what comes back is a bare value.
  static func fallback(
    _ key: String, cache: Cache, remote: @Sendable () async throws -> Int
  ) async throws -> Int {
    do {
      let fresh = try await remote()
      await cache.store(fresh, for: key)
      return fresh
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      if let cached = await cache.value(for: key) {
        return cached
      }

      throw error
    }
  }
}
