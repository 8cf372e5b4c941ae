import Resilience

/// Which phase a request is in and when that phase has lasted too long: a value.
struct TransferTimer: Sendable, Hashable {
  private let headTimeout: Duration
  private let bodyTimeout: Duration?
  private(set) var phase = TransportPhase.connect
  /// When the phase has lasted too long; `nil` for no bound, and while connecting, which whoever
  /// connects bounds.
  private(set) var deadline: MonotonicInstant?

  init(_ request: TransportRequest) {
    headTimeout = request.headTimeout
    bodyTimeout = request.bodyTimeout
  }

  /// The connection is there, or took some more of the request: the wait for the head begins.
  mutating func sent(now: MonotonicInstant) {
    guard phase != .body else { return }
    phase = .head
    deadline = now.advanced(by: headTimeout)
  }

  /// The head is there: the body begins.
  mutating func headReceived(now: MonotonicInstant) {
    phase = .body
    deadline = bodyTimeout.map { now.advanced(by: $0) }
  }

  /// Answers what to fail with when the phase has lasted too long.
  func expiry(now: MonotonicInstant) -> TransportError? {
    guard let deadline, now >= deadline else { return nil }
    return .connection(.timedOut(phase))
  }
}
