import Resilience

/// The parts of a body, given up when nothing comes for a while.
struct SteadyParts: AsyncSequence {
  typealias Element = [UInt8]
  typealias Failure = any Error

  let stream: TransportStream
  let clock: any WaitingClock
  let limit: Duration

  func makeAsyncIterator() -> Iterator {
    Iterator(parts: stream.makeAsyncIterator(), stream: stream, clock: clock, limit: limit)
  }

  struct Iterator: AsyncIteratorProtocol {
    var parts: TransportStream.Iterator
    let stream: TransportStream
    let clock: any WaitingClock
    let limit: Duration

    mutating func next() async throws -> [UInt8]? {
      let watch = Task { [stream, clock, limit] in
        try await clock.sleep(for: limit)
        stream.cancel()
      }
      defer { watch.cancel() }
      do {
        return try await parts.next()
      } catch is CancellationError {
        // Cut by the watch, it is the connection that failed, not this task that was cancelled.
        try Task.checkCancellation()
        throw TransportError.connection(.timedOut(.body))
      }
    }
  }
}
