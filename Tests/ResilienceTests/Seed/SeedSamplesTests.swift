import Foundation
import Resilience
import Testing

/// The printed samples of the stage against this product's types: unchanged but for the `any` that
/// this package's own settings ask for.
@Suite("The printed samples") struct SeedSamplesTests {
  struct Story: Sendable, Hashable {
    typealias ID = Int
    var id: ID
  }

  struct SearchQuery: Sendable, Hashable {
    var text: String
  }

  enum SearchError: Error {
    case queryTooShort
  }

  struct RequestBuilder {
    func get(_ text: String) throws -> String { text }
  }

  struct Client {
    var calls: Lock<Int>
    var answer: @Sendable () throws -> (Data, Int)

    func data(for request: String) async throws -> (Data, Int) {
      calls.withLock { $0 += 1 }
      return try answer()
    }
  }

  /// The sample of the section on cancellation.
  struct CancellableSearch {
    let requestBuilder = RequestBuilder()
    let client: Client
    let decoded = Lock(0)

    func decode(_ data: Data, response: Int) throws -> [Story] {
      decoded.withLock { $0 += 1 }
      guard response == 200 else { throw NetworkError.statusCode(response) }
      return data.map { Story(id: Int($0)) }
    }

    func search(query: SearchQuery) async throws -> [Story] {
      try Task.checkCancellation()

      let request = try requestBuilder.get(query.text)
      let (data, response) = try await client.data(for: request)

      try Task.checkCancellation()

      return try decode(data, response: response)
    }
  }

  /// The sample of the section on task groups.
  struct Loader: Sendable {
    struct Repository: Sendable {
      func story(id: Story.ID) async throws -> Story { Story(id: id) }
    }

    let repository = Repository()

    func loadStories(ids: [Story.ID]) async throws -> [Story] {
      try await withThrowingTaskGroup(of: Story.self) { group in
        for id in ids {
          group.addTask {
            try await repository.story(id: id)
          }
        }

        var stories: [Story] = []
        for try await story in group {
          stories.append(story)
        }
        return stories
      }
    }
  }

  /// The sample of the section on the fallback.
  struct CachedSearch {
    struct Remote {
      var search: @Sendable (SearchQuery) async throws -> [Story]

      func search(query: SearchQuery) async throws -> [Story] { try await search(query) }
    }

    actor Cache {
      private var values: [SearchQuery: [Story]] = [:]

      func store(_ stories: [Story], for query: SearchQuery) { values[query] = stories }
      func value(for query: SearchQuery) -> [Story]? { values[query] }
    }

    let remote: Remote
    let cache: Cache

    func search(query: SearchQuery) async throws -> [Story] {
      do {
        let fresh = try await remote.search(query: query)
        await cache.store(fresh, for: query)
        return fresh
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        if let cached = await cache.value(for: query) {
          return cached
        }

        throw error
      }
    }
  }

  /// The sample of the section on messages.
  enum ViewMessage {
    static func message(for error: any Error) -> String {
      switch error {
      case SearchError.queryTooShort:
        return "Inserisci almeno due caratteri."
      case NetworkError.statusCode(429):
        return "Troppe richieste. Riprova tra poco."
      default:
        return "Qualcosa è andato storto."
      }
    }
  }

  @Test(
    "a search checks for cancellation before its request and before decoding (R156, R157, R158)")
  func cancellableSearch() async throws {
    let calls = Lock(0)
    let search = CancellableSearch(client: Client(calls: calls) { (Data([7]), 200) })
    #expect(try await search.search(query: SearchQuery(text: "swift")) == [Story(id: 7)])

    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await search.search(query: SearchQuery(text: "swift"))
    }
    await #expect(throws: CancellationError.self) { try await before.value }
    #expect(calls.withLock { $0 } == 1)

