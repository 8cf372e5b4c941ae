import Foundation
import Marfa
import MarfaHTTP
import Resilience

/// One copy's way into the simulated network, from its opening to its end.
final class SimTransport: HTTPTransport {
  private struct State {
    var isClosed = false
    /// The process has died: nothing gets in or out.
    var isDead = false
    var streams: [SimStream] = []
    var watchers: [(number: Int, continuation: CheckedContinuation<SimStream, Never>)] = []
  }

  private let device: String
  private let network: SimNetwork
  private let world: SimWorld
  /// Keeps what the store holds at the moment of a crash.
  private let crash: @Sendable () async -> Void
  private let state = Lock(State())

  /// Makes a way.
  ///
  /// - Parameter crash: called when the process dies.
  init(_ device: String, _ network: SimNetwork, crash: @escaping @Sendable () async -> Void) {
    self.device = device
    self.network = network
    world = network.world
    self.crash = crash
  }

  /// Whether the process has died.
  var isDead: Bool { state.withLock { $0.isDead } }

  /// How many event streams were opened.
  var streamCount: Int { state.withLock { $0.streams.count } }

  /// An event stream by its number, once it is opened.
  func stream(number: Int) async -> SimStream {
    await withCheckedContinuation { continuation in
      let stream = state.withLock { state -> SimStream? in
        if number < state.streams.count { return state.streams[number] }
        state.watchers.append((number, continuation))
        return nil
      }
      if let stream { continuation.resume(returning: stream) }
    }
  }

  // MARK: Requests

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let (head, body) = try await exchange(request)
    guard case .bytes(let bytes) = body else { throw TransportError.connection(.unreadable) }
    return TransportResponse(head: head, body: bytes)
  }

  func stream(_ request: TransportRequest) async throws -> TransportStream {
    let (head, body) = try await exchange(request)
    let stream = SimStream()
    switch body {
    case .bytes(let bytes):
      if !bytes.isEmpty { try stream.enqueue(bytes) }
      stream.finish()
    case .events(let events):
      stream.begin(events, cut: network.cut(from: device))
      let watchers = state.withLock { state in
        state.streams.append(stream)
        let due = state.watchers.filter { $0.number < state.streams.count }
        state.watchers.removeAll { $0.number < state.streams.count }
        return due
      }
      for watcher in watchers { watcher.continuation.resume(returning: stream) }
    }
    return TransportStream(
      head: head, next: { try await stream.next() }, cancel: { stream.cancel() })
  }

  func close() async { state.withLock { $0.isClosed = true } }

  private enum Body {
    case bytes([UInt8])
    case events(HTTPStream)
  }

  private func exchange(_ request: TransportRequest) async throws -> (TransportHead, Body) {
    try Task.checkCancellation()
    try checkAlive()
    let asked = try SimRequest(request)
    if let key = asked.key, let before = network.server.asked(key), before != asked {
      world.fail("\(asked.line) goes out under the key of another request")
    }
    let fault = network.fault(of: asked, from: device)
    if fault != .none || asked.isWrite {
      world.note("\(device) \(asked.line): \(fault)")
    }
    switch fault {
    case .none:
      let answer = try await arrive(asked)
      if asked.isWrite { await network.answers(device) }
      return answer
    case .refused: throw TransportError.connection(.refused)
    case .lost:
      world.pass(request.headTimeout)
      throw TransportError.connection(.timedOut(.head))
    case .late:
      network.keep(asked)
      throw TransportError.connection(.dropped)
    case .answerLost:
      try await arrive(asked)
      throw TransportError.connection(.dropped)
    case .twice:
      try await arrive(asked)
      return try await arrive(asked)
    case .slow(let time):
      let answer = try await arrive(asked)
      world.pass(min(time, request.headTimeout))
      guard time < request.headTimeout else { throw TransportError.connection(.timedOut(.head)) }
      return answer
    case .unavailable(let status):
      return (
        TransportHead(
          status: status,
          headers: TransportHeaders([("X-Marfa-Contract", "0"), ("Retry-After", "20")])),
        .bytes(Array(#"{"error":{"code":"unavailable","message":"Later."}}"#.utf8))
      )
    case .stranger(let arrives):
      if arrives { try await arrive(asked) }
      return (TransportHead(status: 502), .bytes(Array("<html>Bad gateway</html>".utf8)))
    case .meanwhileBefore:
      await network.doMeanwhile(device)
      try checkAlive()
      return try await arrive(asked)
    case .meanwhileAfter:
      let answer = try await arrive(asked)
      await network.doMeanwhile(device)
      try checkAlive()
      return answer
    case .crashBefore: throw await die()
    case .crashAfter:
      try await arrive(asked)
      throw await die()
    }
  }

  private func checkAlive() throws {
    let (isClosed, isDead) = state.withLock { ($0.isClosed, $0.isDead) }
    if isDead { throw TransportError.connection(.dropped) }
    if isClosed { throw TransportError.local(.closed) }
  }

  /// The process dies: its store is kept as it is at this moment.
  private func die() async -> TransportError {
    let isFirst = state.withLock { state in
      defer { state.isDead = true }
      return !state.isDead
    }
    if isFirst { await crash() }
    return .connection(.dropped)
  }

  @discardableResult
  private func arrive(_ request: SimRequest) async throws -> (TransportHead, Body) {
    let response = await network.server.answer(request)
    let head = TransportHead(
      status: response.status, headers: TransportHeaders(response.headers.fields))
    switch response.body {
    case .empty: return (head, .bytes([]))
    case .bytes(let bytes): return (head, .bytes(bytes))
    case .stream(let stream): return (head, .events(stream))
    // No copy of the simulation fetches the bytes of a file.
    case .file: throw TransportError.connection(.unreadable)
    }
  }
}
