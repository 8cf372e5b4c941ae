import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Links of bodies and their edges")
struct BodyLinkTests {
  private func note(_ number: Int, _ title: String, body: String? = nil, version: Int64 = 1) -> Item
  {
    var properties: JSONObject = ["title": .string(title)]
    if let body { properties["body"] = .string(body) }
    return Fixture.item(properties, id: id(number), version: version)
  }

  private func start(_ bench: CopyBench) async throws -> WorkingCopy {
    bench.server.hold(note(1, "Host", body: "Text"), note(2, "Apples"), note(3, "Pears"))
    return try await bench.hydrated()
  }

  private func write(_ body: String, in copy: WorkingCopy, version: Int64 = 1) async throws {
    try await copy.items.update(
      id(1), Edit(properties: ["body": .string(body)], baseVersion: version))
  }

  private func references(_ copy: WorkingCopy) async throws -> [String] {
    try await copy.edges.from(id(1)).filter { $0.edgeType == "references" }.map(\.targetId)
  }

  /// Answers the next change of the body with a conflict.
  private func conflict(_ bench: CopyBench) {
    bench.server.door("PATCH /items/\(id(1))") { _ in
      var answer: JSONObject = [
        "item": .object(WireItem(self.note(1, "Host", body: "Theirs", version: 2)).json)
      ]
      answer["metadata"] = ["item_id": .string(id(1)), "tags": [], "extensions": [:]]
      answer["conflict_resolution"] = [
        "conflicted_copy_id": .string(id(50)), "conflicting_fields": ["body"],
        "fields": ["body"],
      ]
      return .json(.object(answer))
    }
  }

  private static func filter(_ request: ScriptedRequest) -> String? {
    request.line == "GET /items" ? request.parameter("filter") : nil
  }

