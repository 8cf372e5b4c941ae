import Resilience

/// The standings of the servers that a process speaks to, one for each origin.
///
/// A standing lives as long as a copy or client holds it; what was found out about a server that
/// nobody speaks to any more is not worth keeping.
final class ServerStandings: Sendable {
  /// The one that every copy and client of an app shares.
  static let shared = ServerStandings(clock: SystemClock())

  private struct Entry {
    weak var standing: ServerStanding?
  }

  /// The clock that the standings go by.
  let clock: any WaitingClock
  private let entries = Lock<[Origin: Entry]>([:])

  /// Makes a registry that knows of no server.
  init(clock: any WaitingClock) { self.clock = clock }

  /// The standing of a server, the same one for all who ask at a time.
  func standing(of origin: Origin) -> ServerStanding {
    entries.withLock { entries in
      if let known = entries[origin]?.standing { return known }
      entries = entries.filter { $0.value.standing != nil }
      let standing = ServerStanding(clock: clock)
      entries[origin] = Entry(standing: standing)
      return standing
    }
  }
}