    let during = CancellableSearch(
      client: Client(calls: calls) {
        withUnsafeCurrentTask { $0?.cancel() }
        return (Data(), 200)
      })
    let task = Task { try await during.search(query: SearchQuery(text: "swift")) }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(during.decoded.withLock { $0 } == 0)
  }

  @Test("the printed calls of policy, executor and injected sleep work (R171-R174, R212, R213)")
  func retry() async throws {
    #expect(RetryPolicy.none.maxAttempts == 1 && RetryPolicy.none.delay == .zero)
    #expect(RetryPolicy.standard.maxAttempts == 3)
    #expect(RetryPolicy.standard.delay == .milliseconds(250))
    let slept = Lock([Duration]())
    let failures = Lock(2)
    let executor = RetryExecutor(
      policy: RetryPolicy(maxAttempts: 3, delay: .milliseconds(5)),
      sleep: { duration in slept.withLock { $0.append(duration) } })
    let value = try await executor.run {
      let left = failures.withLock { left in
        defer { left -= 1 }
        return left
      }
      if left > 0 { throw NetworkError.timeout }
      return "done"
    }
    #expect(value == "done")
    #expect(slept.withLock { $0 } == [.milliseconds(5), .milliseconds(5)])
    _ = RetryExecutor(policy: .none)
  }

  @Test("no retry on 404, and cancellation passes through (R215, R217)")
  func noRetry() async {
    let calls = Lock(0)
    let executor = RetryExecutor(policy: .standard, sleep: { _ in Issue.record("slept") })
    await #expect(throws: NetworkError.statusCode(404)) {
      try await executor.run {
        calls.withLock { $0 += 1 }
        throw NetworkError.statusCode(404)
      }
    }
    await #expect(throws: CancellationError.self) {
      try await executor.run { throw CancellationError() }
    }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("every printed case of NetworkError is there, and answers whether it is retryable (R154)")
  func networkError() {
    let retryable: [any Error] = [
      NetworkError.timeout, NetworkError.transport, NetworkError.statusCode(500),
      NetworkError.statusCode(599),
    ]
    for error in retryable { #expect(error.isRetryable) }
    let final: [any Error] = [
      NetworkError.invalidURL, NetworkError.invalidResponse, NetworkError.decoding,
      NetworkError.statusCode(400), NetworkError.statusCode(401), NetworkError.statusCode(403),
      NetworkError.statusCode(404), SearchError.queryTooShort,
    ]
    for error in final { #expect(!error.isRetryable) }
  }

  @Test("the printed call of withTimeout works (R185, R186)")
  func timeout() async throws {
    #expect(try await withTimeout(.seconds(60)) { 7 } == 7)
    await #expect(throws: NetworkError.timeout) { try await withTimeout(.zero) { 7 } }
  }

  @Test("the group loads every story, in no promised order (R148, R189)")
  func group() async throws {
    let stories = try await Loader().loadStories(ids: [3, 1, 2])
    #expect(Set(stories.map(\.id)) == [1, 2, 3])
  }

  @Test("the metrics actor counts as printed (R149, R192)")
  func metrics() async {
    let metrics = RequestMetrics()
    await metrics.recordFailure()
    #expect(await metrics.snapshot().failures == 1)
  }

  @Test("the printed fallback falls back on errors and not on cancellation (R151)")
  func fallback() async throws {
    let fails = Lock<(any Error)?>(nil)
    let search = CachedSearch(
      remote: .init(search: { query in
        if let error = fails.withLock({ $0 }) { throw error }
        return [Story(id: query.text.count)]
      }), cache: .init())
    let query = SearchQuery(text: "swift")
    #expect(try await search.search(query: query) == [Story(id: 5)])
    fails.withLock { $0 = NetworkError.transport }
    #expect(try await search.search(query: query) == [Story(id: 5)])
    await #expect(throws: NetworkError.transport) {
      try await search.search(query: SearchQuery(text: "other"))
    }
    fails.withLock { $0 = CancellationError() }
    await #expect(throws: CancellationError.self) { try await search.search(query: query) }
  }

  @Test("the printed mapping matches this product's errors, and the catalog says the same (R152)")
  func messages() {
    let catalog = MessageCatalog(.italian).adding(for: SearchError.self) { _, language in
      language[.queryTooShort]
    }
    let errors: [any Error] = [
      SearchError.queryTooShort, NetworkError.statusCode(429), NetworkError.invalidURL,
    ]
    for error in errors {
      #expect(catalog.message(for: error)?.text == ViewMessage.message(for: error))
    }
  }
}
