import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("A manager whose key is refused, and one that gets another", .timeLimit(.minutes(2)))
struct SyncManagerKeyTests {
  private static let good = "mk_secret_that_works"

  /// A server that takes only the good key.
  private func refusing(_ bench: CopyBench) {
    bench.server.door { request in
      request.headers["Authorization"] == "Bearer \(Self.good)" || request.line == "GET /"
        ? nil : .refusal(401, "invalid_key")
    }
  }

  /// A manager at rest whose key is refused with the next thing that it asks, and two writes that
  /// found it out.
  private func stopped(_ bench: CopyBench) async throws -> (ManagerBench, [QueuedWrite]) {
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.following()
    refusing(bench)
    let writes = [try await sync.write("A"), try await sync.write("B")]
    await sync.gather()
    await sync.stopped()
    await sync.told(1)
    bench.transport.forget()
    return (sync, writes)
  }

  private func expectSentOnce(_ writes: [QueuedWrite], _ bench: CopyBench) {
    let sent = bench.transport.requests.filter { $0.line == "POST /items" }
    #expect(
      sent.compactMap { $0.headers["Idempotency-Key"] } == writes.map(\.idempotencyKey))
    #expect(sent.allSatisfy { $0.headers["Authorization"] == "Bearer \(Self.good)" })
  }

  @Test(
    "a refused key stops it and is told once; with another one it goes on by itself and sends once",
    arguments: [true, false])
  func goesOn(_ isManagers: Bool) async throws {
    let bench = try CopyBench()
    let (sync, writes) = try await stopped(bench)
    #expect(sync.told.map(\.error.refusesKey) == [true] && sync.manager.status.pending == 2)
    #expect(bench.transport.requests.isEmpty)
    if isManagers {
      try await sync.manager.useKey(Self.good)
    } else {
      // An app that changes the key at the copy finds the manager going on all the same.
      try await sync.copy.useKey(Self.good)
    }
    let status = await sync.atRest()
    #expect(status.lastError == nil && status.attention == 0 && sync.told.count == 1)
    expectSentOnce(writes, bench)
    #expect(try await sync.copy.queue.all().allSatisfy { $0.verdict == .accepted })
    // It follows again.
    let ear = ChangeEar(sync.copy.changes())
    await bench.transport.waitFor("GET /events", times: 2)
    bench.server.publish(.created, Fixture.item(["title": "C", "body": ""], id: id(5)))
    await ear.wait { $0.contains { $0.itemId == id(5) } }
    #expect(!ear.origins.contains { if case .stopped = $0 { true } else { false } })
    await sync.copy.close()
  }

  @Test("a key that is refused too is told like the first, and nothing says online in between")
  func refusedAgain() async throws {
    let bench = try CopyBench()
    let (sync, writes) = try await stopped(bench)
    let seen = Lock<[SyncStatus.Connection]>([])
    let updates = Lock<[CopyUpdate.Connection]>([])
    let watching = [
      Task {
        for await status in sync.manager.statuses() {
          seen.withLock { $0.append(status.connection) }
        }
      },
      Task {
        for await update in sync.copy.updates() {
          updates.withLock { $0.append(update.connection) }
        }
      },
    ]
    try await sync.manager.useKey("mk_secret_that_is_wrong_too")
    await sync.told(2)
    #expect(sync.told.last?.error.refusesKey == true)
    #expect(sync.told.last?.status.connection == sync.manager.status.connection)
    await sync.stopped()
    #expect(bench.transport.lines.count { $0 == "POST /items" } == 0)
    for task in watching { task.cancel() }
    #expect(!seen.withLock { $0 }.contains(.online))
    #expect(!updates.withLock { $0 }.contains(.online))
    bench.transport.forget()
    try await sync.manager.useKey(Self.good)
    await sync.atRest()
    expectSentOnce(writes, bench)
    #expect(sync.told.count == 2)
    await sync.copy.close()
  }

  @Test("a load that runs is called off for the new key, and done anew under it")
  func callsOff() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["title": "A", "body": ""], id: id(1)))
    let sync = ManagerBench(bench, try await bench.open())
    bench.server.door { request in
      request.line == "GET /items" && request.headers["Authorization"] != "Bearer \(Self.good)"
        ? .stall : nil
    }
    sync.manager.start()
    await bench.transport.waitFor("GET /items")
    // The clock stands still: a change that waited for the load would wait for good.
    try await sync.manager.useKey(Self.good)
    await sync.atRest()
    #expect(try await sync.copy.items.get(id(1)) != nil && sync.told.isEmpty)
    await sync.copy.close()
  }

  @Test("in the background a new key is kept for later, and a key that works may be changed too")
  func suspended() async throws {
    let bench = try CopyBench()
    let (sync, writes) = try await stopped(bench)
    await sync.manager.suspend()
    try await sync.manager.useKey(Self.good)
    _ = await sync.manager.sync()
    #expect(bench.transport.requests.isEmpty)
    #expect(sync.manager.status.connection == .connecting)
    sync.manager.resume()
    await sync.atRest()
    expectSentOnce(writes, bench)
    bench.server.openDoors()
    try await sync.manager.useKey("mk_secret_of_tomorrow")
    await sync.manager.sync()
    await sync.atRest()
    #expect(
      bench.transport.requests.last?.headers["Authorization"] == "Bearer mk_secret_of_tomorrow")
    #expect(sync.told.count == 1)
    await sync.copy.close()
  }

  @Test("a change that fails leaves it going on, or ended with the copy")
  func fails() async throws {
    let bench = try CopyBench()
    let alone = ManagerBench(bench, try await bench.openAlone())
    #expect(await thrown { try await alone.manager.useKey("mk_x") }?.code() == "no_server")
    await alone.copy.close()
    let sync = ManagerBench(bench, try await bench.open())
    sync.manager.start()
    await sync.atRest()
    await sync.copy.close()
    #expect(await thrown { try await sync.manager.useKey("mk_x") }?.code() == "closed")
    await sync.status { if case .stopped(.closed) = $0.connection { true } else { false } }
    #expect(sync.told.isEmpty)
  }

  @Test("those who look on stay while the key is changed, and see what comes after it")
  func onlookers() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    _ = try await copy.items.create(Draft(type: "core.note", properties: ["body": "A"]))
    let stall = ScriptedStream()
    bench.server.door { $0.line == "GET /" ? .answer(200, body: .held(stall)) : nil }
    let slow = Task { try await copy.catchUp() }
    await bench.transport.waitFor("GET /")
    let change = Task { try await copy.useKey(Self.good) }
    while (try? await copy.status()) != nil { await Task.yield() }
    // Taken in the midst of the change: nothing can be read now.
    var updates = copy.updates().makeAsyncIterator()
    let ending = Task {
      stall.cut()
      _ = try? await slow.value
      try await change.value
    }
    var update = try #require(await updates.next())
    #expect(update.pending == 1 && update.hydration == .complete)
    try await ending.value
    bench.server.openDoors()
    _ = try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    while update.pending != 2 { update = try #require(await updates.next()) }
    await copy.close()
  }
}

extension ManagerBench {
  /// Waits until a key or the like has stopped it.
  @discardableResult
  func stopped() async -> SyncStatus {
    await status { if case .stopped = $0.connection { true } else { false } }
  }
}
