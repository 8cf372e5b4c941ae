import Foundation
import MarfaModel
import MarfaTelemetry
import Resilience

/// Keeps what would be sent, and fails or holds requests as a test says.
final class RecordingTransport: TelemetryTransport {
  struct Refusal: Error {}

  /// What a host whose failures time heals throws, and then is left alone for.
  static let outage: any Error = NetworkError.statusCode(503)

  private struct State {
    var requests: [TelemetryRequest] = []
    var ended = 0
    var cancelled = 0
    var failure: (any Error)?
    var holds = false
    /// The requests that are held, each with who waits for its end once it does.
    var held: [UInt64: CheckedContinuation<Void, any Error>?] = [:]
    var numbers: UInt64 = 0
    var watchers: [(isMet: @Sendable (Int, Int) -> Bool, wake: CheckedContinuation<Void, Never>)] =
      []

    mutating func takeMet() -> [CheckedContinuation<Void, Never>] {
      let (begun, stopped) = (requests.count, cancelled)
      defer { watchers.removeAll { $0.isMet(begun, stopped) } }
      return watchers.filter { $0.isMet(begun, stopped) }.map(\.wake)
    }
  }

  private let state = Lock(State())

  var requests: [TelemetryRequest] { state.withLock { $0.requests } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  /// Lets every later request fail.
  func fail(_ error: any Error = Refusal()) { state.withLock { $0.failure = error } }
  /// Lets every later request succeed.
  func heal() { state.withLock { $0.failure = nil } }
  /// Holds every later request until it is let go or cancelled.
  func hold() { state.withLock { $0.holds = true } }

  /// Lets all held requests end, and later ones pass.
  func letGo() {
    let held = state.withLock { state in
      state.holds = false
      defer { state.held = [:] }
      return Array(state.held.values)
    }
    held.forEach { $0?.resume() }
  }

  func send(_ request: TelemetryRequest) async throws {
    let (number, holds, failure, met) = state.withLock { state in
      state.requests.append(request)
      state.numbers += 1
      // Held from here on: a test that sees the request may let it go before it waits.
      if state.holds, state.failure == nil { state.held[state.numbers] = .some(nil) }
      return (state.numbers, state.holds, state.failure, state.takeMet())
    }
    met.forEach { $0.resume() }
    if let failure { throw failure }
    guard holds else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          guard !Task.isCancelled else { return .failure(CancellationError()) }
          guard state.held[number] != nil else { return .success(()) }
          state.held[number] = continuation
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let (held, met) = state.withLock { state in
        state.cancelled += 1
        return (state.held.removeValue(forKey: number) ?? nil, state.takeMet())
      }
      held?.resume(throwing: CancellationError())
      met.forEach { $0.resume() }
    }
  }

  /// Waits until so many requests have begun.
  func waitForRequests(_ count: Int) async { await wait { requests, _ in requests >= count } }
  /// Waits until so many requests were stopped.
  func waitForCancelled(_ count: Int) async { await wait { _, cancelled in cancelled >= count } }

  private func wait(_ isMet: @escaping @Sendable (Int, Int) -> Bool) async {
    await withCheckedContinuation { wake in
      let met = state.withLock { state in
        state.watchers.append((isMet, wake))
        return state.takeMet()
      }
      met.forEach { $0.resume() }
    }
  }
}
