import MarfaModel
import MarfaTesting
import Testing

@testable import Marfa

@Suite("How a copy stands")
struct UpdatesTests {
  @Test("the first element is the state now, and later ones gather what happened in between")
  func gathers() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    var updates = copy.updates().makeAsyncIterator()
    #expect(await updates.next() == .local)
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "A"]))
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    let update = try #require(await updates.next())
    #expect(update.changes.map(\.origin) == [.local(.createItem), .local(.createItem)])
    #expect(update.pending == 2 && update.connection == .local && update.hydration == .never)
    await copy.close()
    #expect(await updates.next() == nil)
  }

  @Test("holding updates follows nothing; they tell what other calls find of the server")
  func drivesNothing() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    var updates = copy.updates().makeAsyncIterator()
    #expect(await updates.next() == .connecting)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    var seen: [CopyUpdate] = []
    while seen.last?.changes.last?.origin != .refreshed(.hydrated) {
      seen.append(try #require(await updates.next()))
    }
    #expect(seen.allSatisfy { $0.connection == .online } && seen.last?.hydration == .complete)
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 2)
    await copy.close()
  }

  @Test("an outage, its end and a follow that stopped move the connection, each as an element")
  func connection() async {
    let feed = Feed {}
    let offline = MarfaError.network(message: "Off.")
    var updates = feed.updates { (1, .complete) }.makeAsyncIterator()
    #expect(await updates.next()?.connection == .connecting)
    feed.tellReachable()
    #expect(
      await updates.next()
        == CopyUpdate(connection: .online, pending: 1, hydration: .complete))
    feed.tellUnreachable(offline)
    #expect(await updates.next()?.connection == .offline(offline))
    feed.tellReachable()
    #expect(await updates.next()?.changes == [Change(origin: .serverReachable)])
    feed.tellStopped(offline)
    #expect(await updates.next()?.connection == .stopped(offline))
    feed.clearStopped()
    #expect(await updates.next()?.connection == .online)
    feed.finish()
    #expect(await updates.next() == nil)
    #expect(!feed.isHeld)
  }

  @Test("several sequences each hear everything, and one of a closed copy is over")
  func several() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    var first = copy.updates().makeAsyncIterator()
    var second = copy.updates().makeAsyncIterator()
    _ = await first.next()
    _ = await second.next()
    try await copy.declareTypes([])
    #expect(await first.next()?.changes.count == 1)
    #expect(await second.next()?.changes.count == 1)
    await copy.close()
    var late = copy.updates().makeAsyncIterator()
    #expect(await late.next() == nil)
  }
}
