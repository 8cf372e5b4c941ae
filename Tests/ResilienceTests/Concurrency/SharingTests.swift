import Resilience
import Testing

@Suite("Sharing between tasks") struct SharingTests {
  /// Compiles only for what may be handed from one task to another.
  private func isShared<T: Sendable>(_ type: T.Type) -> Bool { true }

  @Test("every helper may be shared between tasks, as Swift 6 checks it (R149, R193)")
  func sendable() {
    #if swift(>=6.0)
      let isSwift6 = true
    #else
      let isSwift6 = false
    #endif
    #expect(isSwift6)
    #expect(isShared(RetryExecutor.self) && isShared(RetryPolicy.self))
    #expect(isShared(RetryBudget.self) && isShared(CircuitBreaker.self) && isShared(Deadline.self))
    #expect(isShared(SingleFlight<String, Int>.self) && isShared(RequestMetrics.self))
    #expect(isShared(FallbackCache<String, Int>.self) && isShared(Answer<Int>.self))
    #expect(isShared(MemoryCacheStorage<String, Int>.self) && isShared(MessageCatalog.self))
    #expect(isShared(NetworkError.self) && isShared(PresentedMessage.self))
    #expect(isShared(SystemClock.self) && isShared(VirtualClock.self))
  }

  @Test("a cache in memory loses no entry when many store at the same time (R191, R207)")
  func storage() async throws {
    let storage = MemoryCacheStorage<Int, Int>()
    let cache = FallbackCache(storage: storage, maxEntries: 200, clock: VirtualClock())
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask { _ = try await cache.value(for: number) { number * 2 } }
      }
      try await group.waitForAll()
    }
    for number in 0..<100 { #expect(await cache.entry(for: number)?.value == number * 2) }
  }
}
