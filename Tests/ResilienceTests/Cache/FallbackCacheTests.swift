import Foundation
import Resilience
import Testing

@Suite("FallbackCache") struct FallbackCacheTests {
  private let clock = VirtualClock()

  /// A storage whose every call fails.
  private struct BrokenStorage: CacheStorage {
    struct Failure: Error {}

    func entry(for key: String) throws -> CacheEntry<Int>? { throw Failure() }
    func store(_ entry: CacheEntry<Int>, for key: String) throws { throw Failure() }
    func trim(to limit: Int, storedSince oldest: Int64) throws { throw Failure() }
  }

  private func cache(
    entries: Int = 100, age: Duration = .seconds(3600),
    storage: any CacheStorage<String, Int> = MemoryCacheStorage<String, Int>()
  ) -> FallbackCache<String, Int> {
    FallbackCache(storage: storage, maxEntries: entries, maxAge: age, clock: clock)
  }

  @Test("the remote source is asked first, and its answer is kept (R194)")
  func freshFirst() async throws {
    let cache = cache()
    let answer = try await cache.value(for: "a") { 1 }
    #expect(answer.value == 1 && answer.age == nil && answer.cause == nil)
    #expect(await cache.entry(for: "a")?.value == 1)
    #expect(try await cache.value(for: "a") { 2 }.value == 2)
    #expect(await cache.entry(for: "a")?.value == 2)
  }

  @Test(
    "on a network error the kept value comes, with its age and the cause (R195, R198, R208, R216)")
  func fallsBack() async throws {
    let cache = cache()
    _ = try await cache.value(for: "a") { 1 }
    clock.advance(by: .seconds(90))
    let answer = try await cache.value(for: "a") { throw NetworkError.transport }
    #expect(answer.value == 1)
    #expect(answer.age == .seconds(90))
    #expect(answer.cause as? NetworkError == .transport)
  }

  @Test("with nothing kept for this key the original error is thrown (R196)")
  func nothingKept() async throws {
    let cache = cache()
    _ = try await cache.value(for: "a") { 1 }
    await #expect(throws: NetworkError.statusCode(503)) {
      try await cache.value(for: "b") { throw NetworkError.statusCode(503) }
    }
  }

  @Test("a cancelled remote call never falls back, however it says so (R160, R197, R204)")
  func cancellation() async throws {
    let cache = cache()
    _ = try await cache.value(for: "a") { 1 }
    for error in [CancellationError(), URLError(.cancelled)] as [any Error] {
      await #expect(throws: CancellationError.self) {
        try await cache.value(for: "a") { throw error }
      }
    }
  }

  @Test("a failure in a task that was cancelled is the cancellation, not a reason to fall back")
  func cancelledTask() async throws {
    let cache = cache()
    _ = try await cache.value(for: "a") { 1 }
    let task = Task {
      try await cache.value(for: "a") {
        withUnsafeCurrentTask { $0?.cancel() }
        throw NetworkError.transport
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await cache.value(for: "a") {
        Issue.record("asked")
        return 2
      }
    }
    await #expect(throws: CancellationError.self) { try await before.value }
  }

  @Test("an entry stands in up to its greatest age and not a millisecond longer")
  func age() async throws {
    let cache = cache(age: .seconds(60))
    _ = try await cache.value(for: "a") { 1 }
    clock.advance(by: .seconds(60))
    #expect(try await cache.value(for: "a") { throw NetworkError.timeout }.value == 1)
    clock.advance(by: .milliseconds(1))
    await #expect(throws: NetworkError.timeout) {
      try await cache.value(for: "a") { throw NetworkError.timeout }
    }
    #expect(await cache.entry(for: "a") == nil)
  }

  @Test("above the bound the entries stored longest ago leave, storing again makes one young")
  func entries() async throws {
    let storage = MemoryCacheStorage<String, Int>()
    let cache = cache(entries: 2, storage: storage)
    for key in ["a", "b", "a", "c"] { _ = try await cache.value(for: key) { 1 } }
    #expect(await storage.count == 2)
    #expect(await cache.entry(for: "b") == nil)
    #expect(await cache.entry(for: "a") != nil)
    #expect(await cache.entry(for: "c") != nil)
  }

  @Test("storing drops what is too old from the storage", arguments: [0, 1])
  func trims(limit: Int) async throws {
    let storage = MemoryCacheStorage<String, Int>()
    let cache = cache(entries: 10, age: .seconds(60), storage: storage)
    _ = try await cache.value(for: "a") { 1 }
    clock.advance(by: .seconds(61))
    _ = try await cache.value(for: "b") { 2 }
    #expect(await storage.count == 1)
    await storage.trim(to: limit, storedSince: .min)
    #expect(await storage.count == limit)
  }

  @Test("a bound of zero entries keeps nothing")
  func zero() async throws {
    let cache = cache(entries: 0)
    #expect(try await cache.value(for: "a") { 1 }.value == 1)
    #expect(await cache.entry(for: "a") == nil)
  }

  @Test("a wall clock that was set back makes no negative age")
  func setBack() async throws {
    let cache = cache()
    _ = try await cache.value(for: "a") { 1 }
    clock.shiftWallTime(by: .seconds(-7200))
    #expect(try await cache.value(for: "a") { throw NetworkError.timeout }.age == .zero)
    #expect(CacheEntry(value: 1, storedAt: .min).age(at: .max) == .zero)
  }

  @Test("a storage that fails costs no fresh answer and hides no original error, and is reported")
  func brokenStorage() async throws {
    let reports = Lock(0)
    let cache = FallbackCache(storage: BrokenStorage(), clock: clock) { error in
      if error is BrokenStorage.Failure { reports.withLock { $0 += 1 } }
    }
    #expect(try await cache.value(for: "a") { 1 }.value == 1)
    await #expect(throws: NetworkError.transport) {
      try await cache.value(for: "a") { throw NetworkError.transport }
    }
    #expect(reports.withLock { $0 } == 2)
  }

  @Test("an answer made into another keeps its age and its cause")
  func mapping() throws {
    let cached = Answer.cached(2, age: .seconds(3), cause: NetworkError.timeout).map(String.init)
    #expect(cached.value == "2" && cached.age == .seconds(3) && cached.cause is NetworkError)
    let fresh = Answer.fresh(2).map(String.init)
    #expect(fresh.value == "2" && fresh.age == nil)
    #expect(throws: NetworkError.decoding) {
      try Answer.fresh(2).map { _ throws(NetworkError) -> Int in throw .decoding }
    }
  }
}
