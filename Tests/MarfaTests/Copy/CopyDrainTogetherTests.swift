import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Drains beside other calls")
struct CopyDrainTogetherTests {
  @Test("a drain beside another waits and sends what is left")
  func twoDrains() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    let stalled = ScriptedStream()
    bench.server.door("PATCH /items/\(id(1))") { _ in
      .answer(200, [ScriptedAnswer.contract], body: .held(stalled))
    }
    let first = Task { try await copy.queue.drain() }
    await bench.transport.waitFor("PATCH /items/\(id(1))")
    try await copy.tags.add("x", to: id(1))
    let second = Task { try await copy.queue.drain() }
    let row = ScriptedServer.row(
      Fixture.item(["title": "Mine", "body": "Text"], id: id(1), version: 2),
      ScriptedServer.State())
    stalled.send("\(row)")
    stalled.end()
    #expect(try await first.value.answered == 1)
    #expect(try await second.value.answered == 1)
    #expect(bench.transport.requests.count { $0.method == "PATCH" } == 1)
    await copy.close()
  }

  @Test("a drain that is cancelled while it waits for another ends at once")
  func cancelledInLine() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    bench.server.door("GET /") { _ in .stall }
    let first = Task { try await copy.queue.drain() }
    await bench.transport.waitFor("GET /")
    let second = Task { _ = try await copy.queue.drain() }
    second.cancel()
    #expect(await thrown { try await second.value }?.code() == "canceled")
    bench.clock.advance(by: .seconds(30))
    #expect(try await first.value.undelivered == 1)
    await copy.close()
  }

  @Test("a cancelled drain settles the write that is out, sends no other, and throws canceled")
  func cancelled() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    try await copy.tags.add("x", to: id(1))
    let answer = ScriptedStream()
    bench.server.door("PATCH /items/\(id(1))") { _ in
      .answer(200, [ScriptedAnswer.contract], body: .held(answer))
    }
    let ear = await bench.ear(copy)
    let drain = Task { _ = try await copy.queue.drain() }
    await bench.transport.waitFor("PATCH /items/\(id(1))")
    drain.cancel()
    let row = ScriptedServer.row(
      Fixture.item(["title": "Mine", "body": "Text"], id: id(1), version: 2),
      ScriptedServer.State())
    answer.send("\(row)")
    answer.end()
    #expect(await thrown { try await drain.value }?.code() == "canceled")
    let queue = try await copy.queue.all()
    #expect(queue.map(\.verdict) == [.accepted, nil])
    #expect(try await copy.items.get(id(1))?.version == 2)
    // The row changed, so the streams hear of it although the call failed.
    await ear.wait(for: .refreshed(.drained))
    await ear.letGo()
    await copy.close()
  }

  @Test("a load under a running drain mixes nothing: the answer comes again under the same key")
  func loadUnderDrain() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    let answer = ScriptedStream()
    let isFirst = Lock(true)
    bench.server.door { request in
      guard request.method == "PATCH" else { return nil }
      let stalls = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return stalls ? .answer(200, [ScriptedAnswer.contract], body: .held(answer)) : nil
    }
    let drain = Task { try await copy.queue.drain() }
    await bench.transport.waitFor("PATCH /items/\(id(1))")
    // Another life of the server: what the old one answers is no row of the new one.
    bench.server.hold(Fixture.item(["title": "New life", "body": "Text"], id: id(1), version: 1))
    try await copy.hydrate(types: ["core.note"], tier: .library)
    let row = ScriptedServer.row(
      Fixture.item(["title": "Old life", "body": "Text"], id: id(1), version: 9),
      ScriptedServer.State())
    answer.send("\(row)")
    answer.end()
    #expect(try await drain.value.answered == 1)
    let shown = try #require(try await copy.items.get(id(1)))
    #expect(shown.title == "Mine" && shown.version == 2)
    let keys = bench.transport.requests.filter { $0.method == "PATCH" }
      .map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && keys[0] == keys[1])
    await copy.close()
  }

  @Test("without a server a drain says so; a copy that was never loaded has no cursor")
  func preconditions() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    #expect(await thrown { try await copy.queue.drain() }?.code() == "no_server")
    #expect(await thrown { try await copy.catchUp() }?.code() == "no_server")
    #expect(
      await thrown { try await copy.hydrate(types: ["core.note"], tier: .all) }?.code()
        == "no_server")
    await copy.close()
  }
}
