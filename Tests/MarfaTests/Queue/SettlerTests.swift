import MarfaModel
import MarfaSQL
import Testing

@testable import Marfa

@Suite("What an answer leaves in the store")
struct SettlerTests {
  private static let keyed = Draft(
    type: "core.note", properties: ["title": "A"], source: "feed", sourceId: "7")

  private func answer(_ item: Item, status: Int = 200, more: JSONObject = [:]) -> SendOutcome {
    .answered(WriteAnswer(status: status, body: Fixture.answer(item, more: more)))
  }

  // MARK: - Landed creates

  @Test("a keyed create answered with another row moves everything onto it in one step")
  func landsWhole() async throws {
    try await QueueBench.run { bench in
      let create = try await bench.append(
        .createItem(Self.keyed, id: Fixture.itemId, tier: .library), tags: ["a"])
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["body": "b"], baseVersion: 0)))
      try await bench.append(
        .createEdge(
          Fixture.edgeId, from: Fixture.itemId, to: "t", type: "references", properties: [:],
          isFresh: true))
      let target = Fixture.item(
        ["title": "A", "old": 1], id: Fixture.otherId, version: 8, source: "feed", sourceId: "7",
        tags: ["z"])
      bench.line.answering { request, count in
        count == 0 ? answer(target) : .unreachable(.network(message: "Gone."))
      }
      bench.line.reading { _ in .answered(.item(target, tagged: true)) }
      let report = try await bench.drain()
      #expect(report.verdicts.first?.itemId == Fixture.otherId)
      #expect(try await bench.item(Fixture.itemId) == nil)
      let row = try await bench.item(Fixture.otherId)
      #expect(row?.version == 8)
      #expect(row?.properties == ["title": "A", "old": 1, "body": "b"])
      #expect(row?.tags == ["z", "a"])
      #expect(try await bench.edge()?.sourceId == Fixture.otherId)
      let queue = try await bench.queue()
      #expect(queue.allSatisfy { $0.itemId == Fixture.otherId })
      #expect(queue[2].baseVersion == 8)
      #expect(queue[3].body["source_id"] == .string(Fixture.otherId))
      #expect(queue.map(\.follows) == [nil, nil, queue[1].id, nil])
      #expect(queue[0].id == create.id)
      bench.line.answering { request, _ in ScriptedLine.take(request) }
      #expect(try await bench.drain().answered == 3)
    }
  }

  @Test("a keyed create that another row refuses takes tags and edges along, and nothing else")
  func landsRefused() async throws {
    try await QueueBench.run { bench in
      let create = try await bench.append(
        .createItem(Self.keyed, id: Fixture.itemId, tier: .library), tags: ["a"])
      let shown = try #require(try await bench.item())
      let edit = try await bench.append(
        .updateItem(shown, Edit(properties: ["body": "b"], baseVersion: 0)))
      let edge = try await bench.append(
        .createEdge(
          Fixture.edgeId, from: Fixture.itemId, to: "t", type: "references", properties: [:],
          isFresh: true))
      let target = Fixture.item(["title": "theirs"], id: Fixture.otherId, version: 8)
      bench.line.answering { request, count in
        guard count == 0 else { return ScriptedLine.take(request) }
        return .answered(
          WriteAnswer(
            status: 409,
            body: Fixture.refusal(
              "version_conflict", more: ["current": ["id": .string(Fixture.otherId)]])))
      }
      bench.line.reading { _ in .answered(.item(target, tagged: true)) }
      let report = try await bench.drain()
      #expect((report.answered, report.unsent) == (3, 1))
      #expect(report.verdicts.first?.itemId == Fixture.otherId)
      #expect(bench.line.reads.map(\.landing) == [create.id])
      #expect(
        bench.line.requests.map(\.path).dropFirst() == [
          "/items/\(Fixture.otherId)/tags", "/edges",
        ])
      #expect(try await bench.item(Fixture.itemId) == nil)
      #expect(try await bench.item(Fixture.otherId)?.properties == ["title": "theirs"])
      #expect(try await bench.item(Fixture.otherId)?.tags == ["a"])
      guard case .refused? = try await bench.record(edit.id)?.verdict else {
        Issue.record("the edit should be refused")
        return
      }
      #expect(try await bench.record(edge.id)?.itemId == Fixture.otherId)
      #expect(try await bench.owed().isEmpty)
    }
  }

  @Test("a landing whose row can't be read keeps the minted row and holds what waits")
  func landingUnreadable() async throws {
    try await QueueBench.run { bench in
      try await bench.append(
        .createItem(Self.keyed, id: Fixture.itemId, tier: .library), tags: ["a"])
      bench.line.refusing(
        409, "ancestor_unavailable", more: ["current": ["id": .string(Fixture.otherId)]])
      bench.line.reading { _ in .failed }
      let report = try await bench.drain()
      #expect((report.answered, report.held, report.unsent) == (1, 1, 0))
      #expect(try await bench.item()?.properties == ["title": "A"])
      try await bench.hold(Fixture.item(["title": "event"], id: Fixture.otherId, version: 8))
      #expect(try await bench.owed().count == 1)
      bench.line.answering { request, _ in ScriptedLine.take(request) }
      bench.line.reading { _ in
        .answered(
          .item(
            Fixture.item(["title": "event"], id: Fixture.otherId, version: 8), tagged: true))
      }
      #expect(try await bench.drain().answered == 1)
      #expect(try await bench.item() == nil)
      #expect(try await bench.item(Fixture.otherId)?.tags == ["a"])
    }
  }

  @Test(
    "a landing on a row that is gone or in the bin ends: nothing waits for it, and nothing is lost",
    arguments: [ReadAnswer.gone, .binned])
  func landingNowhere(_ read: ReadAnswer) async throws {
    try await QueueBench.run { bench in
      let create = try await bench.append(
        .createItem(Self.keyed, id: Fixture.itemId, tier: .library), tags: ["a"])
      let shown = try #require(try await bench.item())
      try await bench.append(.transitionItem(shown.id, to: .archived))
      bench.line.refusing(
        409, "ancestor_unavailable", more: ["current": ["id": .string(Fixture.otherId)]])
      bench.line.reading { _ in .answered(read) }
      let report = try await bench.drain()
      #expect((report.answered, report.held, report.unsent) == (1, 0, 2))
      #expect(try await bench.item() == nil)
      #expect(try await bench.isPinned(Fixture.itemId) == false)
      #expect(try await bench.owed() == [])
      let queue = try await bench.queue()
      #expect(queue.allSatisfy { if case .refused = $0.standing { true } else { false } })
      #expect(queue[0].body == create.body)
      #expect(try await bench.care { care, _ in try care.discard(create.id) })
    }
  }

  @Test("a create acknowledged onto the bin is refused, and its row goes")
  func binned() async throws {
    try await QueueBench.run { bench in
      try await bench.append(
        .createItem(Self.keyed, id: Fixture.itemId, tier: .library), tags: ["a"])
      let row = Fixture.item(id: Fixture.otherId, state: .trashed, sourceId: "7")
      bench.line.answering { _, _ in answer(row, more: ["acknowledged": true]) }
      let report = try await bench.drain()
      guard case .refused(let refusal)? = report.verdicts.first?.verdict else {
        Issue.record("should be refused")
        return
      }
      #expect(refusal.reason == "trashed")
      #expect(refusal.trashed)
      #expect((report.answered, report.unsent) == (1, 1))
      #expect(try await bench.item() == nil)
      #expect(bench.line.reads.isEmpty)
    }
  }

  // MARK: - Adopting

  @Test("an answer that is older than what an event brought is not shown")
  func laterHeld() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      bench.line.answering { request, _ in
        try? await bench.hold(
          Fixture.item(["title": "later"], version: 9, updatedAt: Fixture.later))
        return ScriptedLine.take(request)
      }
      try await bench.drain()
      #expect(try await bench.item()?.properties == ["title": "later"])
      #expect(try await bench.item()?.version == 9)
      #expect(try await bench.isBeneathEmpty())
    }
  }

  @Test("an event never hides a waiting write, and a refusal shows the event's row")
  func eventBeneath() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A", "x": 1], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      try await bench.hold(Fixture.item(["title": "C", "x": 2], version: 4))
      #expect(try await bench.item()?.properties == ["title": "B", "x": 2])
      #expect(try await bench.item()?.version == 4)
      bench.line.refusing(400, "validation_error")
      bench.line.reading { _ in .failed }
      try await bench.drain()
      #expect(try await bench.item()?.properties == ["title": "C", "x": 2])
      #expect(try await bench.owed().count == 1)
    }
  }

  @Test("a local change of the time does not make the server's next event look old")
  func localTime() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(version: 3, tags: []))
      try await bench.append(.addTag("mine", to: Fixture.itemId))
      try await bench.drain()
      #expect(try await bench.item()?.tags == ["mine"])
      // The local clock is far ahead of the server's.
      let event = Fixture.item(version: 3, updatedAt: Fixture.later, tags: ["mine", "theirs"])
      try await bench.hold(event)
      #expect(try await bench.item()?.tags == ["mine", "theirs"])
    }
  }

  @Test("a tag that was taken is not lost when an edit behind it is refused")
  func foldedBeneath() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      try await bench.append(.addTag("a", to: Fixture.itemId))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      bench.line.answering { request, _ in
        request.method == "POST"
          ? ScriptedLine.take(request)
          : .answered(WriteAnswer(status: 400, body: Fixture.refusal("validation_error")))
      }
      bench.line.reading { _ in .failed }
      try await bench.drain()
      #expect(try await bench.item()?.tags == ["a"])
      #expect(try await bench.item()?.properties == ["title": "A"])
    }
  }

  @Test("a row that a move leads out of the slice is let go, unless it is pinned")
  func moveOut() async throws {
    for isPinned in [false, true] {
      try await QueueBench.run { bench in
        try await bench.hold(Fixture.item(version: 3))
        if isPinned {
          try await bench.database.write { try bench.rows($0).pin(Fixture.itemId) }
        }
        let shown = try #require(try await bench.item())
        try await bench.append(.updateItem(shown, Edit(baseVersion: 3, type: "app.x.other")))
        #expect(try await bench.item()?.type == "app.x.other")
        let row = Fixture.item(type: "app.x.other", version: 4)
        bench.line.answering { _, _ in answer(row) }
        try await bench.drain()
        #expect(try await bench.item() == (isPinned ? row : nil))
        #expect(try await bench.isBeneathEmpty())
      }
    }
  }

  @Test("a create that the slice does not take is pinned, and unpinned when it is refused")
  func pins() async throws {
    try await QueueBench.run { bench in
      let draft = Draft(type: "app.x.other")
      try await bench.append(.createItem(draft, id: Fixture.itemId, tier: .library))
      #expect(try await bench.isPinned(Fixture.itemId))
      bench.line.refusing(400, "validation_error")
      try await bench.drain()
      #expect(try await bench.item() == nil)
      #expect(try await bench.isPinned(Fixture.itemId) == false)
    }
  }

  @Test("a restore of an item that is not held appears once it is answered")
  func restoreById() async throws {
    try await QueueBench.run { bench in
      try await bench.append(.restoreItem(Fixture.itemId))
      #expect(try await bench.item() == nil)
      bench.line.answering { _, _ in answer(Fixture.item(version: 4)) }
      bench.line.reading { _ in .answered(.item(Fixture.item(version: 4), tagged: true)) }
      try await bench.drain()
      #expect(try await bench.item()?.version == 4)
      #expect(bench.line.reads.count == 1)
    }
  }

  @Test("a deleted edge is hidden at once, comes back when refused, and goes when taken")
  func edgeDeletion() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(version: 1))
      try await bench.hold(Fixture.edge())
      try await bench.append(.deleteEdge(Fixture.edge()))
      #expect(try await bench.edge() == nil)
      bench.line.refusing(403, "edge_permission_denied")
      bench.line.reading { _ in .failed }
      try await bench.drain()
      #expect(try await bench.edge() == Fixture.edge())
      try await bench.append(.deleteEdge(Fixture.edge()))
      bench.line.answering { request, _ in ScriptedLine.take(request) }
      bench.line.reading { _ in .answered(.edge(Fixture.edge())) }
      try await bench.drain()
      #expect(try await bench.edge() == nil)
      #expect(try await bench.isBeneathEmpty())
    }
  }

  @Test("a row that leaves the copy keeps its waiting writes in the queue")
  func evicted() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(version: 3))
      try await bench.append(.addTag("a", to: Fixture.itemId))
      try await bench.forget(.item(Fixture.itemId))
      #expect(try await bench.item() == nil)
      #expect(try await bench.queue().count == 1)
      #expect(try await bench.drain().answered == 1)
      #expect(try await bench.item() == nil)
    }
  }

  @Test("a waiting edge is shown again when the item it starts at comes back")
  func edgeReturns() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(version: 3))
      try await bench.append(
        .createEdge(
          Fixture.edgeId, from: Fixture.itemId, to: Fixture.otherId, type: "references",
          properties: [:], isFresh: true))
      try await bench.forget(.item(Fixture.itemId))
      #expect(try await bench.edge() == nil)
      try await bench.hold(Fixture.item(version: 4))
      #expect(try await bench.edge() != nil)
    }
  }

  @Test("laying a queue over a pinned row that is not here leaves the pin")
  func pinStays() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(version: 3))
      try await bench.append(.addTag("a", to: Fixture.itemId))
      try await bench.database.write { connection in
        let rows = bench.rows(connection)
        try rows.pin(Fixture.itemId)
        try connection.run("DELETE FROM beneath")
        try rows.removeItem(Fixture.itemId)
        try Overlay(connection, rows: rows).relay(.item(Fixture.itemId))
      }
      #expect(try await bench.isPinned(Fixture.itemId))
    }
  }

  @Test("an own create that an event forgets stays shown while it waits")
  func ownCreateStays() async throws {
    try await QueueBench.run { bench in
      try await bench.append(
        .createItem(Draft(type: "core.note"), id: Fixture.itemId, tier: .library))
      try await bench.forget(.item(Fixture.itemId))
      #expect(try await bench.item()?.version == 0)
    }
  }

  @Test("an item in the bin by its read-back is kept, in the bin")
  func readBackBinned() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      bench.line.refusing(404, "item_not_found")
      bench.line.reading { _ in .answered(.binned) }
      try await bench.drain()
      #expect(try await bench.item()?.state == .trashed)
      #expect(try await bench.item()?.properties == ["title": "A"])
    }
  }

  // MARK: - Order

  @Test("a write follows the latest untaken one to its row, and a create its natural key's row")
  func follows() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(
        Fixture.item(version: 3, source: "feed", sourceId: "7"))
      let tag = try await bench.append(.addTag("a", to: Fixture.itemId))
      let create = try await bench.append(
        .createItem(Self.keyed, id: Fixture.otherId, tier: nil))
      let next = try await bench.append(.addTag("b", to: Fixture.itemId))
      #expect(tag.follows == nil)
      #expect(create.follows == tag.id)
      #expect(next.follows == create.id)
      #expect(next.dependsOn.isEmpty)
    }
  }

  @Test("an edge waits for the creates of both its ends")
  func edgeDependencies() async throws {
    try await QueueBench.run { bench in
      let one = try await bench.append(
        .createItem(Draft(type: "core.note"), id: Fixture.itemId, tier: nil))
      let two = try await bench.append(
        .createItem(Draft(type: "core.note"), id: Fixture.otherId, tier: nil))
      let edge = try await bench.append(
        .createEdge(
          Fixture.edgeId, from: Fixture.itemId, to: Fixture.otherId, type: "references",
          properties: [:], isFresh: true))
      let change = try await bench.append(
        .updateEdge(try #require(try await bench.edge()), properties: ["a": 1], baseVersion: 0))
      #expect(edge.dependsOn == [one.id, two.id])
      #expect(edge.follows == nil)
      #expect(change.dependsOn == [edge.id])
      #expect(change.follows == edge.id)
    }
  }
}
