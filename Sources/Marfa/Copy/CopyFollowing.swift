import MarfaModel
import Resilience

/// Follows the server's events for one copy.
///
/// An actor, so that what it remembers of one stream is touched by one follow at a time.
actor CopyFollowing: FollowSession {
  private let bench: SyncBench
  private let feed: Feed
  private let applied: @Sendable () -> Void
  private var taker: EventTaker?
  /// Types that the catalog was read for already, over streams opened one behind the other.
  private var explained: Set<String> = []

  /// Makes a session; nothing is asked.
  ///
  /// - Parameter applied: called when events changed the copy.
  init(bench: SyncBench, feed: Feed, applied: @escaping @Sendable () -> Void) {
    self.bench = bench
    self.feed = feed
    self.applied = applied
  }

  func open() async throws -> StreamReader {
    let meta = try await bench.meta()
    try meta.requireComplete()
    try await bench.confirmInstance(meta)
    if try await bench.adoptCatalog() { feed.tell(.refreshed(.catalog)) }
    let stream = try await bench.line.events(
      after: meta.cursor, headTimeout: Tuning.firstFrameTimeout)
    taker = EventTaker(
      bench: bench, generation: meta.generation, explained: explained
    ) { [feed, applied] changes in
      applied()
      feed.tell(changes)
    }
    return StreamReader(stream, clock: bench.clock)
  }

  func take(_ frames: [SSEFrame]) async throws -> FollowTaken {
    guard var taker else { return .goesOn }
    defer { self.taker = taker }
    let outcome = try await taker.take(frames)
    if outcome.needsCatalog {
      explained = taker.explained
      return .needsCatalog
    }
    if outcome.sawEvents { explained = [] }
    return .goesOn
  }

  nonisolated func restraint(paying: Bool) -> Duration { bench.line.restraint(paying: paying) }
}
