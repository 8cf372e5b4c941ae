import Resilience

/// Where stories come from, as the screens know it.
public protocol StoryRepository: Sendable {
  /// Searches, and stands in with what is kept when the source fails.
  ///
  /// - Throws: what the source threw when nothing is kept; `CancellationError`.
  func search(_ query: SearchQuery) async throws -> Answer<[Story]>

  /// Answers what is kept, without a network.
  ///
  /// - Throws: ``SearchError/nothingKept``; `CancellationError`.
  func kept(_ query: SearchQuery) async throws -> CacheEntry<[Story]>
}