  @Test("a link by id brings its edge at once, behind the body's own write; taken out, it goes")
  func byId() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await write("See [[\(id(2))]] and [[\(id(1))]].", in: copy)
    #expect(try await references(copy) == [id(2)])
    let queued = try await copy.queue.all()
    #expect(queued.map(\.kind) == [.updateItem, .createEdge])
    #expect(queued[1].dependsOn == [queued[0].id])
    #expect(bench.transport.lines.isEmpty)
    // The same link again brings nothing, and an unchanged body neither.
    try await write("Still [[\(id(2))]].", in: copy)
    #expect(try await copy.queue.all().count == 3)
    try await write("Nothing.", in: copy)
    #expect(try await references(copy).isEmpty)
    #expect(try await copy.queue.all().last?.kind == .deleteEdge)
    await copy.close()
  }

  @Test("a name waits for a drain, which asks the server and sends the edge in that pass")
  func byName() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await write("See [[apples|those]].", in: copy)
    let pending = BodyName(text: "apples|those", name: "apples", target: .pending)
    #expect(try await copy.items.links(in: id(1)).links == [pending])
    #expect(try await references(copy).isEmpty)
    bench.server.door { request in
      guard let filter = Self.filter(request) else { return nil }
      let row: [JSONValue] =
        filter.contains("\"apples\"") && filter.contains("title")
        ? [
          .object([
            "item": .object(WireItem(self.note(2, "Apples")).json),
            "metadata": [
              "item_id": .string(id(2)), "tags": [], "extensions": [:],
            ],
          ])
        ] : []
      return .page(row)
    }
    let report = try await copy.queue.drain()
    #expect(report.verdicts.map(\.kind) == [.updateItem, .createEdge])
    #expect(try await references(copy) == [id(2)])
    #expect(
      try await copy.items.links(in: id(1)).links.map(\.target) == [.item(id: id(2))])
    let sent = bench.transport.lines.filter { !$0.hasPrefix("GET") }
    #expect(sent == ["PATCH /items/\(id(1))", "POST /edges"])
    await copy.close()
  }

  @Test("a name that nothing has is missing, one that two have is ambiguous, until that changes")
  func unresolved() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.door { Self.filter($0) == nil ? nil : .page([]) }
    try await write("[[Plums]] [[Quinces]]", in: copy)
    try await copy.queue.drain()
    let targets = { try await copy.items.links(in: id(1)).links.map(\.target) }
    #expect(try await targets() == [.missing, .missing])
    bench.transport.forget()
    try await copy.queue.drain()
    #expect(bench.transport.requests.allSatisfy { Self.filter($0) == nil })
    // Two items of the name come: it is asked for again.
    bench.server.publish(.created, note(4, "Plums"))
    bench.server.publish(.created, note(5, "Plums"))
    try await copy.catchUp()
    #expect(try await targets() == [.ambiguous, .missing])
    await copy.close()
  }

  @Test("while the server can't be reached the names go on waiting, and no more are asked for")
  func offline() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await write("[[Plums]] [[Quinces]]", in: copy)
    bench.server.door { Self.filter($0) == nil ? nil : .unreachable }
    try await copy.queue.drain()
    #expect(bench.transport.requests.count { Self.filter($0) != nil } == 1)
    #expect(
      try await copy.items.links(in: id(1)).links.map(\.target) == [.pending, .pending])
    bench.server.door { Self.filter($0) == nil ? nil : .refusal(403, "type_not_permitted") }
    try await copy.queue.drain()
    #expect(
      try await copy.items.links(in: id(1)).links.first?.target
        == .refused(reason: "type_not_permitted"))
    await copy.close()
  }

  @Test("an item that only the server has is pinned for its edge, and let go with the last one")
  func pinsTarget() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let task = Fixture.item(["title": "Call"], id: id(7), type: "core.task")
    bench.server.hold(task)
    bench.server.door { request in
      guard Self.filter(request) != nil else { return nil }
      return .page([
        .object([
          "item": .object(WireItem(task).json),
          "metadata": [
            "item_id": .string(id(7)), "tags": [], "extensions": [:],
          ],
        ])
      ])
    }
    try await write("[[Call]]", in: copy)
    try await copy.queue.drain()
    #expect(try await references(copy) == [id(7)])
    #expect(try await copy.status().pinned == [id(7)])
    #expect(try await copy.items.get(id(7)) != nil)
    let version = try #require(try await copy.items.get(id(1))?.version)
    try await write("Nothing.", in: copy, version: version)
    #expect(try await references(copy).isEmpty)
    #expect(try await copy.status().pinned.isEmpty)
    await copy.close()
  }

  @Test("a name that the body no longer carries stops waiting")
  func stopsWaiting() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await write("[[Plums]]", in: copy)
    try await write("None.", in: copy)
    bench.transport.forget()
    try await copy.queue.drain()
    #expect(bench.transport.requests.allSatisfy { Self.filter($0) == nil })
    #expect(try await bench.count("SELECT count(*) FROM body_names", in: copy) == 0)
    await copy.close()
  }

  @Test("an edge that the server has already counts as done; another refusal shows at the name")
  func refusedEdges() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await write("[[\(id(2))]]", in: copy)
    let constraint = Lock("duplicate")
    bench.server.door("POST /edges") { _ in
      .refusal(
        400, "edge_constraint_violation",
        details: ["constraint": .string(constraint.withLock { $0 })])
    }
    try await copy.queue.drain()
    try await copy.queue.drain()
    #expect(try await copy.queue.all().map(\.kind) == [.updateItem])
    constraint.withLock { $0 = "cardinality" }
    let version = try #require(try await copy.items.get(id(1))?.version)
    try await write("[[\(id(3))]]", in: copy, version: version)
    try await copy.queue.drain()
    try await copy.queue.drain()
    #expect(try await copy.queue.all().contains { $0.kind == .createEdge })
    await copy.close()
  }

  @Test("a body whose change lost a conflict takes its edges out of the queue, unsent")
  func conflicted() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await write("[[\(id(2))]]", in: copy)
    conflict(bench)
    let report = try await copy.queue.drain()
    guard case .conflicted = report.verdicts.first?.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(!bench.transport.lines.contains("POST /edges"))
    #expect(try await copy.queue.all().map(\.kind) == [.updateItem])
    #expect(try await references(copy).isEmpty)
    await copy.close()
  }

  @Test("what was written to an edge whose body lost a conflict is refused, and does not wait (R1)")
  func conflictedUnderWrite() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await write("[[\(id(2))]]", in: copy)
    let edge = try #require(try await copy.edges.from(id(1)).first)
    let why = try await copy.edges.update(
      edge.id, properties: ["why": "Because"], baseVersion: edge.version)
    conflict(bench)
    let report = try await copy.queue.drain()
    #expect(report.verdicts.map(\.id).last == why.id)
    guard case .refused = report.verdicts.last?.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect((report.held, report.unsent) == (0, 1))
    #expect(!bench.transport.lines.contains("POST /edges"))
    #expect(try await references(copy).isEmpty)
    #expect(try await copy.queue.all().allSatisfy { $0.verdict != nil })
    await copy.close()
  }

  @Test("a change of an earlier version brings the edges of what the server made of it")
  func earlierVersion() async throws {
    let bench = try CopyBench()
    bench.server.hold(note(1, "Host", body: "Text", version: 3), note(2, "Apples"))
    let copy = try await bench.hydrated()
    try await copy.items.updateAsRead(
      id(1), Edit(properties: ["body": .string("[[\(id(2))]]")], baseVersion: 2))
    #expect(try await copy.queue.all().count == 1)
    try await copy.queue.drain()
    try await copy.queue.drain()
    #expect(try await references(copy) == [id(2)])
    await copy.close()
  }

  @Test("a body whose edges are still to be worked out is not taken from the queue before")
  func checkedBeforeTaken() async throws {
    let bench = try CopyBench()
    bench.server.hold(note(1, "Host", body: "Text", version: 3), note(2, "Apples"))
    let copy = try await bench.hydrated()
    let write = try await copy.items.updateAsRead(
      id(1), Edit(properties: ["body": .string("[[\(id(2))]]")], baseVersion: 2))
    #expect(try await copy.queue.drain().verdicts.map(\.verdict?.isTaken) == [true])
    #expect(try await copy.queue.takeAnswered().isEmpty)
    #expect(try await copy.queue.forgetAnswered() == 0)
    try await copy.queue.drain()
    #expect(try await references(copy) == [id(2)])
    #expect(try await copy.queue.takeAnswered().map(\.id).first == write.id)
    await copy.close()
  }

  @Test("a new item's links wait for it, and links in code are text")
  func newItem() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let body = "[[\(id(2))]] and `[[\(id(3))]]`"
    let made = try await copy.items.create(
      Draft(type: "core.note", properties: ["title": "New", "body": .string(body)]))
    let queued = try await copy.queue.all()
    #expect(queued.map(\.kind) == [.createItem, .createEdge])
    #expect(queued[1].itemId == made.itemId && queued[1].targetId == id(2))
    #expect(queued[1].dependsOn == [made.id])
    await copy.close()
  }

  @Test("a drain that only looks for names again calls for no other drain")
  func ringsForWritesAlone() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.door { Self.filter($0) == nil ? nil : .page([]) }
    try await write("[[Plums]]", in: copy)
    try await copy.queue.drain()
    let rings = Lock(0)
    let number = copy.core.bell.listen { ring in
      if ring.contains(.sendable) { rings.withLock { $0 += 1 } }
    }
    try await copy.queue.drain()
    #expect(rings.withLock { $0 } == 0)
    copy.core.bell.stopListening(number)
    await copy.close()
  }
}
