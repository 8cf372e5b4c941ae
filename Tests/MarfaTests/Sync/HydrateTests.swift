import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Loading a copy whole")
struct HydrateTests {
  private func note(_ number: Int, version: Int64 = 1) -> Item {
    Fixture.item(
      ["title": .string("Note \(number)"), "body": "Text"], id: id(number), version: version)
  }

  // MARK: - Order and paging

  @Test(
    "the head of the log is read before the catalog and every row, and the log is replayed last")
  func order() async throws {
    let bench = try CopyBench()
    bench.server.hold(note(1))
    let copy = try await bench.open()
    let report = try await copy.hydrate(
      types: ["core.note"], tier: .library, edgeTypes: ["references"])
    let lines = bench.transport.lines
    #expect(lines.first == "GET /")
    #expect(lines[1] == "GET /events")
    #expect(bench.transport.requests[1].headers["Last-Event-ID"] == nil)
    #expect(Set(lines[2...3]) == ["GET /types", "GET /edge-types"])
    #expect(Array(lines[4...]) == ["GET /items", "GET /edges", "GET /events"])
    #expect(bench.transport.requests.last?.headers["Last-Event-ID"] == "0")
    #expect(report.items == 1 && report.pages == 2 && report.cursor == "0")
    await copy.close()
  }

