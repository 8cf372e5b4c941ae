import MarfaModel
import Resilience
import Testing

@testable import Marfa

@Suite("The feed of changes")
struct FeedTests {
  private static let offline = MarfaError.network(message: "No network.")

  private func collect(_ stream: AsyncStream<Change>) async -> [Change.Origin] {
    var origins: [Change.Origin] = []
    for await change in stream { origins.append(change.origin) }
    return origins
  }

  @Test("every held stream is told each change once, in one order (R24)")
  func tellsAll() async {
    let feed = Feed {}
    let first = feed.stream()
    let second = feed.stream()
    feed.tell(.local(.createItem), itemId: "a")
    feed.tell([Change(origin: .refreshed(.hydrated)), Change(origin: .refreshed(.catalog))])
    feed.finish()
    let expected: [Change.Origin] = [
      .local(.createItem), .refreshed(.hydrated), .refreshed(.catalog),
    ]
    #expect(await collect(first) == expected)
    #expect(await collect(second) == expected)
  }

  @Test("an outage and its end are told once each, however often they are found")
  func tellsOutageOnce() async {
    let feed = Feed {}
    let stream = feed.stream()
    feed.tellReachable()
    feed.tellUnreachable(Self.offline)
    feed.tellUnreachable(.network(message: "Still none."))
    feed.tellReachable()
    feed.tellReachable()
    feed.finish()
    #expect(await collect(stream) == [.serverUnreachable(Self.offline), .serverReachable])
  }

  @Test("a stream taken later is told the present trouble first")
  func tellsTroubleFirst() async {
    let feed = Feed {}
    let stop = MarfaError.unauthorized(code: "unauthorized", message: "")
    feed.tellUnreachable(Self.offline)
    feed.tellStopped(stop)
    let stream = feed.stream()
    feed.tell(.local(.deleteItem))
    feed.finish()
    let told = await collect(stream)
    #expect(told == [.serverUnreachable(Self.offline), .stopped(stop), .local(.deleteItem)])
  }

  @Test(
    "a reader that is called off while it is told something holds nobody up",
    .timeLimit(.minutes(1)))
  func calledOffWhileTold() async {
    let feed = Feed {}
    for _ in 0..<3_000 {
      let ear = feed.stream()
      let reader = Task.detached { for await _ in ear {} }
      let onlooker = Task.detached { for await _ in feed.updates({ (0, .never) }) {} }
      await Task.yield()
      let teller = Task.detached {
        for _ in 0..<5 { feed.tell(.local(.createItem)) }
      }
      reader.cancel()
      onlooker.cancel()
      await teller.value
      await reader.value
      await onlooker.value
    }
  }

  @Test("a stream of a finished feed is finished already")
  func finished() async {
    let feed = Feed {}
    feed.finish()
    #expect(await collect(feed.stream()).isEmpty)
  }

  @Test("the holder is told about the first stream taken and the last one let go")
  func holderIsTold() async {
    let told = Lock(0)
    let feed = Feed { told.withLock { $0 += 1 } }
    let first = Task { [stream = feed.stream()] in
      for await _ in stream {}
    }
    let second = Task { [stream = feed.stream()] in
      for await _ in stream {}
    }
    #expect(told.withLock { $0 } == 1)
    first.cancel()
    await first.value
    #expect(told.withLock { $0 } == 1)
    second.cancel()
    await second.value
    #expect(told.withLock { $0 } == 2)
    #expect(!feed.isHeld)
  }
}
