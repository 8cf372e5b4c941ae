import Foundation
import Marfa
import MarfaHTTP
import Resilience

/// An event stream on its way: what the server writes, what the copy has read of it.
///
/// It can be held back, so that a test decides when what is under way arrives, and cut anywhere.
final class SimStream: StreamOutlet {
  private struct State {
    /// What may be read.
    var ready: [[UInt8]] = []
    /// What is held back.
    var held: [[UInt8]] = []
    var isHolding = false
    /// How many bytes more are let through before the cut; `nil` for no cut.
    var left: Int?
    var isFinished = false
    var isCut = false
    var isCancelled = false
    var pings = 0
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    var watchers: [CheckedContinuation<Void, Never>] = []
    var producer: Task<Void, Never>?

    var isOver: Bool { isCancelled || isCut }

    /// Whether the copy has taken everything that reached it, and waits.
    var isIdle: Bool { isOver || isFinished && ready.isEmpty || reader != nil }
  }

  private static let ping = Array(":ping\n\n".utf8)

  private let state = Lock(State())

  /// Lets the server write.
  ///
  /// - Parameter cut: after how many bytes the connection breaks; `nil` for never.
  func begin(_ stream: HTTPStream, cut: Int?) {
    state.withLock { $0.left = cut }
    let producer = Task { [self] in
      try? await stream.produce(HTTPStreamWriter(self))
      finish()
    }
    let isOver = state.withLock { state in
      state.producer = producer
      return state.isOver
    }
    if isOver { producer.cancel() }
  }

  // MARK: The server's side

  func enqueue(_ bytes: [UInt8]) throws(HTTPStreamError) {
    let isGone = state.withLock { state in
      if state.isOver { return true }
      if bytes == Self.ping { state.pings += 1 }
      state.held.append(bytes)
      return false
    }
    if isGone { throw .clientGone }
    deliver()
  }

  func waitForRoom() async throws {}

  func finish() {
    state.withLock { $0.isFinished = true }
    deliver()
  }

  var backlogBytes: Int { 0 }

  var isClientGone: Bool { state.withLock { $0.isOver } }

  // MARK: The network between

  /// How often the server said that it has sent all there is.
  var pings: Int { state.withLock { $0.pings } }

  /// Whether nothing more will be read.
  var isOver: Bool { state.withLock { $0.isOver || $0.isFinished } }

  /// Holds back what comes from now on.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Lets through what was held back, and what comes.
  func release() {
    state.withLock { $0.isHolding = false }
    deliver()
  }

  /// Waits until the copy has taken everything that was let through.
  func idle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isIdle { return true }
        state.watchers.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Waits until the copy has let go of it.
  func abandoned() async {
    while !state.withLock({ $0.isOver }) { await Task.yield() }
  }

  private func deliver() {
    wake { state in
      guard !state.isHolding else { return }
      for bytes in state.held where !state.isCut {
        guard let left = state.left else {
          state.ready.append(bytes)
          continue
        }
        state.left = left - bytes.count
        if bytes.count < left {
          state.ready.append(bytes)
        } else {
          if left > 0 { state.ready.append(Array(bytes.prefix(left))) }
          state.isCut = true
        }
      }
      state.held = []
    }
  }

  // MARK: The copy's side

  /// The next bytes.
  func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wake { $0.reader = continuation }
      }
    } onCancel: {
      cancel()
    }
  }

  /// The copy lets go of it.
  func cancel() { wake { $0.isCancelled = true } }

  /// Changes something and wakes whoever that concerns, outside of the lock.
  private func wake(_ change: (inout State) -> Void) {
    enum Reading {
      case nothing, bytes([UInt8]?), failure(any Error)
    }
    let (reader, reading, watchers, producer) = state.withLock { state in
      change(&state)
      var reading = Reading.nothing
      if state.reader != nil {
        if state.isCancelled {
          reading = .failure(CancellationError())
        } else if !state.ready.isEmpty {
          reading = .bytes(state.ready.removeFirst())
        } else if state.isCut {
          reading = .failure(TransportError.connection(.dropped))
        } else if state.isFinished, state.held.isEmpty {
          reading = .bytes(nil)
        }
      }
      var reader: CheckedContinuation<[UInt8]?, any Error>?
      if case .nothing = reading {} else { (reader, state.reader) = (state.reader, nil) }
      var watchers: [CheckedContinuation<Void, Never>] = []
      if state.isIdle { (watchers, state.watchers) = (state.watchers, []) }
      return (reader, reading, watchers, state.isOver ? state.producer : nil)
    }
    producer?.cancel()
    switch reading {
    case .nothing: break
    case .bytes(let bytes): reader?.resume(returning: bytes)
    case .failure(let error): reader?.resume(throwing: error)
    }
    for watcher in watchers { watcher.resume() }
  }
}
