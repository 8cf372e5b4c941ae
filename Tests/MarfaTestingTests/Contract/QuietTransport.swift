import MarfaTesting

@testable import Marfa

/// The network, with an event stream on which nothing comes once a test says so.
///
/// A fake has no server whose events could arrive between two calls; beside it, a real copy must
/// not take any either, or the two could only be compared by chance.
final class QuietTransport: HTTPTransport {
  private let network = PlatformTransport.make(clock: SystemClock())
  private let isQuiet = Lock(false)
  private let door = Lock<Door?>(nil)
  private let opened = AsyncStream.makeStream(of: Void.self)

  /// Answers a write in the server's place; `nil` lets it pass.
  typealias Door = @Sendable (TransportRequest) -> ScriptedAnswer?

  /// Asks this of every write from now on.
  func door(_ door: Door?) { self.door.withLock { $0 = door } }

  /// Lets no event through from now on.
  func becomeQuiet() { isQuiet.withLock { $0 = true } }

  /// Waits until the copy follows a stream on which nothing comes.
  func followed() async {
    for await _ in opened.stream { return }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard let (head, body) = try answer(to: request) else { return try await network.send(request) }
    return TransportResponse(head: head, body: body)
  }

  /// What is answered in the server's place, when something is.
  private func answer(to request: TransportRequest) throws -> (TransportHead, [UInt8])? {
    guard request.method != "GET", let answer = door.withLock({ $0 })?(request) else { return nil }
    switch answer.outcome {
    case .head(let head, .bytes(let body)): return (head, body)
    case .failure(let error): throw error
    case .head, .stall: throw TransportError.connection(.dropped)
    }
  }

  func stream(_ request: TransportRequest) async throws -> TransportStream {
    if let (head, body) = try answer(to: request) {
      let rest = Lock<[UInt8]?>(body.isEmpty ? nil : body)
      return TransportStream(
        head: head,
        next: {
          rest.withLock { rest in
            defer { rest = nil }
            return rest
          }
        }, cancel: {})
    }
    guard isQuiet.withLock({ $0 }), request.url.contains("/events") else {
      return try await network.stream(request)
    }
    let stream = ScriptedStream()
    stream.comment("connected")
    opened.continuation.yield()
    return TransportStream(
      head: TransportHead(
        status: 200,
        headers: TransportHeaders([
          ScriptedAnswer.contract, ("Content-Type", "text/event-stream"),
        ])), next: { try await stream.next() }, cancel: { stream.cancel() })
  }

  func close() async { await network.close() }
}
