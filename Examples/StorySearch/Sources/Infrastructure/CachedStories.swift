import Domain
import Resilience

/// The stories of a source, with what it answered before behind it.
public struct CachedStories: StoryRepository {
  private let source: HackerNews
  private let cache: FallbackCache<SearchQuery, [Story]>

  /// Makes a repository.
  ///
  /// - Parameters:
  ///   - source: what is asked first.
  ///   - storage: where its answers are kept.
  ///   - clock: what stamps them.
  ///   - storageFailed: told when an answer can't be kept or found again.
  public init(
    source: HackerNews, storage: any CacheStorage<SearchQuery, [Story]>,
    clock: any WaitingClock = SystemClock(),
    storageFailed: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.source = source
    cache = FallbackCache(storage: storage, clock: clock, storageFailed: storageFailed)
  }

  /// Searches the source, and stands in with what is kept.
  public func search(_ query: SearchQuery) async throws -> Answer<[Story]> {
    try await cache.value(for: query) { try await source.search(query) }
  }

  /// Answers what is kept, without a network.
  public func kept(_ query: SearchQuery) async throws -> CacheEntry<[Story]> {
    let entry = await cache.entry(for: query)
    try Task.checkCancellation()
    guard let entry else { throw SearchError.nothingKept }
    return entry
  }
}
