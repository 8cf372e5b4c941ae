import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

@Suite("The times of writes")
struct WriteClockTests {
  @Test("times never go back by a correction of the clock, but follow it after a wrong date")
  func steps() {
    let clock = WriteClock()
    #expect(clock.next(1_000_000) == 1_000_000)
    #expect(clock.next(1_000_005) == 1_000_005)
    #expect(clock.next(1_000_001) == 1_000_005)
    #expect(clock.next(1_000_005 - 60_000) == 1_000_005)
    #expect(clock.next(1_000_005 - 60_001) == 940_004)
    #expect(clock.next(940_005) == 940_005)
  }

  @Test("a write has the time at which it is done, so that a walk by change misses none")
  func order() async throws {
    let bench = try await ServerBench()
    let core = bench.core
    let (first, second) = (try await bench.item(), try await bench.item())
    // Both are received while the writer is busy; the clock goes on before they get their turn.
    let started = Lock(false)
    let release = Lock(false)
    async let busy: Void = core.database.write { _ in
      started.withLock { $0 = true }
      while !release.withLock({ $0 }) {}
    }
    while !started.withLock({ $0 }) { await Task.yield() }
    let change: JSONObject = ["version": 1, "properties": ["title": "t"]]
    async let one = bench.send("PATCH", "/items/\(first)", change)
    async let two = bench.send("PATCH", "/items/\(second)", change)
    bench.clock.advance(by: .seconds(5))
    let now = Timestamp(clamping: bench.clock.unixMilliseconds).text
    release.withLock { $0 = true }
    _ = try await (busy, one, two)
    for id in [first, second] { #expect(try await bench.stored(id)?.updatedAt == now) }
  }
}
