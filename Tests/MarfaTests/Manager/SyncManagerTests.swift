import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("A manager that keeps a copy in step", .timeLimit(.minutes(2)))
struct SyncManagerTests {
  /// Creates that the server has taken.
  private func creates(_ bench: CopyBench) -> Int {
    bench.transport.lines.count { $0 == "POST /items" }
  }

  // MARK: - The ordinary way

  @Test("a copy that was never loaded is loaded, followed, and each write sent by itself (R224)")
  func ordinary() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["title": "A", "body": "Text"], id: id(1)))
    let sync = ManagerBench(bench, try await bench.open())
    #expect(sync.manager.status == SyncStatus())
    sync.manager.start()
    await sync.atRest()
    #expect(try await sync.copy.items.get(id(1))?.title == "A")
    let write = try await sync.write("Mine")
    await sync.status { $0.pending == 1 }
    await sync.gather()
    let status = await sync.atRest()
    #expect(creates(bench) == 1 && status.lastError == nil && status.lastSynced != nil)
    #expect(try await sync.copy.queue.all().first { $0.id == write.id }?.verdict == .accepted)
    #expect(sync.told.isEmpty)
    await sync.copy.close()
  }

  @Test("many writes of one moment are one drain, and what the server tells arrives by itself")
  func gathersAndFollows() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.atRest()
    for number in 0..<20 { _ = try await sync.write("\(number)") }
    await sync.status { $0.pending == 20 }
    await sync.gather()
    await sync.atRest()
    #expect(creates(bench) == 20)
    await bench.transport.waitFor("GET /events", times: 2)
    let ear = ChangeEar(sync.copy.changes())
    bench.server.publish(.created, Fixture.item(["title": "B", "body": ""], id: id(5)))
    await ear.wait { $0.contains { $0.itemId == id(5) } }
    #expect(try await sync.copy.items.get(id(5))?.title == "B")
    await sync.copy.close()
  }

  @Test("a copy that holds another slice is loaded anew; its progress is shown")
  func slice() async throws {
    let bench = try CopyBench()
    for number in 1...5 {
      bench.server.hold(
        Fixture.item(["title": "T", "body": ""], id: id(number), type: "core.note"))
    }
    let copy = try await bench.hydrated(["core.task"])
    let sync = ManagerBench(bench, copy)
    let shown = Lock<[UInt64]>([])
    let isLoaded = Lock(false)
    bench.server.door { request in
      // The replay's stream comes after all pages: by then the progress is told.
      if request.line == "GET /events", request.headers["Last-Event-ID"] != nil,
        !isLoaded.withLock({ $0 })
      {
        isLoaded.withLock { $0 = true }
        let status = await sync.status { $0.progress?.items == 5 }
        shown.withLock { $0.append(status.progress?.items ?? 0) }
      }
      return nil
    }
    sync.manager.start()
    await sync.atRest()
    #expect(try await copy.status().sliceTypes == ["core.note"])
    #expect(try await copy.status().items == 5 && shown.withLock { $0 } == [5])
    #expect(sync.manager.status.progress == nil)
    await copy.close()
  }

  @Test("a copy without a server is local, and stays so")
  func local() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.openAlone())
    sync.manager.start()
    _ = try await sync.write()
    await sync.status { $0.pending == 1 }
    #expect(sync.manager.status.connection == .local && sync.told.isEmpty)
    await sync.manager.stop()
    await sync.copy.close()
  }

  // MARK: - Trouble that passes

  @Test(
    "an outage is shown as a state and never told; when it ends, everything goes on (R228, R229)",
    arguments: [
      ScriptedAnswer.unreachable, .failure(.connection(.timedOut(.head))),
      .refusal(500, "internal"), .refusal(429, "rate_limited"), .answer(502, []),
      .answer(200, [ScriptedAnswer.contract], body: .cut(after: [0x7B])),
    ])
  func outage(_ answer: ScriptedAnswer) async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    bench.server.door { _ in answer }
    sync.manager.start()
    let offline = await sync.status { if case .offline = $0.connection { true } else { false } }
    #expect(offline.lastError?.isTransient == true)
    _ = try await sync.write()
    await sync.status { $0.pending == 1 }
    for _ in 0..<3 {
      let asked = bench.transport.requests.count
      await sync.nextTry()
      await bench.transport.waitUntil { $0.count > asked }
    }
    bench.server.openDoors()
    let status = await sync.recover()
    #expect(status.lastError == nil && creates(bench) == 1 && sync.told.isEmpty)
    await sync.copy.close()
  }

  @Test("a server that comes back lets the stream know, and what waited goes out (R227)")
  func reconnects() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.following()
    bench.server.door { _ in .unreachable }
    for stream in bench.server.streams { stream.cut() }
    // The follow asks again after its own wait, and finds nobody.
    _ = await bench.followWait()
    await bench.advance(past: .zero)
    await sync.status { if case .offline = $0.connection { true } else { false } }
    bench.server.openDoors()
    await bench.advance(past: .zero)
    await sync.atRest()
    #expect(sync.told.isEmpty)
    await sync.copy.close()
  }

  // MARK: - What needs a person

  @Test("a refused key stops everything and is told once, with the status that says so (R230)")
  func refusedKey() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.following()
    bench.server.door { _ in .refusal(401, "invalid_key") }
    let ear = ChangeEar(sync.copy.changes())
    _ = try await sync.write()
    await sync.gather()
    let status = await sync.status {
      if case .stopped = $0.connection { true } else { false }
    }
    #expect(status.lastError?.refusesKey == true && status.nextTry == nil)
    // The copy's own streams say the same.
    await ear.wait { $0.contains { if case .stopped = $0.origin { true } else { false } } }
    while sync.told.isEmpty { await Task.yield() }
    #expect(sync.told.count == 1 && sync.told.first?.error.refusesKey == true)
    #expect(sync.told.first?.status.connection == status.connection)
    bench.transport.forget()
    _ = try await sync.write()
    sync.manager.syncNow()
    await sync.status { $0.pending == 2 }
    #expect(bench.transport.requests.isEmpty && sync.told.count == 1)
    await sync.copy.close()
  }

  @Test("a stream that can't be read is told once, by everybody, and asked for again later")
  func unreadableStream() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.atRest()
    await bench.transport.waitFor("GET /events", times: 2)
    let ear = ChangeEar(sync.copy.changes())
    for stream in bench.server.streams { stream.send("data: {nonsense\n\n") }
    await sync.told(1)
    bench.transport.forget()
    // What is said of it comes back to the manager; were that news, it would be said for ever.
    for _ in 0..<50 { await sync.manager.rest() }
    #expect(sync.told.count == 1 && bench.transport.requests.isEmpty)
    #expect(ear.origins.count { if case .stopped = $0 { true } else { false } } == 1)
    #expect(sync.manager.status.connection == .stopped(sync.told[0].error))
    let first = sync.manager.status
    await sync.nextTry(within: .seconds(60))
    await sync.status { $0.phase == nil && $0.nextTry != first.nextTry }
    // Had again, and not proven to be well.
    #expect(sync.manager.status.connection == first.connection)
    await bench.transport.waitFor("GET /events", times: 2)
    bench.server.publish(.created, Fixture.item(["title": "B", "body": ""], id: id(5)))
    await sync.atRest()
    #expect(sync.told.count == 1 && sync.manager.status.lastError == nil)
    await ear.letGo()
    await sync.copy.close()
  }

  @Test("a refused write is told with its id, once; the others go on and the connection stays well")
  func refusedWrite() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.atRest()
    bench.server.door { request in
      guard request.line == "POST /items", request.json?.description.contains("Bad") == true else {
        return nil
      }
      return .refusal(400, "validation_error", message: "The title is too bad.")
    }
    let first = try await sync.write("Bad")
    let second = try await sync.write("Good")
    let third = try await sync.write("Bad again")
    await sync.gather()
    let status = await sync.status { $0.pending == 0 && $0.phase == nil && $0.attention == 2 }
    #expect(status.connection == .online)
    let writes = try await sync.copy.queue.all()
    #expect(writes.first { $0.id == second.id }?.verdict == .accepted)
    // Two of one kind are one call.
    await sync.status { _ in sync.told.count == 1 }
    #expect(sync.told.first?.writes == [first.id, third.id])
    #expect(sync.told.first?.error.message == "The title is too bad.")
    _ = try await sync.write("Good too")
    await sync.gather()
    await sync.status { $0.pending == 0 && $0.phase == nil }
    #expect(sync.told.count == 1)
    await sync.copy.close()
  }

  @Test("a released write goes out by itself")
  func release() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["title": "A", "body": "Text"], id: id(1)))
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.atRest()
    bench.server.door("PATCH /items/\(id(1))") { _ in .refusal(422, "idempotency_key_reused") }
    let write = try await sync.copy.items.update(
      id(1), Edit(properties: ["title": "Mine"], baseVersion: 1))
    await sync.gather()
    await sync.status { $0.attention == 1 && $0.phase == nil }
    bench.server.openDoors()
    #expect(try await sync.copy.queue.release(write.id))
    await sync.gather()
    await sync.status { $0.attention == 0 && $0.pending == 0 && $0.phase == nil }
    #expect(try await sync.copy.queue.all().first?.verdict == .accepted)
    await sync.copy.close()
  }

  @Test("a list of types that no server takes is told at once, and nothing is asked (R230)")
  func badSlice() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.open(), types: [])
    sync.manager.start()
    let status = await sync.status {
      if case .stopped = $0.connection { true } else { false }
    }
    #expect(status.lastError?.remedy == .fixInput && bench.transport.requests.isEmpty)
    await sync.manager.stop()
    #expect(sync.told.count == 1)
    await sync.copy.close()
  }

  // MARK: - Background and end

  @Test("in the background nothing is asked; back again it catches up and sends")
  func suspends() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.atRest()
    await sync.manager.suspend()
    bench.transport.forget()
    _ = try await sync.write()
    bench.server.publish(.created, Fixture.item(["title": "B", "body": ""], id: id(5)))
    await sync.status { $0.pending == 1 }
    bench.clock.advance(by: .seconds(3_600))
    #expect(bench.transport.requests.isEmpty)
    sync.manager.resume()
    await sync.atRest()
    #expect(creates(bench) == 1)
    #expect(try await sync.copy.items.get(id(5)) != nil)
    await sync.copy.close()
  }

  @Test("a stop waits for what runs, can be started again, and a closed copy ends it")
  func stops() async throws {
    let bench = try CopyBench()
    let sync = ManagerBench(bench, try await bench.hydrated())
    sync.manager.start()
    await sync.atRest()
    await sync.manager.stop()
    #expect(sync.manager.status.connection == .local && sync.manager.status.phase == nil)
    sync.manager.start()
    await sync.atRest()
    await sync.copy.close()
    await sync.status { if case .stopped(.closed) = $0.connection { true } else { false } }
    #expect(sync.told.isEmpty)
  }

  @Test("a manager that is let go ends its streams and asks nothing more")
  func letGo() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    var manager: SyncManager? = SyncManager(copy, types: ["core.note"])
    let statuses = manager?.statuses()
    manager?.start()
    await bench.transport.waitFor("GET /events")
    manager = nil
    for await _ in try #require(statuses) {}
    for stream in bench.server.streams { await stream.letGo() }
    bench.transport.forget()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    bench.clock.advance(by: .seconds(900))
    await copy.close()
    #expect(bench.transport.requests.isEmpty)
  }
}
