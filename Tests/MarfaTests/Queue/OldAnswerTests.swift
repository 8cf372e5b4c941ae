import MarfaModel
import MarfaSQL
import Testing

@testable import Marfa

@Suite("Answers that may be older than what the copy holds")
struct OldAnswerTests {
  private static let lost = SendOutcome.unreachable(.network(message: "Gone."))
  private static let plain = WriteAnswer(status: 200, replayed: true, body: ["ok": true])

  /// Holds a row, queues a write to it, and loses the answer of its first sending.
  private func loseAnswer(_ bench: QueueBench, _ write: @Sendable (Item) -> NewWrite) async throws {
    let row = Fixture.item(["title": "A"], version: 2, tags: ["a"])
    try await bench.hold(row)
    try await bench.append(write(row))
    bench.line.answering { _, _ in Self.lost }
    #expect(try await bench.drain().undelivered == 1)
  }

  @Test("a deletion whose answer is repeated does not bin a row that was restored since (R1)")
  func restoredMeanwhile() async throws {
    try await QueueBench.run { bench in
      try await loseAnswer(bench) { .deleteItem($0) }
      let restored = Fixture.item(
        ["title": "A"], version: 2, updatedAt: Fixture.later, tags: ["a"])
      try await bench.hold(restored)
      bench.line.answering { _, _ in .answered(Self.plain) }
      bench.line.reading { _ in .answered(.item(restored, tagged: true)) }
      let report = try await bench.drain()
      #expect(report.verdicts.map(\.verdict) == [.accepted])
      #expect(try await bench.item()?.state == .active)
      #expect(bench.line.reads == [OwedRead(subject: .item(Fixture.itemId))])
      #expect(try await bench.owed() == [])
      #expect(try await bench.isBeneathEmpty())
    }
  }

  @Test("a repeated answer that shows what is held already asks for nothing")
  func knownAlready() async throws {
    try await QueueBench.run { bench in
      try await loseAnswer(bench) { .deleteItem($0) }
      try await bench.hold(
        Fixture.item(
          ["title": "A"], state: .trashed, version: 2, updatedAt: Fixture.later, tags: ["a"]))
      bench.line.answering { _, _ in .answered(Self.plain) }
      #expect(try await bench.drain().answered == 1)
      #expect(bench.line.reads == [])
      #expect(try await bench.item()?.state == .trashed)
    }
  }

  @Test("a read that can't be made stays owed, the verdict stands, and the next drain makes it")
  func readLater() async throws {
    try await QueueBench.run { bench in
      try await loseAnswer(bench) { .addTag("b", to: $0.id) }
      bench.line.answering { _, _ in .answered(Self.plain) }
      bench.line.reading { _ in .unavailable(why: "Gone.", retryAfter: nil) }
      let report = try await bench.drain()
      #expect(report.verdicts.map(\.verdict) == [.accepted])
      #expect(report.unavailable == "Gone.")
      #expect(try await bench.item()?.tags == ["a", "b"])
      #expect(try await bench.owed().count == 1)
      let row = Fixture.item(["title": "A"], version: 2, tags: ["a"])
      bench.line.reading { _ in .answered(.item(row, tagged: true)) }
      #expect(try await bench.drain().answered == 0)
      #expect(try await bench.item()?.tags == ["a"])
      #expect(try await bench.owed() == [])
    }
  }

  @Test("a row that comes while a deletion is under way is read after its answer")
  func changedUnderWay() async throws {
    try await QueueBench.run { bench in
      let row = Fixture.item(["title": "A"], version: 2)
      let restored = Fixture.item(["title": "A"], version: 2, updatedAt: Fixture.later)
      try await bench.hold(row)
      try await bench.append(.deleteItem(row))
      bench.line.answering { _, _ in
        do { try await bench.hold(restored) } catch { return Self.lost }
        return .answered(WriteAnswer(status: 200, body: ["ok": true]))
      }
      bench.line.reading { _ in .answered(.item(restored, tagged: true)) }
      #expect(try await bench.drain().answered == 1)
      #expect(bench.line.reads.count == 1)
      #expect(try await bench.item()?.state == .active)
    }
  }

  @Test("the event of the own write coming before its answer asks for nothing")
  func ownEventFirst() async throws {
    try await QueueBench.run { bench in
      let row = Fixture.item(["title": "A"], version: 2)
      let edited = Fixture.item(["title": "B"], version: 3, updatedAt: Fixture.later)
      try await bench.hold(row)
      try await bench.append(.updateItem(row, Edit(properties: ["title": "B"], baseVersion: 2)))
      try await bench.append(.addTag("b", to: row.id))
      bench.line.answering { request, count in
        let seen = count == 0 ? edited : edited.with(tags: ["b"])
        do { try await bench.hold(seen) } catch { return Self.lost }
        return count == 0
          ? .answered(WriteAnswer(status: 200, body: Fixture.answer(edited)))
          : .answered(WriteAnswer(status: 200, body: ["ok": true]))
      }
      #expect(try await bench.drain().answered == 2)
      #expect(bench.line.reads == [])
      #expect(try await bench.item()?.tags == ["b"])
    }
  }

  @Test("a repeated answer does not put back a row that left the slice since")
  func leftMeanwhile() async throws {
    try await QueueBench.run { bench in
      try await loseAnswer(bench) {
        .updateItem($0, Edit(properties: ["title": "B"], baseVersion: 2))
      }
      try await bench.forget(.item(Fixture.itemId))
      let edited = Fixture.item(["title": "B"], version: 3, updatedAt: Fixture.later)
      bench.line.answering { _, _ in
        .answered(WriteAnswer(status: 200, replayed: true, body: Fixture.answer(edited)))
      }
      let moved = Fixture.item(
        ["title": "B"], type: "core.contact", version: 4, updatedAt: Fixture.later)
      bench.line.reading { _ in .answered(.item(moved, tagged: true)) }
      #expect(try await bench.drain().answered == 1)
      #expect(bench.line.reads.count == 1)
      #expect(try await bench.item() == nil)
      #expect(try await bench.owed() == [])
    }
  }