  @Test("every request carries the key, and the listing asks for every state, with edges and tags")
  func requests() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    try await copy.hydrate(types: ["core.note"], tier: .feed)
    for request in bench.transport.requests {
      #expect(request.headers["Authorization"] == "Bearer \(CopyBench.key)")
    }
    let listing = bench.transport.requests.first { $0.path == "/items" }
    #expect(
      listing?.query.map { "\($0.name)=\($0.value)" } == [
        "type=core.note", "tier=feed", "state=any", "include=edges,metadata", "limit=200",
      ])
    let events = bench.transport.requests.first { $0.path == "/events" }
    #expect(events?.headers["Accept"] == "text/event-stream")
    #expect(events?.query.map(\.value) == ["all"])
    await copy.close()
  }

  @Test("pages are read to the one that names no next, short and empty ones included")
  func pages() async throws {
    let bench = try CopyBench()
    bench.server.door { request in
      guard request.line == "GET /items" else { return nil }
      let rows = { (numbers: ClosedRange<Int>) in
        numbers.map { ScriptedServer.row(self.note($0), ScriptedServer.State()) }
      }
      switch request.parameter("cursor") {
      case nil: return .page(rows(1...3), next: "a")
      case "a": return .page([], next: 17)
      case "17": return .page(rows(4...4), next: "b")
      default: return .page(rows(5...5))
      }
    }
    let copy = try await bench.open()
    let report = try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(report.items == 5 && report.pages == 4)
    #expect(try await copy.items.list().count == 5)
    await copy.close()
  }

  @Test(
    "pages that lead back to one that was read are an error, not an endless load",
    arguments: [["a", "a"], ["a", "b", "a"], ["a", "b", "c", "b"]])
  func repeatedCursor(_ cursors: [String]) async throws {
    let bench = try CopyBench()
    let asked = Lock(0)
    bench.server.door { request in
      guard request.line == "GET /items" else { return nil }
      let number = asked.withLock { asked in
        asked += 1
        return asked - 1
      }
      return .page([], next: .string(cursors[min(number, cursors.count - 1)]))
    }
    let copy = try await bench.open()
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.code() == "decoding")
    #expect(asked.withLock { $0 } == cursors.count)
    #expect(try await copy.status().hydration == .inProgress)
    await copy.close()
  }

  @Test("a page that does not say whether more follows is no page")
  func unfinishedPage() async throws {
    let bench = try CopyBench()
    bench.server.door("GET /items") { _ in .json(["data": []]) }
    let copy = try await bench.open()
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.code() == "decoding")
    await copy.close()
  }

  @Test("a row without its tags is refused, since holding it would drop them")
  func rowWithoutMetadata() async throws {
    let bench = try CopyBench()
    bench.server.door("GET /items") { _ in
      .page([["item": .object(WireItem(self.note(1)).json)]])
    }
    let copy = try await bench.open()
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.code() == "decoding")
    await copy.close()
  }

  // MARK: - Edges and pins

  @Test("edges that did not come along are read to the end before their page is written")
  func inlineEdges() async throws {
    let bench = try CopyBench()
    bench.server.set {
      $0.inlineEdges = 2
      $0.pageSize = 3
    }
    bench.server.hold(note(1))
    for number in 1...8 {
      bench.server.hold(Fixture.edge(id: id(100 + number), from: id(1), to: id(number)))
    }
    let copy = try await bench.open()
    let report = try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(report.edges == 8)
    #expect(try await copy.edges.from(id(1)).count == 8)
    let reads = bench.transport.requests.filter { $0.path == "/items/\(id(1))/edges" }
    #expect(reads.map { $0.parameter("cursor") } == ["2", "5"])
    #expect(reads.allSatisfy { $0.parameter("edge_type") == "references" })
    await copy.close()
  }

  @Test("an edge type held whole brings edges whose source is not held; others are not held")
  func wholeEdgeTypes() async throws {
    let bench = try CopyBench()
    let foreign = Fixture.item(id: id(9), type: "core.task")
    bench.server.hold(note(1), foreign)
    bench.server.hold(Fixture.edge(id: id(101), from: id(9), to: id(1)))
    let copy = try await bench.open()
    try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(try await copy.edges.to(id(1)).isEmpty)
    let report = try await copy.hydrate(
      types: ["core.note"], tier: .library, edgeTypes: ["references"])
    #expect(report.edges == 1)
    #expect(try await copy.edges.ofType("references").map(\.id) == [id(101)])
    #expect(try await copy.items.get(id(9)) == nil)
    await copy.close()
  }

  @Test(
    "pinned rows are read by id; one that is absent or forbidden keeps its pin and holds nothing")
  func pins() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let pinned = Fixture.item(["title": "Pinned"], id: id(5), type: "core.task")
    bench.server.hold(pinned)
    for number in [5, 6, 7] {
      try await bench.run("INSERT INTO pins (item_id) VALUES ('\(id(number))')", in: copy)
    }
    bench.server.door("GET /items/\(id(7))") { _ in .refusal(403, "type_not_permitted") }
    try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(try await copy.items.get(id(5))?.title == "Pinned")
    let status = try await copy.status()
    #expect(status.pinned == [id(5), id(6), id(7)])
    #expect(status.hydration == .complete && status.items == 1)
    await copy.close()
  }

  @Test(
    "a pinned row that cannot be had for another reason ends the load",
    arguments: [
      (ScriptedAnswer.unreachable, "network"),
      (.answer(200, [("X-Marfa-Contract", "7")]), "contract_mismatch"),
      (.refusal(401, "invalid_key"), "unauthorized"), (.answer(404, []), "unnamed_answer"),
    ])
  func pinTrouble(_ answer: ScriptedAnswer, _ code: String) async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    try await bench.run("INSERT INTO pins (item_id) VALUES ('\(id(5))')", in: copy)
    bench.server.door("GET /items/\(id(5))") { _ in answer }
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.code() == code)
    #expect(try await copy.status().hydration == .inProgress)
    await copy.close()
  }

  // MARK: - The queue

  @Test("waiting writes are laid over what was loaded, own creates and their edges shown again")
  func laysQueueOver() async throws {
    let bench = try CopyBench()
    bench.server.hold(note(1))
    let copy = try await bench.hydrated()
    try await copy.items.update(id(1), Edit(properties: ["title": "Mine"], baseVersion: 1))
    let made = try await copy.items.create(Draft(type: "core.note", properties: ["body": "New"]))
    let newId = try #require(made.itemId)
    try await copy.edges.create(from: newId, to: id(1), type: "references")
    bench.server.hold(note(1, version: 4))
    try await copy.hydrate(types: ["core.note"], tier: .library)
    let shown = try #require(try await copy.items.get(id(1)))
    #expect(shown.title == "Mine" && shown.version == 4)
    #expect(try await copy.items.get(newId)?.version == 0)
    #expect(try await copy.edges.from(newId).count == 1)
    #expect(try await copy.queue.all().count == 3)
    await copy.close()
  }

  @Test("an edge that was loaded under a waiting change goes back to the server's when refused")
  func edgeUnderChange() async throws {
    let bench = try CopyBench()
    let edge = Fixture.edge(from: id(1), to: id(2), updatedAt: Fixture.time)
    bench.server.hold(note(1), note(2))
    bench.server.hold(edge)
    let copy = try await bench.hydrated()
    try await copy.edges.update(edge.id, properties: ["why": "Mine"], baseVersion: 1)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(try await copy.edges.from(id(1)).first?.properties == ["why": "Mine"])
    bench.server.door("PATCH /edges/\(edge.id)") { _ in .refusal(400, "validation_error") }
    bench.server.door("GET /edges/\(edge.id)") { _ in .refusal(503, "unavailable") }
    try await copy.queue.drain()
    #expect(try await copy.edges.from(id(1)) == [edge])
    await copy.close()
  }

  @Test("a pinned row that is absent keeps its pin even while a write to it waits")
  func absentPinWithWrite() async throws {
    let bench = try CopyBench()
    let pinned = Fixture.item(["title": "Pinned"], id: id(5), type: "core.task")
    let copy = try await bench.hydrated()
    bench.server.hold(pinned)
    try await bench.run("INSERT INTO pins (item_id) VALUES ('\(id(5))')", in: copy)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    try await copy.items.update(id(5), Edit(properties: ["title": "Mine"], baseVersion: 1))
    bench.server.set { $0.items = [] }
    try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(try await copy.items.get(id(5)) == nil)
    #expect(try await copy.status().pinned == [id(5)])
    #expect(try await copy.queue.all().count == 1)
    await copy.close()
  }

  @Test("what happens while rows are read is replayed before the copy is complete")
  func replays() async throws {
    let bench = try CopyBench()
    bench.server.hold(note(1), note(2))
    bench.server.door { [server = bench.server] request in
      if request.line == "GET /items" {
        // Read before the change, written to the copy after it.
        let rows = server.state.withLock { state in
          state.items.map { ScriptedServer.row($0, state) }
        }
        server.publish(.updated, self.note(1, version: 2))
        server.publish(.created, self.note(3))
        return .page(rows)
      }
      return nil
    }
    let copy = try await bench.open()
    let report = try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(report.cursor == "2" && report.items == 3)
    #expect(try await copy.items.get(id(1))?.version == 2)
    await copy.close()
  }
}
