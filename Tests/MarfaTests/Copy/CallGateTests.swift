import MarfaModel
import Resilience
import Testing

@testable import Marfa

@Suite("The gate of calls")
struct CallGateTests {
  @Test("a call on a closed copy throws closed and starts nothing (R1)")
  func closedRefuses() async throws {
    let gate = CallGate()
    await gate.close(stopping: {}, releasing: {})
    await #expect(throws: MarfaError.closed(message: MarfaErrorKind.closed.sentence)) {
      try await gate.run { Issue.record("The call was started.") }
    }
  }

  @Test("closing waits for running calls before it releases")
  func waitsForCalls() async throws {
    let gate = CallGate()
    let order = Lock<[String]>([])
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (goOn, go) = AsyncStream.makeStream(of: Void.self)
    let call = Task {
      try await gate.run {
        start.yield()
        for await _ in goOn { break }
        order.withLock { $0.append("call") }
      }
    }
    for await _ in started { break }
    let closing = Task {
      await gate.close(
        stopping: { order.withLock { $0.append("stopping") } },
        releasing: { order.withLock { $0.append("released") } })
    }
    while !gate.isClosed { await Task.yield() }
    go.yield()
    await closing.value
    try await call.value
    #expect(order.withLock { $0 } == ["stopping", "call", "released"])
  }

  @Test("closing at the same time from many tasks releases once, and all return after it")
  func closesOnce() async {
    let gate = CallGate()
    let releases = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          await gate.close(
            stopping: {}, releasing: { releases.withLock { $0 += 1 } })
          #expect(releases.withLock { $0 } == 1)
        }
      }
    }
  }

  @Test("a turnstile lets one through at a time, in line")
  func turnstile() async throws {
    let turnstile = Turnstile()
    let inside = Lock(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<32 {
        group.addTask {
          try await turnstile.pass {
            inside.withLock { $0 += 1 }
            await Task.yield()
            #expect(inside.withLock { $0 } == 1)
            inside.withLock { $0 -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a turnstile that is taken answers nil to who will not wait")
  func turnstileIfFree() async throws {
    let turnstile = Turnstile()
    let outcome = try await turnstile.pass { try await turnstile.passIfFree { 1 } }
    #expect(outcome == .some(nil))
    #expect(try await turnstile.passIfFree { 2 } == 2)
  }
}
