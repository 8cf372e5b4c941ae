import Domain
import Foundation
import Resilience

/// The public search over Hacker News stories (https://hn.algolia.com/api).
public struct HackerNews: Sendable {
  /// How the source is asked.
  public struct Manners: Sendable {
    /// When to try again; by default four times within fifteen seconds.
    public var policy = RetryPolicy(
      maxAttempts: 4,
      backoff: Backoff(.exponential, base: .milliseconds(200), throttledBase: .seconds(1)),
      deadline: .seconds(15))
    /// The longest single attempt.
    public var patience = Duration.seconds(5)
    /// The stories of one search.
    public var stories = 10
    /// The stories whose first comment is loaded too, and how many at one time.
    public var details = 5
    public var atOnce = 3

    /// Makes the usual manners.
    public init() {}
  }

  /// Where the public interface is.
  public static let publicBase = URL(string: "https://hn.algolia.com/api/v1")

  /// How the requests went.
  public let metrics = RequestMetrics()
  private let base: URL
  private let client: any HTTPClient
  private let manners: Manners
  private let clock: any WaitingClock
  private let executor: RetryExecutor

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - base: the address above `search` and `items`.
  ///   - client: what fetches.
  ///   - manners: how it is asked.
  ///   - clock: what measures and waits.
  public init(
    base: URL, client: any HTTPClient, manners: Manners = Manners(),
    clock: any WaitingClock = SystemClock()
  ) {
    self.base = base
    self.client = client
    self.manners = manners
    self.clock = clock
    // One budget for everything that talks to this server.
    executor = RetryExecutor(policy: manners.policy, clock: clock, budget: RetryBudget())
  }

  /// Searches, and loads the first comments of the first stories at the same time.
  ///
  /// - Throws: `NetworkError`, `RetryAfterError`, `CancellationError`.
  public func search(_ query: SearchQuery) async throws -> [Story] {
    let found = try await fetch(searchAddress(query)) { try StoryJSON.stories($0) }
    let detailed = try await found.prefix(manners.details).concurrentMap(limit: manners.atOnce) {
      try await withFirstComment($0)
    }
    return detailed + found.dropFirst(manners.details)
  }

  private func withFirstComment(_ story: Story) async throws -> Story {
    var story = story
    do {
      story.firstComment = try await fetch(base.appending(path: "items/\(story.id)")) {
        try StoryJSON.firstComment($0)
      }
    } catch NetworkError.statusCode(404) {
      // Found by the search and gone since: a story without a comment, not a failed search.
    }
    return story
  }

  /// Fetches and reads an address: each attempt in its time, again where that can help.
  private func fetch<T: Sendable>(
    _ address: URL, _ read: @escaping @Sendable (Data) throws -> T
  ) async throws -> T {
    try await executor.run {
      let began = clock.now
      do {
        let value = try await withTimeout(manners.patience, clock: clock) {
          let answer = try await client.get(address)
          try Task.checkCancellation()
          return try read(judged(answer))
        }
        await metrics.recordSuccess(duration: began.duration(to: clock.now))
        return value
      } catch {
        await metrics.recordFailure(error)
        throw error
      }
    }
  }

  private func judged(_ answer: HTTPAnswer) throws -> Data {
    if (200...299).contains(answer.status) { return answer.body }
    let error = NetworkError.statusCode(answer.status)
    guard
      let wait = RetryAfter.parse(answer.retryAfter, date: answer.date, clock: clock)
    else { throw error }
    throw RetryAfterError(error, retryAfter: wait)
  }

  private func searchAddress(_ query: SearchQuery) -> URL {
    base.appending(path: "search").appending(queryItems: [
      URLQueryItem(name: "query", value: query.text), URLQueryItem(name: "tags", value: "story"),
      URLQueryItem(name: "hitsPerPage", value: String(manners.stories)),
    ])
  }
}
