import MarfaEngine
import MarfaModel
import Resilience

/// Does one piece of work on a copy and says how it ended.
struct SyncWork: Sendable {
  let core: CopyCore
  let types: [String]
  let tier: SliceTier
  let edgeTypes: [String]

  /// Runs a phase. It never throws: a failure is an outcome.
  ///
  /// - Parameters:
  ///   - paying: whether a repetition is paid for from what all who speak to the server share.
  ///   - loaded: called with the items that a hydration has loaded so far.
  func run(_ phase: SyncPhase, paying: Bool, loaded: @escaping @Sendable (UInt64) -> Void) async
    -> SyncOutcome
  {
    do {
      switch phase {
      case .hydrating:
        _ = try slice()
        _ = try await core.hydrate(types: types, tier: tier, edgeTypes: edgeTypes, loaded: loaded)
        return SyncOutcome(event: .hydrated)
      case .catchingUp, .following:
        try await requireSlice()
        _ = try await core.catchUp()
        return SyncOutcome(event: .caughtUp)
      case .draining:
        return try await drain(paying)
      }
    } catch {
      return SyncOutcome(event: failure(MarfaError(storing: error), paying))
    }
  }

  private func drain(_ paying: Bool) async throws -> SyncOutcome {
    let report = try await core.drain()
    let refused = report.verdicts.filter { Self.needsPerson($0, in: report) }
    let event: SyncStateMachine.Event
    if let why = report.stopped {
      event = failure(.unauthorized(code: "key_refused", message: why), paying)
    } else if let why = report.unavailable {
      let asked = report.retryAfterSeconds
      event = failure(
        asked == nil
          ? .network(message: why)
          : .rateLimited(code: "unavailable", message: why, retryAfterSeconds: asked), paying)
    } else {
      do {
        event = .drained(try await core.tally(), reached: report.answered > 0)
      } catch {
        // What the drain found out is told all the same.
        event = failure(MarfaError(storing: error), paying)
      }
    }
    return SyncOutcome(event: event, refused: refused)
  }

  private func failure(_ error: MarfaError, _ paying: Bool) -> SyncStateMachine.Event {
    .failed(
      error, asked: core.askedWait,
      rest: error.isTransient ? core.restraint(paying: paying) : .zero)
  }

  /// Judged here first: later, `invalid` means that the copy is busy.
  private func slice() throws(MarfaError) -> CopySlice {
    do {
      return try CopySlice(declaring: types, tier: tier, edgeTypes: edgeTypes)
    } catch {
      throw .validation(code: "invalid_slice", message: error.message)
    }
  }

  /// Refuses to catch up a copy that holds another slice than the one that is wanted.
  private func requireSlice() async throws {
    let wanted = try slice()
    let held = try await core.heldSlice()
    if let held, held != wanted {
      throw MarfaError.noCursor(message: MarfaErrorKind.noCursor.sentence)
    }
  }

  private static func needsPerson(_ entry: DrainVerdict, in report: DrainReport) -> Bool {
    switch entry.verdict {
    case .accepted, .merged, .conflicted, nil: false
    case .refused, .dead: true
    case .blocked(.credentialRefused, _): report.stopped == nil
    case .blocked: true
    }
  }
}
