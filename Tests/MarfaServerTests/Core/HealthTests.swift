import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// `GET /health` (server-items 15.3).
@Suite("Health", .timeLimit(.minutes(1)))
struct HealthTests {
  private func words(_ answer: Answer) -> [String: String?] {
    Dictionary(
      answer.object("components").map { ($0.key, $0.value.object?["status"]?.string) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test("a server that works says so to anybody, part by part")
  func works() async throws {
    let bench = try await ServerBench()
    let answer = try await bench.send("GET", "/health", as: nil)
    #expect(answer.verdict == "200")
    #expect(words(answer)["database"] == "ok")
    #expect(words(answer)["database_write"] == "ok")
    #expect(words(answer).keys.contains("disk"))
  }

  @Test("a store that is kept busy is degraded after two seconds, and gathers no probes")
  func busy() async throws {
    let bench = try await ServerBench()
    let core = bench.core
    let started = Lock(false)
    let release = Lock(false)
    async let busy: Void = core.database.write { _ in
      started.withLock { $0 = true }
      while !release.withLock({ $0 }) {}
    }
    while !started.withLock({ $0 }) { await Task.yield() }
    async let first = bench.send("GET", "/health", as: nil)
    async let second = bench.send("GET", "/health", as: nil)
    // Each request waits for two probes.
    await bench.clock.waitForTimers(4)
    bench.clock.advance(by: .seconds(2))
    for answer in try await [first, second] {
      #expect(answer.status == 200)
      #expect(words(answer)["database_write"] == "degraded")
    }
    release.withLock { $0 = true }
    try await busy
    #expect(try await words(bench.send("GET", "/health", as: nil))["database_write"] == "ok")
  }

  @Test("a store that is closed is down, with 503")
  func down() async throws {
    let bench = try await ServerBench()
    await bench.core.database.close()
    let answer = try await bench.send("GET", "/health", as: nil)
    #expect(answer.status == 503)
    #expect(answer.json["status"] == "down")
  }
}