  @Test("a repeated answer older than the row that is held changes nothing and asks for nothing")
  func laterHeld() async throws {
    try await QueueBench.run { bench in
      try await loseAnswer(bench) {
        .updateItem($0, Edit(properties: ["title": "B"], baseVersion: 2))
      }
      let newest = Fixture.item(["title": "C"], version: 5, updatedAt: Fixture.later)
      try await bench.hold(newest)
      let edited = Fixture.item(["title": "B"], version: 3, updatedAt: Fixture.later)
      bench.line.answering { _, _ in
        .answered(WriteAnswer(status: 200, replayed: true, body: Fixture.answer(edited)))
      }
      #expect(try await bench.drain().answered == 1)
      #expect(bench.line.reads == [])
      #expect(try await bench.item() == newest)
    }
  }

  @Test("an edge whose creation is answered once more is read, and goes if it is gone")
  func edgeGone() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 1))
      try await bench.append(
        .createEdge(
          Fixture.edgeId, from: Fixture.itemId, to: Fixture.otherId, type: "references",
          properties: [:], isFresh: true))
      bench.line.answering { _, _ in Self.lost }
      try await bench.drain()
      bench.line.answering { _, _ in
        .answered(
          WriteAnswer(
            status: 201, replayed: true, body: ["edge": .object(Fixture.edge().stored)]))
      }
      bench.line.reading { _ in .answered(.gone) }
      #expect(try await bench.drain().answered == 1)
      #expect(
        bench.line.reads == [OwedRead(subject: .edge(Fixture.edgeId), sourceId: Fixture.itemId)])
      #expect(try await bench.edge() == nil)
    }
  }

  // MARK: - Rows that enter the copy

  /// Queues a create whose natural key the server knows under another id, and drains.
  private func land(_ bench: QueueBench, edges: ReadEdges) async throws {
    let draft = Draft(
      type: "core.note", properties: ["title": "A"], source: "feed", sourceId: "7")
    try await bench.append(.createItem(draft, id: Fixture.itemId, tier: .library))
    let target = Fixture.item(
      ["title": "A"], id: Fixture.otherId, version: 8, source: "feed", sourceId: "7")
    bench.line.answering { _, _ in
      .answered(WriteAnswer(status: 200, body: Fixture.answer(target)))
    }
    bench.line.reading { _ in .answered(.item(target, tagged: true, edges: edges)) }
    #expect(try await bench.drain().answered == 1)
  }

  @Test("a row that a create meets brings the edges it had before")
  func edgesOfMetRow() async throws {
    try await QueueBench.run { bench in
      let edge = Fixture.edge(from: Fixture.otherId, to: Fixture.itemId)
      try await land(bench, edges: ReadEdges(edges: [edge], cursor: "7"))
      #expect(bench.line.reads == [OwedRead(subject: .item(Fixture.otherId), moved: true)])
      #expect(try await bench.edge() == edge)
      #expect(try await bench.owed() == [])
    }
  }

  @Test("edges that were read before an event was applied are read once more")
  func edgesReadTooEarly() async throws {
    try await QueueBench.run { bench in
      let edge = Fixture.edge(from: Fixture.otherId, to: Fixture.itemId)
      try await land(bench, edges: ReadEdges(edges: [edge], cursor: "6"))
      #expect(try await bench.edge() == nil)
      #expect(try await bench.item(Fixture.otherId)?.version == 8)
      #expect(try await bench.owed().count == 1)
      let row = try #require(try await bench.item(Fixture.otherId))
      bench.line.reading { _ in
        .answered(.item(row, tagged: true, edges: ReadEdges(edges: [], cursor: "7")))
      }
      try await bench.drain()
      #expect(try await bench.edge() == nil)
      #expect(try await bench.owed() == [])
    }
  }

  @Test("a create that makes its row asks for nothing, whatever id the server gave it")
  func freshRow() async throws {
    try await QueueBench.run { bench in
      let draft = Draft(
        type: "core.note", properties: ["title": "A"], source: "feed", sourceId: "7")
      try await bench.append(.createItem(draft, id: Fixture.itemId, tier: .library))
      let made = Fixture.item(["title": "A"], id: Fixture.otherId, source: "feed", sourceId: "7")
      bench.line.answering { _, _ in
        .answered(WriteAnswer(status: 201, body: Fixture.answer(made)))
      }
      #expect(try await bench.drain().answered == 1)
      #expect(bench.line.reads == [])
      #expect(try await bench.item(Fixture.otherId) == made)
    }
  }

  @Test("a create whose row was unpinned and let go meanwhile does not put it back")
  func unpinnedMeanwhile() async throws {
    try await QueueBench.run { bench in
      let draft = Draft(type: "core.contact", properties: ["title": "A"])
      try await bench.append(.createItem(draft, id: Fixture.itemId, tier: .library))
      #expect(try await bench.isPinned(Fixture.itemId))
      let made = Fixture.item(["title": "A"], type: "core.contact")
      bench.line.answering { _, _ in
        do {
          try await bench.database.write { connection in
            let rows = bench.rows(connection)
            try rows.unpin(Fixture.itemId)
            try rows.removeItem(Fixture.itemId)
          }
        } catch {
          return Self.lost
        }
        return .answered(WriteAnswer(status: 201, body: Fixture.answer(made)))
      }
      #expect(try await bench.drain().answered == 1)
      #expect(try await bench.item() == nil)
    }
  }
}
