import Resilience
import Testing

@Suite("RequestMetrics") struct RequestMetricsTests {
  @Test("failures and successes are counted, by kind where it is known (R192)")
  func counts() async {
    let metrics = RequestMetrics()
    await metrics.recordFailure()
    await metrics.recordFailure(NetworkError.timeout)
    await metrics.recordFailure(NetworkError.statusCode(429))
    await metrics.recordFailure(NetworkError.decoding)
    await metrics.recordFailure(CancellationError())
    await metrics.recordSuccess(duration: .seconds(1))
    let snapshot = await metrics.snapshot()
    #expect(snapshot.failures == 4)
    #expect(snapshot.successes == 1)
    #expect(snapshot.failuresByClass == [.timeout: 1, .throttled: 1])
  }

  @Test("nothing is lost when many record at the same time (R191, R207)")
  func contended() async {
    let metrics = RequestMetrics()
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          if number.isMultiple(of: 2) {
            await metrics.recordFailure(NetworkError.timeout)
          } else {
            await metrics.recordSuccess(duration: .seconds(1))
          }
        }
      }
    }
    let snapshot = await metrics.snapshot()
    #expect(snapshot.failures == 100 && snapshot.successes == 100)
    #expect(snapshot.failuresByClass == [.timeout: 100])
  }

  @Test("percentiles are nearest ranks, none without a success")
  func percentiles() async {
    let metrics = RequestMetrics()
    #expect(await metrics.snapshot().p50 == nil)
    for second in (1...100).shuffled() { await metrics.recordSuccess(duration: .seconds(second)) }
    let snapshot = await metrics.snapshot()
    #expect(snapshot.p50 == .seconds(50))
    #expect(snapshot.p95 == .seconds(95))
  }

  @Test("only the last 1,024 durations count, so memory stays bounded")
  func window() async {
    let metrics = RequestMetrics()
    for _ in 0..<1_024 { await metrics.recordSuccess(duration: .seconds(9)) }
    for _ in 0..<1_024 { await metrics.recordSuccess(duration: .seconds(1)) }
    let snapshot = await metrics.snapshot()
    #expect(snapshot.p95 == .seconds(1))
    #expect(snapshot.successes == 2_048)
  }
}
