import Foundation
import Marfa
import Resilience
import Testing

@testable import MarfaUI

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

  /// A query that counts its reads.
  private func counting(_ copy: WorkingCopy, _ clock: VirtualClock, _ reads: Lock<Int>)
    -> LiveQuery<Int>
  {
    LiveQuery(copy, clock: clock) { copy in
      reads.withLock { $0 += 1 }
      return try await copy.items.list().count
    }
  }

  @Test("one that is stopped reads no more, not even what it had begun to wait for")
  func stops() async throws {
    let bench = try await UIBench()
    let clock = VirtualClock()
    let reads = Lock(0)
    let query = counting(bench.copy, clock, reads)
    await observed { query.value == 0 }
    // It has heard of the first note and waits for more of its kind.
    try await bench.note("A")
    await clock.waitForTimer(of: .milliseconds(50))
    query.stop()
    // What watches is over, so nobody is left who could read.
    await query.watching?.value
    #expect(clock.pendingTimers == [] && reads.withLock { $0 } == 1)
    try await bench.note("B")
    clock.advance(by: .seconds(60))
    #expect(query.value == 0 && reads.withLock { $0 } == 1)
    // Asked, it reads.
    await query.refresh()
    #expect(query.value == 2 && reads.withLock { $0 } == 2)
    await bench.close()
  }

  @Test("a read that was under way when it was stopped changes nothing any more")
  func stopsReading() async throws {
    let bench = try await UIBench()
    let clock = VirtualClock()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let reads = Lock(0)
    let query = LiveQuery(bench.copy, clock: clock) { _ in
      let number = reads.withLock { reads in
        reads += 1
        return reads
      }
      if number == 2 {
        beginning.yield()
        for await _ in gate { break }
      }
      return number
    }
    await observed { query.value == 1 }
    try await bench.note("A")
    await clock.waitForTimer(of: .milliseconds(50))
    clock.advance(by: .milliseconds(50))
    for await _ in begun { break }
    query.stop()
    opening.yield()
    await query.watching?.value
    #expect(query.value == 1 && reads.withLock { $0 } == 2)
    await bench.close()
  }

  @Test("a read that failed is tried again with the next news, whatever it tells of")
  func triesAgain() async throws {
    let bench = try await UIBench(server: UIBench.nobody())
    let clock = VirtualClock()
    let isBroken = Lock(true)
    let query = LiveQuery(bench.copy, clock: clock) { _ in
      if isBroken.withLock({ $0 }) { throw MarfaError.invalid(message: "The key is changed.") }
      return 1
    }
    await observed { query.error != nil }
    isBroken.withLock { $0 = false }
    try await bench.copy.useKey("mk_other")
    await clock.waitForTimer(of: .milliseconds(50))
    clock.advance(by: .milliseconds(50))
    await observed { query.value == 1 && query.error == nil }
    query.stop()
    await bench.close()
  }

  @Test("one that is let go is released")
  func released() async throws {
    let bench = try await UIBench()
    var query: LiveQuery<[String]>? = titles(bench.copy, VirtualClock())
    await observed { query?.value != nil }
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
