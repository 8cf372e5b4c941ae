import MarfaModel
import MarfaSQL
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Watching for what other processes save")
struct WatchTests {
  /// A database of which only the version is asked.
  private final class VersionOnly: SQLDatabase {
    let answer = Lock<Result<Int64, SQLError>>(.success(1))

    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T)
      async throws -> T
    {
      throw SQLError(kind: .misuse, operation: "read")
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T)
      async throws -> T
    {
      throw SQLError(kind: .misuse, operation: "write")
    }

    func dataVersion() async throws -> Int64 { try answer.withLock { $0 }.get() }

    func close() async {}
  }

  /// A watch that looks while its feed is heard.
  private func watching(_ clock: VirtualClock) -> (
    database: VersionOnly, feed: Feed, watch: Watch
  ) {
    let database = VersionOnly()
    let source = Lock<(@Sendable () -> Void)?>(nil)
    let feed = Feed { source.withLock { $0 }?() }
    let watch = Watch(known: 1, database: database, feed: feed, clock: clock)
    source.withLock { $0 = { watch.heldChanged() } }
    return (database, feed, watch)
  }

  @Test("a failing look is told once and repeated ever more slowly; the first that works tells")
  func fails() async {
    let clock = VirtualClock()
    let (database, feed, watch) = watching(clock)
    let ear = ChangeEar(feed.stream())
    await clock.waitForTimer(of: .milliseconds(250))
    database.answer.withLock { $0 = .failure(SQLError(kind: .busy, operation: "look")) }
    for wait in [250, 500, 1_000, 2_000, 2_000] {
      await clock.waitForTimer(of: .milliseconds(wait))
      clock.advance(by: .milliseconds(wait))
    }
    await clock.waitForTimer(of: .seconds(2))
    database.answer.withLock { $0 = .success(1) }
    clock.advance(by: .seconds(2))
    await ear.wait { $0.count == 2 }
    guard case .stopped(let error) = ear.origins[0] else {
      Issue.record("\(ear.origins)")
      return
    }
    #expect(error.code() == "store")
    #expect(ear.origins[1] == .saved(dataVersion: 1))
    await clock.waitForTimer(of: .milliseconds(250))
    await watch.close()
    feed.finish()
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test("a watch that is let go looks no more, and goes on when it is held again")
  func heldAgain() async {
    let clock = VirtualClock()
    let (database, feed, watch) = watching(clock)
    let first = ChangeEar(feed.stream())
    await clock.waitForTimer(of: .milliseconds(250))
    await first.letGo()
    database.answer.withLock { $0 = .success(2) }
    let second = ChangeEar(feed.stream())
    await second.wait { !$0.isEmpty }
    #expect(second.origins == [.saved(dataVersion: 2)] && first.origins.isEmpty)
    await watch.close()
  }
}
