import MarfaTesting

@testable import Marfa

/// The network, with an event stream on which nothing comes once a test says so.
///
/// A fake has no server whose events could arrive between two calls; beside it, a real copy must
/// not take any either, or the two could only be compared by chance.
final class QuietTransport: HTTPTransport {
  private let network = PlatformTransport.make(clock: SystemClock())
  private let isQuiet = Lock(false)
  private let opened = AsyncStream.makeStream(of: Void.self)

  /// Lets no event through from now on.
  func becomeQuiet() { isQuiet.withLock { $0 = true } }

  /// Waits until the copy follows a stream on which nothing comes.
  func followed() async {
    for await _ in opened.stream { return }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    try await network.send(request)
  }

  func stream(_ request: TransportRequest) async throws -> TransportStream {
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
