/// Decides how a follow goes on: when it opens, how long it waits, when it ends.
///
/// Pure: times come in with the events, actions go out. The one who drives it opens streams,
/// sleeps and tells.
struct FollowStateMachine: Sendable, Hashable {
  /// Where the follow stands.
  enum State: Sendable, Hashable {
    /// A stream is being asked for.
    case opening
    /// A stream is held since this instant (time since the follow began).
    case streaming(since: Duration)
    /// It waits before it asks again; the wait has a timed end.
    case waiting
    /// It will not ask again by itself.
    case ended
  }

  /// What happened.
  enum Event: Sendable, Hashable {
    /// The stream's head was read and is right.
    case opened(at: Duration)
    /// The stream could not be had.
    case failed(MarfaError)
    /// The stream ended by itself, broke, or fell silent.
    case broke(at: Duration)
    /// What came needs the catalog read anew; nothing of it was taken.
    case needsCatalog
    /// What came cannot be taken, for good.
    case refused(MarfaError)
    /// The wait is over.
    case woke
  }

  /// What to do next.
  enum Action: Sendable, Hashable {
    /// Ask for the stream at the stored cursor.
    case open
    /// Read frames.
    case read
    /// Sleep this long, then report ``Event/woke``.
    case wait(Duration)
    /// Tell once that the server cannot be reached.
    case tellUnreachable(MarfaError)
    /// Tell that it can, where the opposite was told.
    case tellReachable
    /// End, and tell why.
    case stop(MarfaError)
    /// End without a word, until the copy is loaded.
    case rest
  }

  /// Where it stands.
  private(set) var state: State = .opening
  private var backoff = Tuning.followFirstWait

  /// Takes an event and answers what to do, in order.
  mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.ended, _):
      // What a replaced follow says late is ignored.
      return []
    case (.opening, .opened(let instant)):
      state = .streaming(since: instant)
      return [.tellReachable, .read]
    case (.opening, .failed(let error)), (.streaming, .failed(let error)),
      (.waiting, .failed(let error)):
      return failed(error)
    case (.streaming(let since), .broke(let instant)):
      // A stream that lasted says that the server is well: ask again at once.
      if instant - since >= Tuning.followLasting {
        backoff = Tuning.followFirstWait
        state = .opening
        return [.open]
      }
      return wait(atLeast: .zero)
    case (.opening, .broke), (.waiting, .broke):
      return wait(atLeast: .zero)
    case (.streaming, .needsCatalog), (.opening, .needsCatalog), (.waiting, .needsCatalog):
      state = .opening
      return [.open]
    case (.opening, .refused(let error)), (.streaming, .refused(let error)),
      (.waiting, .refused(let error)):
      return failed(error)
    case (.waiting, .woke), (.opening, .woke):
      state = .opening
      return [.open]
    case (.streaming, .woke):
      return [.read]
    case (.streaming, .opened(let instant)), (.waiting, .opened(let instant)):
      state = .streaming(since: instant)
      return [.read]
    }
  }

  private mutating func failed(_ error: MarfaError) -> [Action] {
    if case .streamIncomplete = error {
      // The server answered and asked to come back: no outage to tell.
      return wait(atLeast: .zero)
    }
    if error.isTransient {
      let asked = min(error.retryAfter ?? .zero, Tuning.longestRetryAfter)
      return [.tellUnreachable(error)] + wait(atLeast: asked)
    }
    state = .ended
    switch MarfaErrorKind(error) {
    case .hydrationIncomplete, .noCursor: return [.rest]
    case .notFound, .unauthorized, .forbidden, .validation, .unknownType, .rateLimited, .server,
      .network, .unnamed, .redirected, .decoding, .contractMismatch, .signedOut, .noServer,
      .wrongServer, .streamIncomplete, .noCatalog, .copyExpired, .wrongSchema, .readingHandle,
      .invalid, .canceled, .closed, .store, .io, .storageFull, .bytesAbsent, .noKeychain,
      .firstSyncWaiting, .embedIncomplete:
      return [.stop(error)]
    }
  }

  private mutating func wait(atLeast floor: Duration) -> [Action] {
    let time = max(backoff, floor)
    backoff = min(backoff * 2, Tuning.followLongestWait)
    state = .waiting
    return [.wait(time)]
  }
}
