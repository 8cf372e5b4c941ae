/// A server from its start to its end, and how many connections it holds.
struct ServerStateMachine {
  enum State: Equatable {
    case idle
    case running
    /// A stop has begun; requests that are there may finish.
    case draining
    /// What was left is being cut, the network threads end.
    case closing
    case stopped
  }

  /// What a call of stop has to do.
  enum StopAction: Equatable {
    /// Tell the streams, accept no more, end idle connections, wait for the others.
    case drain
    /// Another call does all that: wait for its end.
    case waitForOther
    /// The server never ran, or has stopped already.
    case nothing
  }

  private(set) var state = State.idle
  private(set) var connections = 0
  /// Whether the acceptor waits to be resumed.
  private(set) var isAcceptingPaused = false
  private let maxConnections: Int

  init(maxConnections: Int) {
    self.maxConnections = max(1, maxConnections)
  }

  /// Answers false when the server was started before.
  mutating func start() -> Bool {
    guard state == .idle else { return false }
    state = .running
    return true
  }

  /// Starting failed; the server cannot be used any more.
  mutating func startFailed() { state = .stopped }

  /// A client is waiting. Answers whether to accept it, and counts it if so.
  ///
  /// While draining, clients that had connected before the stop are still accepted.
  mutating func admit() -> Bool {
    switch state {
    case .running, .draining:
      guard connections < maxConnections else {
        isAcceptingPaused = true
        return false
      }
      connections += 1
      return true
    case .idle, .closing, .stopped:
      return false
    }
  }

  /// Accepting has paused for want of descriptors.
  mutating func acceptingPaused() { isAcceptingPaused = true }

  /// A counted connection has ended. Answers whether to resume accepting.
  mutating func connectionEnded() -> Bool {
    connections -= 1
    return resumeAccepting()
  }

  /// Answers whether accepting was paused and may go on.
  mutating func resumeAccepting() -> Bool {
    guard isAcceptingPaused, connections < maxConnections else { return false }
    isAcceptingPaused = false
    return true
  }

  mutating func stop() -> StopAction {
    switch state {
    case .running:
      state = .draining
      return .drain
    case .draining, .closing:
      return .waitForOther
    case .idle:
      state = .stopped
      return .nothing
    case .stopped:
      return .nothing
    }
  }

  /// All requests have ended, or the deadline has passed.
  mutating func drainingEnded() { state = .closing }

  mutating func stopped() { state = .stopped }
}
