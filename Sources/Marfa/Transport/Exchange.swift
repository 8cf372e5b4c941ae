import Resilience

/// Joins the two ends of one request: the wire, on a thread of its own, and the tasks that wait.
///
/// The decisions are ``ExchangeStateMachine``'s; this holds it behind one lock, keeps who waits,
/// and carries out what it says.
final class Exchange: Sendable {
  /// What the exchange asks of the wire. Both may be called from any thread.
  struct Wire: Sendable {
    let abort: @Sendable () -> Void
    let letFlow: @Sendable () -> Void
  }

  private struct State {
    var machine: ExchangeStateMachine
    var wire: Wire?
    var caller: CheckedContinuation<TransportResponse, any Error>?
    var reader: CheckedContinuation<[UInt8]?, any Error>?
  }

  private let state: Lock<State>

  init(mode: ExchangeStateMachine.Mode) {
    state = Lock(State(machine: ExchangeStateMachine(mode: mode)))
  }

  // MARK: The wire's side

  /// Names the wire; done once, before it starts.
  func attach(_ wire: Wire) {
    state.withLock { $0.wire = wire }
  }

  func receiveHead(_ head: TransportHead) {
    perform { $0.receiveHead(head) }
  }

  /// Takes bytes of the body, unless the reader lags.
  ///
  /// - Returns: false when none were taken; the wire then waits for `letFlow` and offers them again.
  func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let isFull = state.withLock { state in
      if state.machine.isFull { state.machine.holdBack() }
      return state.machine.isFull
    }
    // Only the wire's one thread adds bytes, so what was not full still is not.
    if !isFull { perform { $0.receive(bytes) } }
    return !isFull
  }

  /// Takes bytes of the body that the wire cannot keep.
  ///
  /// - Returns: whether the wire has to wait for `letFlow` before it brings more.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    perform { $0.receive(bytes) }
    return state.withLock { state in
      if state.machine.isFull { state.machine.holdBack() }
      return state.machine.isFull
    }
  }

  func finish(_ error: TransportError?) {
    perform { $0.finish(error) }
  }

  // MARK: The waiting side

  /// Waits for the head of a stream (its body is then empty), or for a whole answer.
  ///
  /// - Parameter start: puts the request on the wire, called once there is someone to answer to.
  func response(
    start: () throws(TransportError) -> Void
  ) async throws -> TransportResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          // Asked under the lock: the handler below takes it too, so it comes before or after.
          guard !Task.isCancelled else { return true }
          state.caller = continuation
          return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        do throws(TransportError) { try start() } catch { finish(error) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Whether there is nothing more to bring: it ended, failed, or nobody waits for it any more.
  var isOver: Bool { state.withLock { $0.machine.isOver } }

  /// Waits for the next bytes of a stream.
  func next() async throws -> [UInt8]? {
    if Task.isCancelled { cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (outcome, wire) = state.withLock { state -> (Result<[UInt8]?, any Error>?, Wire?) in
          guard state.reader == nil else {
            return (.failure(TransportError.local(.secondReader)), nil)
          }
          let (reading, actions) = state.machine.read()
          if reading == .wait { state.reader = continuation }
          return (Self.result(of: reading), actions.contains(.letFlow) ? state.wire : nil)
        }
        if let outcome { continuation.resume(with: outcome) }
        wire?.letFlow()
      }
    } onCancel: {
      cancel()
    }
  }

  func cancel() {
    perform { $0.cancel() }
  }

  // MARK: Carrying out

  private struct Effects: Sendable {
    var caller: CheckedContinuation<TransportResponse, any Error>?
    var answer: Result<TransportResponse, any Error>?
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    var reading: Result<[UInt8]?, any Error>?
    var abort: (@Sendable () -> Void)?
    var letFlow: (@Sendable () -> Void)?
  }

  private func perform(_ event: (inout ExchangeStateMachine) -> [ExchangeStateMachine.Action]) {
    let effects = state.withLock { state -> Effects in
      var effects = Effects()
      for action in event(&state.machine) {
        switch action {
        case .wakeCaller: Self.wakeCaller(&state, &effects)
        case .wakeReader: Self.wakeReader(&state, &effects)
        case .letFlow: effects.letFlow = state.wire?.letFlow
        case .abort: effects.abort = state.wire?.abort
        }
      }
      // The wire holds the exchange in turn; nothing is asked of it once this is over.
      if state.machine.isOver { state.wire = nil }
      return effects
    }
    if let answer = effects.answer { effects.caller?.resume(with: answer) }
    if let reading = effects.reading { effects.reader?.resume(with: reading) }
    effects.letFlow?()
    effects.abort?()
  }

  private static func wakeCaller(_ state: inout State, _ effects: inout Effects) {
    guard let caller = state.caller else { return }
    switch state.machine.answer() {
    case .wait: return
    case .response(let response): effects.answer = .success(response)
    case .failed(let failure): effects.answer = .failure(error(of: failure))
    }
    effects.caller = caller
    state.caller = nil
  }

  private static func wakeReader(_ state: inout State, _ effects: inout Effects) {
    guard let reader = state.reader else { return }
    let (reading, actions) = state.machine.read()
    guard let result = result(of: reading) else { return }
    if actions.contains(.letFlow) { effects.letFlow = state.wire?.letFlow }
    effects.reader = reader
    effects.reading = result
    state.reader = nil
  }

  private static func result(
    of reading: ExchangeStateMachine.Reading
  ) -> Result<[UInt8]?, any Error>? {
    switch reading {
    case .bytes(let bytes): .success(bytes)
    case .end: .success(nil)
    case .failed(let failure): .failure(error(of: failure))
    case .wait: nil
    }
  }

  private static func error(of failure: ExchangeStateMachine.Failure) -> any Error {
    switch failure {
    case .transport(let error): error
    case .cancelled: CancellationError()
    }
  }
}

extension TransportStream {
  /// Makes the stream of an exchange whose head has come.
  convenience init(head: TransportHead, exchange: Exchange) {
    self.init(head: head, next: { try await exchange.next() }, cancel: { exchange.cancel() })
  }
}
