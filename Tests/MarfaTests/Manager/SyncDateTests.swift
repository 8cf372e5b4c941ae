import Foundation
import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("The dates of a manager's status", .timeLimit(.minutes(1)))
struct SyncDateTests {
  private static let wallTime = Date(timeIntervalSince1970: 1_767_225_600)

  @Test("an instant has one date, though the two clocks don't tick together")
  func steady() {
    var date = SyncDate()
    let instant = Duration.seconds(100)
    let first = date.date(of: instant, now: .zero, wallTime: Self.wallTime)
    #expect(first == Self.wallTime + 100)
    for milliseconds in 1...500 {
      // The wall clock shows whole milliseconds, and falls behind a little.
      let shown = date.date(
        of: instant, now: .milliseconds(milliseconds) + .microseconds(milliseconds * 7 % 1_000),
        wallTime: Self.wallTime + Double(milliseconds) / 1_000)
      #expect(shown == first)
    }
  }

  @Test("another instant has another date; so has the same one when the wall clock was set")
  func moves() {
    var date = SyncDate()
    let first = date.date(of: .seconds(5), now: .zero, wallTime: Self.wallTime)
    #expect(date.date(of: .seconds(6), now: .zero, wallTime: Self.wallTime) == first + 1)
    let set = Self.wallTime + 3_600
    #expect(date.date(of: .seconds(6), now: .zero, wallTime: set) == set + 6)
  }

  @Test("two statuses that say the same are equal, and only one of them is told")
  func equal() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    bench.server.door { _ in .unreachable }
    sync.manager.start()
    let first = await sync.status { status in
      if case .offline = status.connection {
        status.phase == nil && status.nextTry != nil
      } else {
        false
      }
    }
    let told = Lock(0)
    let counting = Task {
      for await _ in sync.manager.statuses() { told.withLock { $0 += 1 } }
    }
    while told.withLock({ $0 }) == 0 { await Task.yield() }
    for _ in 0..<50 {
      // Too little for the wall clock to show, or for a timer to fire.
      bench.clock.advance(by: .microseconds(333))
      // The bell lets the manager show its status anew.
      sync.copy.core.bell.ring(.settled)
      await sync.manager.rest()
      #expect(sync.manager.status == first)
    }
    counting.cancel()
    await counting.value
    #expect(told.withLock { $0 } == 1)
    await sync.copy.close()
  }

  @Test("the time of the last agreement is a whole second")
  func lastSynced() async throws {
    let bench = try CopyBench(clock: VirtualClock(unixMilliseconds: 1_767_225_600_999))
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    let status = await sync.atRest()
    #expect(status.lastSynced == Date(timeIntervalSince1970: 1_767_225_600))
    await sync.copy.close()
  }
}
