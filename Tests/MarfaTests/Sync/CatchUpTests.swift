import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Catching up")
struct CatchUpTests {
  private func note(
    _ number: Int, _ title: String = "A", version: Int64 = 1, type: String = "core.note",
    state: ItemState = .active, tier: Tier = .library, updatedAt: String = Fixture.time,
    tags: [String] = []
  ) -> Item {
    Fixture.item(
      ["title": .string(title), "body": "Text"], id: id(number), type: type, state: state,
      tier: tier,
      version: version, updatedAt: updatedAt, tags: tags)
  }

  /// A loaded copy that holds note 1.
  private func start(
    _ bench: CopyBench, edgeTypes: [String] = []
  ) async throws -> WorkingCopy {
    bench.server.hold(note(1))
    return try await bench.hydrated(edgeTypes: edgeTypes)
  }

  /// A loaded copy that holds notes 1 and 2, each with an edge to the other.
  private func startLinked(_ bench: CopyBench) async throws -> WorkingCopy {
    bench.server.hold(note(2))
    bench.server.hold(
      Fixture.edge(id: id(101), from: id(1), to: id(2)),
      Fixture.edge(id: id(102), from: id(2), to: id(1)))
    return try await start(bench)
  }

  // MARK: - The cursor

  @Test("events are applied in order and the cursor is the last one taken, never the greatest")
  func cursorIsLastTaken() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.door { request in
      guard request.line == "GET /events" else { return nil }
      let event = { (title: String, version: Int64) in
        WireEvent.item(
          WireItemEvent(
            kind: .updated, item: WireItem(self.note(1, title, version: version)),
            metadata: WireMetadata(itemId: id(1), tags: []))
        ).json
      }
      return .stream(
        ScriptedStream(
          ScriptedStream.frame(event("Nine", 2), id: 9)
            + ScriptedStream.frame(event("Seven", 3), id: 7), ends: true))
    }
    let error = await thrown { try await copy.catchUp() }
    #expect(error?.code() == "stream_incomplete")
    let status = try await copy.status()
    #expect(status.eventCursor == "7" && status.hydration == .complete)
    #expect(try await copy.items.get(id(1))?.title == "Seven")
    await copy.close()
  }

  @Test("a catch-up asks who answers and for the catalog, then opens the stream at its cursor")
  func order() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.updated, note(1, "B", version: 2))
    try await copy.catchUp()
    bench.transport.forget()
    let report = try await copy.catchUp()
    let lines = bench.transport.lines
    #expect(lines.first == "GET /" && lines.last == "GET /events" && lines.count == 4)
    #expect(bench.transport.requests.last?.headers["Last-Event-ID"] == "1")
    #expect(report == CatchUpReport(applied: 0, skipped: 0, cursor: "1", reachedHead: true))
    await copy.close()
  }

  @Test("an older version is passed over and the cursor advances; an equal stamp is applied")
  func ordering() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.updated, note(1, "Third", version: 3, updatedAt: Fixture.later))
    bench.server.publish(.updated, note(1, "Second", version: 2, updatedAt: Fixture.later))
    bench.server.publish(.updated, note(1, "Early", version: 3, updatedAt: Fixture.time))
    bench.server.publish(
      .metadataChanged, note(1, "Third", version: 3, updatedAt: Fixture.later, tags: ["new"]))
    let report = try await copy.catchUp()
    #expect(report == CatchUpReport(applied: 2, skipped: 2, cursor: "4", reachedHead: true))
    let shown = try #require(try await copy.items.get(id(1)))
    #expect(shown.title == "Third" && shown.tags == ["new"])
    await copy.close()
  }

  @Test("a local edit's own time does not make the server's later events of that version look old")
  func localTimeHidesNothing() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.clock.advance(by: .seconds(86_400 * 365))
    try await copy.items.update(id(1), Edit(properties: ["mood": "calm"], baseVersion: 1))
    bench.server.publish(.metadataChanged, note(1, updatedAt: Fixture.later, tags: ["new"]))
    #expect(try await copy.catchUp().applied == 1)
    let shown = try #require(try await copy.items.get(id(1)))
    #expect(shown.tags == ["new"] && shown.properties["mood"] == "calm")
    await copy.close()
  }

  @Test("the last marker jumps the cursor over events that this reader may not see, only forward")
  func liveMarkerMovesForward() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.updated, note(1, "B", version: 2))
    bench.server.set { $0.head = 40 }
    let report = try await copy.catchUp()
    #expect(report.cursor == "40" && report.applied == 1)
    #expect(try await copy.status().eventCursor == "40")
    await copy.close()
  }

  @Test("an event of an unknown name is passed over and the cursor advances")
  func unknownEvent() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(raw: ["event_type": "item.dreamt", "item": ["id": "x"]])
    bench.server.publish(raw: ["event_type": "weather.changed"])
    let report = try await copy.catchUp()
    #expect(report.skipped == 2 && report.cursor == "2")
    await copy.close()
  }

  @Test("an event that cannot be read ends it with the cursor before it; what came before is taken")
  func malformedEvent() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.updated, note(1, "B", version: 2))
    bench.server.publish(raw: ["event_type": "item.updated", "item": ["id": "half"]])
    bench.server.publish(.updated, note(1, "C", version: 3))
    let error = await thrown { try await copy.catchUp() }
    #expect(error?.code() == "decoding")
    #expect(try await copy.status().eventCursor == "1")
    #expect(try await copy.items.get(id(1))?.title == "B")
    await copy.close()
  }

  @Test("an event whose id is no number cannot be taken", arguments: ["x", "-1", "01", ""])
  func unreadableId(_ eventId: String) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.door { request in
      guard request.line == "GET /events" else { return nil }
      let data = WireEvent.itemPurged(WireItem(self.note(1))).json
      return .stream(ScriptedStream("id: \(eventId)\ndata: \(JSONValue.object(data))\n\n"))
    }
    #expect(await thrown { try await copy.catchUp() }?.code() == "decoding")
    #expect(try await copy.status().eventCursor == "0")
    await copy.close()
  }

  // MARK: - Entering and leaving

  @Test("a row that enters the slice is held with every page of its edges")
  func entering() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.set { $0.pageSize = 2 }
    for number in 1...5 {
      bench.server.hold(Fixture.edge(id: id(100 + number), from: id(2), to: id(1)))
    }
    bench.server.publish(.updated, note(2, "From the feed", version: 2))
    let report = try await copy.catchUp()
    #expect(report.applied == 1)
    #expect(try await copy.edges.from(id(2)).count == 5)
    #expect(bench.transport.lines.count { $0 == "GET /items/\(id(2))/edges" } == 3)
    await copy.close()
  }

  @Test("a row that was just made brings no read: its edges follow as events")
  func created() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.created, note(2))
    bench.server.publish(.created, Fixture.edge(from: id(2), to: id(1)))
    let report = try await copy.catchUp()
    #expect(report.applied == 2)
    #expect(try await copy.edges.from(id(2)).count == 1)
    #expect(!bench.transport.lines.contains { $0.hasSuffix("/edges") })
    await copy.close()
  }

  @Test("when the edges of an entering row cannot be read, the cursor stays before its event")
  func enteringFails() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.updated, note(1, "B", version: 2))
    bench.server.publish(.updated, note(2, version: 2))
    bench.server.publish(.updated, note(1, "C", version: 3))
    bench.server.door("GET /items/\(id(2))/edges") { _ in .unreachable }
    let ear = await bench.ear(copy)
    #expect(await thrown { try await copy.catchUp() }?.code() == "network")
    #expect(try await copy.status().eventCursor == "1")
    #expect(try await copy.items.get(id(1))?.title == "B")
    #expect(try await copy.items.get(id(2)) == nil)
    // The rows have changed, so the streams hear of it although the call failed.
    await ear.wait(for: .refreshed(.caughtUp))
    await ear.letGo()
    bench.server.openDoors()
    #expect(try await copy.catchUp().cursor == "3")
    #expect(try await copy.items.get(id(2)) != nil)
    await copy.close()
  }

  @Test("a row that is gone before its edges are read is held without any, until its purge comes")
  func enteringGone() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.updated, note(2, version: 2))
    bench.server.purge(note(2, version: 2))
    let report = try await copy.catchUp()
    #expect(report.applied == 2)
    #expect(try await copy.items.get(id(2)) == nil)
    await copy.close()
  }

  @Test("a row that leaves and comes back within one batch comes back with its edges")
  func leavesAndReturns() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.edge(from: id(1), to: id(2)))
    let copy = try await start(bench)
    bench.server.publish(.updated, note(1, version: 2, tier: .feed))
    bench.server.publish(.updated, note(1, version: 3))
    #expect(try await copy.catchUp().applied == 2)
    #expect(try await copy.edges.from(id(1)).count == 1)
    await copy.close()
  }

  @Test("a row made outside the slice that moves into it in one batch brings its edges along")
  func createdOutsideThenEnters() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.created, note(2, tier: .feed))
    bench.server.publish(.created, Fixture.edge(from: id(2), to: id(1)))
    bench.server.publish(.updated, note(2, version: 2))
    #expect(try await copy.catchUp().skipped == 2)
    #expect(try await copy.edges.from(id(2)).count == 1)
    await copy.close()
  }

  @Test("a row that leaves goes with the edges it draws; those drawn to it and writes to it stay")
  func leaving() async throws {
    let bench = try CopyBench()
    let copy = try await startLinked(bench)
    try await copy.items.update(id(1), Edit(properties: ["title": "Mine"], baseVersion: 1))
    bench.server.publish(.updated, note(1, version: 2, type: "core.task"))
    #expect(try await copy.catchUp().applied == 1)
    #expect(try await copy.items.get(id(1)) == nil)
    #expect(try await copy.edges.ofType("references").map(\.id) == [id(102)])
    #expect(try await copy.queue.all().map(\.kind) == [.updateItem])
    #expect(try await bench.count("SELECT count(*) FROM beneath", in: copy) == 0)
    await copy.close()
  }

  @Test("edges of a type held whole stay when the row they start at leaves")
  func leavingKeepsWhole() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.edge(from: id(1), to: id(2)))
    let copy = try await start(bench, edgeTypes: ["references"])
    bench.server.publish(.updated, note(1, version: 2, tier: .feed))
    try await copy.catchUp()
    #expect(try await copy.edges.ofType("references").count == 1)
    await copy.close()
  }

  @Test("a pinned row never leaves for leaving the slice")
  func pinnedStays() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await bench.run("INSERT INTO pins (item_id) VALUES ('\(id(1))')", in: copy)
    bench.server.publish(.updated, note(1, "Task", version: 2, type: "core.task", tier: .feed))
    #expect(try await copy.catchUp().applied == 1)
    #expect(try await copy.items.get(id(1))?.title == "Task")
    await copy.close()
  }

  @Test("a row that goes to the bin is held there, shows nowhere, and comes back when restored")
  func bin() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.deleted, note(1, state: .trashed))
    try await copy.catchUp()
    #expect(try await copy.items.get(id(1)) == nil)
    #expect(try await copy.items.list(ListFilters(state: .trashed)).count == 1)
    bench.server.publish(.restored, note(1))
    try await copy.catchUp()
    #expect(try await copy.items.get(id(1)) != nil)
    await copy.close()
  }

  @Test("a purge removes the row, the edges at both its ends and its pin")
  func purge() async throws {
    let bench = try CopyBench()
    let copy = try await startLinked(bench)
    try await bench.run("INSERT INTO pins (item_id) VALUES ('\(id(1))')", in: copy)
    bench.server.purge(note(1))
    let report = try await copy.catchUp()
    #expect(report.applied == 1)
    let status = try await copy.status()
    #expect(status.items == 1 && status.edges == 0 && status.pinned.isEmpty)
    bench.server.purge(note(1))
    #expect(try await copy.catchUp().skipped == 1)
    await copy.close()
  }

  @Test("5,000 events in one stream are applied in their order, the last state standing")
  func manyEvents() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    for number in 0..<5_000 {
      bench.server.publish(
        .updated, note(1 + number % 50, "\(number)", version: Int64(2 + number / 50)))
    }
    let report = try await copy.catchUp()
    #expect(report.applied == 5_000 && report.cursor == "5000")
    #expect(try await copy.items.get(id(50))?.title == "4999")
    await copy.close()
  }
}
