import MarfaModel
import Resilience

/// Decides how a follow goes on: when it opens, how long it waits, when it ends.
///
/// Pure: times come in with the events, actions go out, and chance comes from a seed. The one who
/// drives it opens streams, sleeps and tells.
struct FollowStateMachine: Sendable {
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
    /// The stream could not be had, or what came on it cannot be taken.
    ///
    /// `restraint` is how long the server is to be left alone.
    case failed(MarfaError, restraint: Duration, at: Duration)
    /// The stream ended by itself, broke, or fell silent.
    case broke(at: Duration)
    /// What came needs the catalog read anew; nothing of it was taken.
    case needsCatalog
    /// The wait is over.
    case woke
  }

  /// What to do next.
  enum Action: Sendable, Hashable {
    /// Ask for the stream at the stored cursor.
    case open
    /// Read frames.
    case read
    /// Let the stream go and sleep this long, then report ``Event/woke``.
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
  /// Tries that failed since a stream last lasted.
  private var failures = 0
  private var chance: SeededGenerator

  /// Makes a machine that asks for its first stream.
  ///
  /// - Parameter seed: where the spreading of waits begins; another one for each follow.
  init(seed: UInt64) {
    chance = SeededGenerator(seed: seed)
  }

  /// Whether the wait after one more failure is the longest there is, whatever else is asked for.
  var waitsLongest: Bool { backoff(failures + 1) >= Tuning.followLongestWait }

  /// Takes an event and answers what to do, in order.
  mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.ended, _):
      // What a replaced follow says late is ignored.
      return []
    case (.opening, .opened(let instant)):
      state = .streaming(since: instant)
      return [.tellReachable, .read]
    case (.streaming(let since), .failed(let error, let restraint, let instant)):
      return failed(error, restraint, hasLasted: instant - since >= Tuning.followLasting)
    case (.opening, .failed(let error, let restraint, _)),
      (.waiting, .failed(let error, let restraint, _)):
      return failed(error, restraint, hasLasted: false)
    case (.streaming(let since), .broke(let instant)):
      return wait(atLeast: .zero, hasLasted: instant - since >= Tuning.followLasting)
    case (.opening, .broke), (.waiting, .broke):
      return wait(atLeast: .zero, hasLasted: false)
    case (.streaming, .needsCatalog), (.opening, .needsCatalog), (.waiting, .needsCatalog):
      state = .opening
      return [.open]
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

  private mutating func failed(
    _ error: MarfaError, _ restraint: Duration, hasLasted: Bool
  ) -> [Action] {
    if case .streamIncomplete = error {
      // The server answered and asked to come back: no outage to tell.
      return wait(atLeast: restraint, hasLasted: hasLasted)
    }
    if error.isTransient {
      let floor = min(max(error.retryAfter ?? .zero, restraint), RetryAfter.cap)
      return [.tellUnreachable(error)] + wait(atLeast: floor, hasLasted: hasLasted)
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

  /// Waits, never less than asked, and spread so that clients cut together come back apart.
  private mutating func wait(atLeast floor: Duration, hasLasted: Bool) -> [Action] {
    state = .waiting
    if hasLasted {
      // A stream that lasted says that the server is well: no backoff is owed, only the spreading.
      failures = 0
      return [.wait(floor + spread(Tuning.followReopenSpread))]
    }
    failures += 1
    let time = max(backoff(failures), floor)
    return [.wait(time + spread(time / 2))]
  }

  private func backoff(_ failures: Int) -> Duration {
    // Of an exponential growth nothing is left to chance.
    var chance = chance
    return Tuning.followBackoff.delay(
      beforeRetry: failures, after: .transient, previous: .zero, using: &chance)
  }

  private mutating func spread(_ most: Duration) -> Duration {
    Jitter.full.spread(most, using: &chance)
  }
}
