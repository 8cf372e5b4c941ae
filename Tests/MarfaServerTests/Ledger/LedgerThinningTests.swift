import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// How long answers are kept for a repeat.
@Suite("The ledger's thinning", .timeLimit(.minutes(1)))
struct LedgerThinningTests {
  private func create(_ bench: ServerBench, key: String) async throws -> Answer {
    try await bench.send(
      "POST", "/items", ["type": "core.note", "properties": ["body": "x"]],
      headers: ["Idempotency-Key": key])
  }

  private func held(_ bench: ServerBench) async throws -> Int64? {
    try await bench.core.database.read { try $0.integer("SELECT count(*) FROM answers") }
  }

  private func thinning(_ bench: ServerBench) -> LedgerThinning {
    LedgerThinning(database: bench.core.database, clock: bench.clock)
  }

  @Test("an answer is kept for the whole time and let go after it; younger ones stay (R7)")
  func age() async throws {
    let bench = try await ServerBench()
    let first = try await create(bench, key: "old")
    bench.clock.advance(by: .seconds(86_400))
    _ = try await create(bench, key: "young")
    bench.clock.advance(by: Tuning.answerRetention - .seconds(86_400))
    try await thinning(bench).thin()
    #expect(try await held(bench) == 2)
    let again = try await create(bench, key: "old")
    #expect(again.json == first.json)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    bench.clock.advance(by: .milliseconds(1))
    try await thinning(bench).thin()
    #expect(try await held(bench) == 1)
    #expect(try await create(bench, key: "young").headers["Idempotency-Replayed"] == "true")
  }

  @Test("many answers go in several writes, none of a step left over")
  func many() async throws {
    let bench = try await ServerBench()
    let count = Tuning.thinnedAtOnce * 2 + 1
    let now = bench.clock.unixMilliseconds
    try await bench.core.database.write { connection in
      for number in 0..<count {
        try connection.run(
          "INSERT INTO answers VALUES ('key', ?1, '', 200, NULL, '{}', '{}', ?2)",
          [.text("\(number)"), .integer(now)])
      }
    }
    bench.clock.advance(by: Tuning.answerRetention + .seconds(1))
    try await thinning(bench).thin()
    #expect(try await held(bench) == 0)
  }

  @Test("it runs each hour until it is cancelled, and a store that fails does not end it")
  func rounds() async throws {
    let bench = try await ServerBench()
    _ = try await create(bench, key: "old")
    let run = Task { [thinning = thinning(bench)] in await thinning.run() }
    await bench.clock.waitForTimer(of: Tuning.thinningPause)
    bench.clock.advance(by: Tuning.answerRetention + .seconds(1))
    while try await held(bench) == 1 { await Task.yield() }
    await bench.core.database.close()
    await bench.clock.waitForTimer(of: Tuning.thinningPause)
    bench.clock.advance(by: Tuning.thinningPause)
    await bench.clock.waitForTimer(of: Tuning.thinningPause)
    run.cancel()
    await run.value
  }

  @Test("the oldest answers are found by an index, however many are kept")
  func plan() async throws {
    let bench = try await ServerBench()
    let plan = try await bench.core.database.read { connection in
      try connection.query(
        """
        EXPLAIN QUERY PLAN SELECT credential, idempotency_key FROM answers
        WHERE answered_at < 1 ORDER BY answered_at LIMIT 1
        """, []
      ) { $0.text(3) }
    }
    #expect(plan.contains { $0.contains("answers_by_time") })
  }
}
