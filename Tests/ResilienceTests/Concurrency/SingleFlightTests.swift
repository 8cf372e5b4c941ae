import Testing

@testable import Resilience

@Suite("SingleFlight") struct SingleFlightTests {
  private let flight = SingleFlight<String, Int>()
  private let clock = VirtualClock()
  private let runs = Lock(0)

  /// Starts a caller whose work takes a virtual second, and waits until the work is under way.
  private func call(_ key: String) -> Task<Int, any Error> {
    let (flight, clock, runs) = (flight, clock, runs)
    return Task {
      try await flight.value(for: key) {
        let run = runs.withLock { count in
          count += 1
          return count
        }
        try await clock.sleep(for: .seconds(1))
        return run
      }
    }
  }

  private func waitForCallers(_ count: Int) async {
    while flight.callerCount(for: "a") != count { await Task.yield() }
  }

  @Test("identical calls share one run and one answer")
  func joined() async throws {
    let callers = (0..<20).map { _ in call("a") }
    await waitForCallers(20)
    await clock.waitForTimers()
    clock.advance(by: .seconds(1))
    for caller in callers { #expect(try await caller.value == 1) }
    #expect(runs.withLock { $0 } == 1)
  }

  @Test("calls with different keys run apart")
  func apart() async throws {
    let (first, second) = (call("a"), call("b"))
    await clock.waitForTimers(2)
    clock.advance(by: .seconds(1))
    #expect(Set([try await first.value, try await second.value]) == [1, 2])
  }

  @Test("one caller's cancellation does not disturb the other")
  func oneLeaves() async throws {
    let (first, second) = (call("a"), call("a"))
    await waitForCallers(2)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await clock.waitForTimers()
    clock.advance(by: .seconds(1))
    #expect(try await second.value == 1)
  }

  @Test("when the last caller leaves, the work is cancelled and the next call runs anew")
  func lastLeaves() async throws {
    let first = call("a")
    await clock.waitForTimers()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    while !clock.pendingTimers.isEmpty { await Task.yield() }
    let second = call("a")
    await clock.waitForTimers()
    clock.advance(by: .seconds(1))
    #expect(try await second.value == 2)
  }

  @Test("an answer is not kept, and an error reaches the caller")
  func notKept() async throws {
    #expect(try await flight.value(for: "a") { 1 } == 1)
    #expect(try await flight.value(for: "a") { 2 } == 2)
    await #expect(throws: NetworkError.decoding) {
      try await flight.value(for: "a") { throw NetworkError.decoding }
    }
  }
}
