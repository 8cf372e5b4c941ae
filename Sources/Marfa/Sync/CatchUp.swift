import MarfaModel
import Resilience

/// Applies everything that happened since a copy's cursor.
struct CatchUp {
  let bench: SyncBench
  /// Told when the held catalog changed, even when the rest then fails.
  let catalogChanged: @Sendable () -> Void
  /// Told when events changed the copy, even when the rest then fails.
  let rowsChanged: @Sendable () -> Void

  /// Runs until the head of the log is reached.
  ///
  /// - Throws: as `WorkingCopy.catchUp()`; `CancellationError` when cancelled, with the copy at
  ///   the last event taken.
  func run() async throws -> CatchUpReport {
    let meta = try await bench.meta()
    try meta.requireComplete()
    try await bench.confirmInstance(meta)
    try Task.checkCancellation()
    if try await bench.adoptCatalog() { catalogChanged() }
    var taker = EventTaker(bench: bench, generation: meta.generation) { [rowsChanged] _ in
      rowsChanged()
    }
    while true {
      try Task.checkCancellation()
      let cursor = try await bench.meta().cursor
      let stream = try await bench.line.events(
        after: cursor, headTimeout: Tuning.firstFrameTimeout)
      let reader = StreamReader(stream, clock: bench.clock)
      defer { reader.close() }
      switch try await read(reader, &taker) {
      case .live:
        return CatchUpReport(
          applied: taker.applied, skipped: taker.skipped,
          cursor: try await bench.meta().cursor ?? "0", reachedHead: true)
      case .needsCatalog:
        if try await bench.adoptCatalog() { catalogChanged() }
      case .brokeOff:
        throw MarfaError.streamIncomplete(
          reason: "ended_early", message: MarfaErrorKind.streamIncomplete.sentence)
      }
    }
  }

  private enum Ending { case live, needsCatalog, brokeOff }

  private func read(_ reader: StreamReader, _ taker: inout EventTaker) async throws -> Ending {
    var limit = Tuning.firstFrameTimeout
    var sawEvents = false
    var progress = bench.clock.now
    while progress.duration(to: bench.clock.now) < Tuning.progressTimeout {
      switch try await reader.next(within: limit) {
      case .ended, .silent: return .brokeOff
      case .frames(let frames):
        let outcome = try await taker.take(frames)
        if outcome.isLive { return .live }
        if outcome.needsCatalog { return .needsCatalog }
        if outcome.sawEvents {
          sawEvents = true
          progress = bench.clock.now
        }
        limit = sawEvents ? Tuning.idleTimeout : Tuning.preEventTimeout
      }
    }
    return .brokeOff
  }
}
