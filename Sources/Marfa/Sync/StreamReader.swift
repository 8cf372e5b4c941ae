import MarfaModel
import Resilience

/// Reads the frames of a held event stream, and gives up on one that falls silent.
///
/// Only one task reads. Silence is watched by another, which cuts the stream; so no read is ever
/// abandoned half way.
final class StreamReader: Sendable {
  /// What a read brought.
  enum Arrival: Sendable {
    /// Frames, in order; comments count, since they break the silence.
    case frames([SSEFrame])
    /// The stream ended or broke.
    case ended
    /// Nothing at all came in time.
    case silent
  }

  private struct State {
    var parser = SSEParser()
    var deadline: MonotonicInstant?
    var isCut = false
  }

  private let stream: TransportStream
  private let clock: any WaitingClock
  private let state = Lock(State())

  /// Takes over an opened stream.
  init(_ stream: TransportStream, clock: any WaitingClock) {
    self.stream = stream
    self.clock = clock
  }

  deinit { stream.cancel() }

  /// The next frames.
  ///
  /// - Parameter limit: how long total silence is borne.
  /// - Throws: `CancellationError`; `MarfaError.decoding` for a line that never ends.
  func next(within limit: Duration) async throws -> Arrival {
    let watch = Task { [clock, weak self] in
      try await clock.sleep(for: limit)
      self?.cut()
    }
    defer { watch.cancel() }
    var chunks = stream.makeAsyncIterator()
    while true {
      let chunk: [UInt8]?
      do {
        chunk = try await chunks.next()
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        try Task.checkCancellation()
        return state.withLock { $0.isCut } ? .silent : .ended
      }
      guard let chunk else {
        let isCut = state.withLock { $0.isCut }
        if isCut { return .silent }
        let rest = try parse { parser throws(SSEParseError) in try parser.finish() }
        return rest.isEmpty ? .ended : .frames(rest)
      }
      let frames = try parse { parser throws(SSEParseError) in try parser.push(chunk) }
      if !frames.isEmpty { return .frames(frames) }
    }
  }

  private func parse(_ step: (inout SSEParser) throws(SSEParseError) -> [SSEFrame])
    throws(MarfaError) -> [SSEFrame]
  {
    do {
      return try state.withLock { state throws(SSEParseError) in try step(&state.parser) }
    } catch {
      throw .decoding(message: "The server's event stream can't be read.")
    }
  }

  /// Ends the stream.
  func close() { stream.cancel() }

  private func cut() {
    state.withLock { $0.isCut = true }
    stream.cancel()
  }
}
