import Foundation
import Marfa
import MarfaUI
import Resilience
import Testing

@MainActor @Suite("A list that stays current", .timeLimit(.minutes(1)))
struct LiveQueryTests {
  private func titles(_ copy: WorkingCopy, _ clock: VirtualClock) -> LiveQuery<[String]> {
    LiveQuery(copy, clock: clock) { copy in
      try await copy.items.list().compactMap(\.title).sorted()
    }
  }

  @Test("it reads once by itself, and again after changes, all those of a moment in one read")
  func current() async throws {
    let bench = try await UIBench()
    let clock = VirtualClock()
    let query = titles(bench.copy, clock)
    await observed { query.value == [] }
    try await bench.note("A")
    await clock.waitForTimers()
    try await bench.note("B")
    clock.advance(by: .milliseconds(50))
    // Both are there with the first read after them; a second one may follow.
    await observed { query.value == ["A", "B"] }
    #expect(query.error == nil)
    query.stop()
    await bench.close()
  }

  @Test("a read that fails keeps the last good value and says why; the next good one clears it")
  func keeps() async throws {
    let bench = try await UIBench()
    let isBroken = Lock(false)
    let query = LiveQuery(bench.copy, clock: VirtualClock()) { copy in
      if isBroken.withLock({ $0 }) { throw MarfaError.store(message: "Broken.") }
      return try await copy.items.list().count
    }
    await observed { query.value == 0 }
    isBroken.withLock { $0 = true }
    await query.refresh()
    #expect(query.value == 0 && query.error == .store(message: "Broken."))
    isBroken.withLock { $0 = false }
    try await bench.note("A")
    await query.refresh()
    #expect(query.value == 1 && query.error == nil)
    query.stop()
    await bench.close()
  }

  @Test("a stopped one reads no more; one that is let go is released")
  func stops() async throws {
    let bench = try await UIBench()
    let clock = VirtualClock()
    var query: LiveQuery<[String]>? = titles(bench.copy, clock)
    await observed { query?.value != nil }
    query?.stop()
    try await bench.note("A")
    await query?.refresh()
    #expect(query?.value == ["A"])
    weak let released = query
    query = nil
    while released != nil { await Task.yield() }
    #expect(released == nil)
    await bench.close()
  }

  @Test("a slow read never takes the place of a later one")
  func order() async throws {
    let bench = try await UIBench()
    let gate = Lock<CheckedContinuation<Void, Never>?>(nil)
    let count = Lock(0)
    let (begun, beginning) = AsyncStream.makeStream(of: Int.self)
    let query = LiveQuery(bench.copy, clock: VirtualClock()) { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 {
        await withCheckedContinuation { continuation in
          gate.withLock { $0 = continuation }
          beginning.yield(number)
        }
      }
      return number
    }
    await observed { query.value == 1 }
    let slow = Task { await query.refresh() }
    for await _ in begun { break }
    await query.refresh()
    #expect(query.value == 3)
    gate.withLock { $0 }?.resume()
    await slow.value
    #expect(query.value == 3)
    query.stop()
    await bench.close()
  }
}
