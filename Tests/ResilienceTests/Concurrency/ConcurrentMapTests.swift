import Resilience
import Testing

@Suite("concurrentMap") struct ConcurrentMapTests {
  @Test("results stand in the order of the input though they end the other way round (R190)")
  func ordered() async throws {
    let clock = VirtualClock()
    async let results = (1...4).concurrentMap(limit: 4) { number in
      try await clock.sleep(for: .seconds(10 - number))
      return number * 10
    }
    await clock.waitForTimers(4)
    clock.advance(by: .seconds(10))
    #expect(try await results == [10, 20, 30, 40])
  }

  @Test("no more run at one time than the limit allows", arguments: [(3, 3), (0, 1), (-4, 1)])
  func limited(limit: Int, expected: Int) async throws {
    let running = Lock((now: 0, most: 0))
    _ = try await (0..<50).concurrentMap(limit: limit) { _ in
      running.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
      for _ in 0..<5 { await Task.yield() }
      running.withLock { $0.now -= 1 }
    }
    #expect(running.withLock { $0.most } <= expected)
    #expect(running.withLock { $0.most } >= 1)
  }

  @Test("a failure cancels the others, starts no more, and is what is thrown")
  func failure() async {
    let clock = VirtualClock()
    let started = Lock(0)
    await #expect(throws: NetworkError.decoding) {
      try await (0..<100).concurrentMap(limit: 3) { number in
        started.withLock { $0 += 1 }
        if number == 2 {
          await clock.waitForTimers(2)
          throw NetworkError.decoding
        }
        try await clock.sleep(for: .seconds(3600))
      }
    }
    #expect(started.withLock { $0 } == 3)
  }

  @Test("a real failure wins over a cancellation that came before it")
  func realFailureWins() async {
    await #expect(throws: NetworkError.timeout) {
      try await [0, 1].concurrentMap(limit: 2) { number in
        if number == 0 { throw CancellationError() }
        while !Task.isCancelled { await Task.yield() }
        throw NetworkError.timeout
      }
    }
  }

  @Test("an empty input, and a limit beyond the input, come back at once")
  func edges() async throws {
    #expect(try await [Int]().concurrentMap(limit: 4) { $0 } == [])
    #expect(try await [1].concurrentMap(limit: .max) { $0 } == [1])
  }

  @Test("loadAll gives every result in the order in which they came (R189, R190, R209)")
  func completionOrder() async throws {
    let clock = VirtualClock()
    async let results = (1...3).loadAll(limit: 2) { number in
      try await clock.sleep(for: number == 1 ? .seconds(10) : .seconds(1))
      return number * 10
    }
    await clock.waitForTimers(2)
    clock.advance(by: .seconds(1))
    // The third can only have begun once the second's result was taken.
    await clock.waitForTimers(2)
    clock.advance(by: .seconds(10))
    let loaded = try await results
    #expect(loaded.first == 20)
    #expect(loaded.sorted() == [10, 20, 30])
  }

  @Test("loadAll in single file is the order of the input, since that is how they end")
  func singleFile() async throws {
    #expect(try await [3, 1, 2].loadAll(limit: 1) { $0 } == [3, 1, 2])
    await #expect(throws: NetworkError.decoding) {
      try await [3, 1, 2].loadAll { _ -> Int in throw NetworkError.decoding }
    }
  }
}
