import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Following the server's events")
struct FollowTests {
  // MARK: - Events

  @Test("an event is applied, committed with its cursor, and told to every stream with its ids")
  func tells() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ears = [ChangeEar(copy.changes()), ChangeEar(copy.changes())]
    await bench.transport.waitFor("GET /events")
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    bench.server.publish(.created, Fixture.edge(from: id(1), to: id(2)))
    for ear in ears {
      await ear.wait { $0.count(where: FollowedNote.isTold) == 2 }
      #expect(
        ear.changes == [
          Change(origin: .server(event: "item.updated", cursor: "1"), itemId: id(1)),
          Change(
            origin: .server(event: "edge.created", cursor: "2"), itemId: id(1),
            edgeId: Fixture.edgeId),
        ])
    }
    #expect(try await copy.items.get(id(1))?.title == "B")
    #expect(try await copy.status().eventCursor == "2")
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 1)
    await copy.close()
    for ear in ears { await ear.ended() }
  }

  @Test("an event that changes nothing here is not told, and moves the cursor")
  func untold() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = ChangeEar(copy.changes())
    await bench.transport.waitFor("GET /events")
    bench.server.publish(.created, Fixture.item(id: id(7), type: "core.task"))
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await ear.wait { $0.contains(where: FollowedNote.isTold) }
    #expect(ear.origins == [.server(event: "item.updated", cursor: "2")])
    await copy.close()
  }

  @Test("a catalog that changed is adopted when the stream opens, and told")
  func catalog() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    bench.server.set {
      $0.types.append(["id": "app.a.b", "label": "B", "version": 1, "fields": [:]])
    }
    let ear = ChangeEar(copy.changes())
    await ear.wait(for: .refreshed(.catalog))
    #expect(try await copy.catalog.itemType("app.a.b").label == "B")
    await copy.close()
  }

  @Test("an event of an unknown type has the stream opened again at once, and is then taken")
  func unknownType() async throws {
    let bench = try CopyBench()
    bench.server.hold(FollowedNote.row())
    let copy = try await bench.hydrated(["core.note", "app.*"])
    let ear = ChangeEar(copy.changes())
    await bench.transport.waitFor("GET /events")
    bench.server.set {
      $0.types.append(["id": "app.a.b", "label": "B", "version": 1, "fields": [:]])
    }
    bench.server.publish(.created, Fixture.item(id: id(3), type: "app.a.b"))
    await ear.wait { $0.contains(where: FollowedNote.isTold) }
    #expect(
      ear.origins == [.refreshed(.catalog), .server(event: "item.created", cursor: "1")])
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 2)
    // Besides the silence of a stream and the loading's first frame only the index sleeps.
    let usual: Set<Duration> = [Tuning.followSilence, Tuning.firstFrameTimeout]
    let waits = bench.clock.requestedSleeps.filter { !usual.contains($0) }
    #expect(waits.allSatisfy { $0 < .seconds(1) }, "\(waits)")
    await copy.close()
  }

  @Test("what was applied before an entering row's edges fail is told; the rest follows later")
  func toldBeforeFailure() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let stream = ScriptedStream()
    bench.server.door { request in
      request.line == "GET /events" && request.headers["Last-Event-ID"] == "0"
        ? .stream(stream) : nil
    }
    bench.server.door("GET /items/\(id(2))/edges") { _ in .unreachable }
    let ear = ChangeEar(copy.changes())
    await bench.transport.waitFor("GET /events")
    let entering = Fixture.item(["body": "B"], id: id(2), version: 2)
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    bench.server.publish(.updated, entering)
    // Both in one piece, so that they are taken together.
    let frames = bench.server.state.withLock { state in
      state.log.map { ScriptedStream.frame($0.data, id: $0.id) }.joined()
    }
    stream.send(frames)
    await ear.wait {
      $0.contains { if case .serverUnreachable = $0.origin { true } else { false } }
    }
    #expect(ear.origins.first == .server(event: "item.updated", cursor: "1"))
    #expect(try await copy.status().eventCursor == "1")
    // The connection is not kept while it waits.
    await stream.letGo()
    bench.server.openDoors()
    await bench.advance(past: .seconds(1))
    await ear.wait(for: .server(event: "item.updated", cursor: "2"))
    #expect(ear.origins.contains(.serverReachable))
    await copy.close()
  }

  // MARK: - Outages

  @Test("an outage is told once however often it is tried, and its end once")
  func outage() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let isDown = Lock(true)
    bench.server.door { _ in isDown.withLock { $0 } ? .unreachable : nil }
    let ear = ChangeEar(copy.changes())
    for seconds in [1, 2, 4, 8] { await bench.advance(past: .seconds(seconds)) }
    // Only a try that has failed sets its wait: one that is under way would find the server well.
    await bench.advance(past: .seconds(16)) { isDown.withLock { $0 = false } }
    #expect(bench.transport.lines.count { $0 == "GET /" } >= 5)
    await ear.wait(for: .serverReachable)
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await ear.wait { $0.contains(where: FollowedNote.isTold) }
    #expect(ear.origins.count == 3)
    guard case .serverUnreachable(let error) = ear.origins.first else {
      Issue.record("\(ear.origins)")
      return
    }
    #expect(error.code() == "network" && error.isTransient)
    await copy.close()
  }

  @Test("a first connection that works is not told")
  func reachableIsSilent() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = ChangeEar(copy.changes())
    await bench.transport.waitFor("GET /events")
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await ear.wait { !$0.isEmpty }
    #expect(ear.origins.count == 1)
    await copy.close()
  }

  @Test(
    "a server that asks to wait is left alone for so long, whatever its status",
    arguments: [429, 503])
  func retryAfter(_ status: Int) async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let isBusy = Lock(true)
    bench.server.door { request in
      guard request.line == "GET /events", isBusy.withLock({ $0 }) else { return nil }
      return .refusal(status, "busy", retryAfter: "40")
    }
    let ear = ChangeEar(copy.changes())
    let wait = await bench.followWait()
    #expect(wait >= .seconds(40) && wait <= .seconds(60))
    isBusy.withLock { $0 = false }
    bench.clock.advance(by: wait)
    await ear.wait(for: .serverReachable)
    await copy.close()
  }

  @Test("a stream that falls silent for 90 seconds is given up and asked for again")
  func silence() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = ChangeEar(copy.changes())
    await bench.clock.waitForTimer(of: .seconds(90))
    let silent = try #require(bench.server.streams.first)
    // Its first frame was taken, so that the silence that is measured is the last one.
    await silent.taken()
    bench.clock.advance(by: .seconds(90))
    await silent.letGo()
    // It had lasted, so only the spreading is waited.
    await bench.advance(past: .zero)
    await bench.transport.waitFor("GET /events", times: 2)
    await bench.clock.waitForTimer(of: .seconds(90))
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await ear.wait { $0.contains(where: FollowedNote.isTold) }
    #expect(ear.origins.count == 1)
    await copy.close()
  }

  @Test("a comment puts the silence off")
  func commentsKeepAlive() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = ChangeEar(copy.changes())
    for _ in 0..<4 {
      await bench.clock.waitForTimer(of: .seconds(90))
      bench.clock.advance(by: .seconds(80))
      for stream in bench.server.streams { stream.comment() }
    }
    await bench.clock.waitForTimer(of: .seconds(90))
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 1)
    #expect(ear.origins.isEmpty)
    await copy.close()
  }

  @Test("a cut stream is asked for again from the stored cursor, and nothing is told twice or lost")
  func cut() async throws {
    let bench = try CopyBench()
    let copy = try await bench.following()
    let ear = ChangeEar(copy.changes())
    await bench.transport.waitFor("GET /events")
    bench.server.publish(.updated, FollowedNote.row("B", version: 2))
    await ear.wait { $0.count == 1 }
    for stream in bench.server.streams { stream.cut() }
    bench.server.set { $0.streams = [] }
    bench.server.publish(.updated, FollowedNote.row("C", version: 3))
    await bench.advance(past: .seconds(1))
    await ear.wait { $0.count == 2 }
    #expect(bench.transport.requests.last { $0.path == "/events" }?.headers["Last-Event-ID"] == "1")
    #expect(
      ear.origins == [
        .server(event: "item.updated", cursor: "1"), .server(event: "item.updated", cursor: "2"),
      ])
    await copy.close()
  }
}
