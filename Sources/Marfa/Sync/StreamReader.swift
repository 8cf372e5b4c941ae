import MarfaModel
import Resilience

/// Reads the frames of a held event stream, and gives up on one that falls silent.
///
/// Only one task reads. Silence is watched by another, which cuts the stream; so no read is ever
/// abandoned half way.
final class StreamReader: Sendable {
  /// What a read brought.
  enum Arrival: Sendable, Hashable {
    /// Frames, in order; comments count, since they break the silence.
    case frames([SSEFrame])
    /// The stream ended or broke.
    case ended
    /// Nothing at all came in time.
    case silent
  }

  private struct State {
    var parser = SSEParser()
    /// Counts reads, so that the watch of one that is over cuts nothing.
    var read: UInt64 = 0
    /// When the silence has lasted too long; every byte puts it off.
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
  /// Bytes of a frame that is not whole yet break the silence too: a large event on a slow line is
  /// no reason to give up.
  ///
  /// - Parameter limit: how long total silence is borne.
  /// - Throws: `CancellationError` when the task is cancelled; `MarfaError.decoding` for a line
  ///   that never ends.
  func next(within limit: Duration) async throws -> Arrival {
    let number = begin(limit)
    let watch = Task { [weak self] in
      while let rest = self?.silence(left: number) { try await self?.clock.sleep(for: rest) }
    }
    defer {
      end()
      watch.cancel()
    }
    var chunks = stream.makeAsyncIterator()
    while true {
      let chunk: [UInt8]?
      do {
        chunk = try await chunks.next()
      } catch {
        // A stream that was cut is cancelled, which is not the cancellation of this task.
        try Task.checkCancellation()
        return state.withLock { $0.isCut } ? .silent : .ended
      }
      guard let chunk else { return try last() }
      let frames = try parse { parser throws(SSEParseError) in try parser.push(chunk) }
      if !frames.isEmpty { return .frames(frames) }
      putOff(limit)
    }
  }

  /// Ends the stream.
  func close() { stream.cancel() }

  /// What the end of the stream closes. An event that is cut off within its data is none.
  private func last() throws -> Arrival {
    if state.withLock({ $0.isCut }) { return .silent }
    let rest = try parse { parser throws(SSEParseError) in try parser.finish() }
    let whole = rest.filter { frame in
      switch frame {
      case .comment: true
      case .event(let event): (try? JSONObject(bytes: event.data)) != nil
      }
    }
    return whole.isEmpty ? .ended : .frames(whole)
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

  // MARK: - Silence

  private func begin(_ limit: Duration) -> UInt64 {
    let deadline = clock.now.advanced(by: limit)
    return state.withLock { state in
      state.read += 1
      state.deadline = deadline
      return state.read
    }
  }

  private func putOff(_ limit: Duration) {
    let deadline = clock.now.advanced(by: limit)
    state.withLock { $0.deadline = deadline }
  }

  private func end() {
    state.withLock { $0.deadline = nil }
  }

  /// How much longer the silence of a read is borne; `nil` when the read is over or was cut now.
  private func silence(left number: UInt64) -> Duration? {
    let now = clock.now
    let rest: Duration? = state.withLock { state in
      guard state.read == number, let deadline = state.deadline else { return nil }
      let rest = now.duration(to: deadline)
      if rest <= .zero { state.isCut = true }
      return rest
    }
    guard let rest else { return nil }
    guard rest > .zero else {
      stream.cancel()
      return nil
    }
    return rest
  }
}
