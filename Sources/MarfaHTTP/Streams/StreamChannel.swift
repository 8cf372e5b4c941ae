import CMicroHTTPD
import Resilience

/// The effects of one streamed body: its queue, the writers that wait, the producing task.
///
/// Bytes come in from any task and go out on the connection's network thread. Suspending and
/// resuming happen while the lock is held: they only move the connection between two lists and
/// wake its thread, and this way no resume can come before its suspension, after the connection's
/// end, or after a stop has counted on there being none left.
final class StreamChannel: StreamOutlet {
  private struct State: Sendable {
    var machine: StreamStateMachine
    /// Set when the answer is under way, before anything can be suspended.
    var connection: ConnectionPointer?
    var producer: Task<Void, Never>?
    var nextWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, any Error>] = [:]

    mutating func takeWaiters() -> [CheckedContinuation<Void, any Error>] {
      defer { waiters.removeAll() }
      return Array(waiters.values)
    }
  }

  private let stream: HTTPStream
  private let state: Lock<State>

  init(_ stream: HTTPStream, defaultBacklogBytes: Int) {
    self.stream = stream
    let limit = stream.backlogBytes ?? max(1, defaultBacklogBytes)
    state = Lock(State(machine: StreamStateMachine(length: stream.length, limit: limit)))
  }

  var backlogBytes: Int { state.withLock { $0.machine.backlogBytes } }
  var isClientGone: Bool { state.withLock { $0.machine.state == .gone } }

  // MARK: The producer's side

  func enqueue(_ bytes: [UInt8]) throws(HTTPStreamError) {
    try state.withLock { state throws(HTTPStreamError) in
      if try state.machine.write(bytes) { state.connection?.resume() }
    }
  }

  func waitForRoom() async throws {
    guard let id = try newWaiter() else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.withLock { state in
          if state.machine.state == .gone { return .failure(HTTPStreamError.clientGone) }
          guard state.machine.isOverLimit else { return .success(()) }
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiters[id] = continuation
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.resume(throwing: CancellationError())
    }
  }

  func finish() {
    state.withLock { state in
      if state.machine.finish() { state.connection?.resume() }
    }
  }

  private func fail() {
    state.withLock { state in
      if state.machine.fail() { state.connection?.resume() }
    }
  }

  /// A number for a writer that has to wait; `nil` when there is room, the usual case.
  private func newWaiter() throws(HTTPStreamError) -> UInt64? {
    try state.withLock { state throws(HTTPStreamError) in
      guard state.machine.isOverLimit else { return nil }
      state.nextWaiter += 1
      return state.nextWaiter
    }
  }

  // MARK: The network thread's side

  /// The answer is queued on this connection: lets the producer run.
  func begin(on connection: ConnectionPointer) {
    state.withLock { $0.connection = connection }
    let producer = Task { [self, stream] in
      do {
        try await stream.produce(HTTPStreamWriter(self))
        finish()
      } catch {
        fail()
      }
    }
    let isGone = state.withLock { state in
      state.producer = producer
      return state.machine.state == .gone
    }
    if isGone { producer.cancel() }
  }

  /// Fills a buffer of the library. Answers a count, zero after suspending, or one of its two
  /// negative endings.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (action, writers) = state.withLock { state in
      let action = state.machine.read(into: buffer)
      if action == .suspend { state.connection?.suspend() }
      let writers = state.machine.isOverLimit ? [] : state.takeWaiters()
      return (action, writers)
    }
    for writer in writers { writer.resume() }
    switch action {
    case .send(let count):
      return count
    case .suspend:
      return 0
    case .endBody:
      return -1
    case .cutConnection:
      return -2
    }
  }

  /// The client has left, or a stop ran past its deadline: cuts the stream.
  func abort() { end { $0.abort() } }

  /// The library is done with the request: the connection pointer is dead from here on.
  func connectionEnded() {
    end { machine in
      machine.connectionEnded()
      return false
    }
  }

  private func end(_ event: (inout StreamStateMachine) -> Bool) {
    let (writers, producer) = state.withLock { state in
      if event(&state.machine) { state.connection?.resume() }
      // A producer that has finished its body may go on with what it does besides.
      return (state.takeWaiters(), state.machine.ending == .open ? state.producer : nil)
    }
    producer?.cancel()
    for writer in writers { writer.resume(throwing: HTTPStreamError.clientGone) }
  }
}
