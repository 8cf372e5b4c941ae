import Foundation
import MarfaModel
import MarfaSQL
import MarfaTesting
import Testing

@testable import Marfa

@Suite("The log of changes")
struct ChangeLogTests {
  private func note(_ number: Int, _ title: String = "A", version: Int64 = 1) -> Item {
    Fixture.item(
      ["title": .string(title), "body": "Text"], id: id(number), version: version)
  }

  @Test("without a mark the present place is told, and from there every change, once, in order")
  func pages() async throws {
    let bench = try CopyBench()
    bench.server.hold(note(1))
    let copy = try await bench.hydrated()
    let start = try await copy.changes(since: nil)
    #expect(start.changes.isEmpty && !start.isTruncated)
    try await copy.items.update(id(1), Edit(properties: ["title": "B"], baseVersion: 1))
    try await copy.tags.add("x", to: id(1))
    try await copy.edges.create(from: id(1), to: id(2), type: "references")
    let first = try await copy.changes(since: start.next, most: 2)
    #expect(first.changes.map(\.origin) == [.local(.updateItem), .local(.addTag)])
    #expect(first.isTruncated && first.changes.allSatisfy { $0.itemId == id(1) })
    let second = try await copy.changes(since: first.next, most: 2)
    #expect(second.changes.map(\.origin) == [.local(.createEdge)] && !second.isTruncated)
    #expect(second.changes.first?.edgeId != nil)
    let end = try await copy.changes(since: second.next)
    #expect(end.changes.isEmpty && end.next == second.next)
    await copy.close()
  }

  @Test("a mark outlives the process, as one short text, and a reader goes on from it")
  func outlives() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    let mark = try await copy.changes(since: nil).next
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "A"]))
    await copy.close()
    let text = try JSONEncoder().encode([mark])
    let kept = try JSONDecoder().decode([ChangeMark].self, from: text)
    let reader = try await WorkingCopy.openReader(
      store: bench.store, environment: bench.environment)
    #expect(
      try await reader.changes(since: kept[0]).changes.map(\.origin) == [.local(.createItem)])
    await reader.close()
    for bad in ["[\"x\"]", "[\"\"]", "[\"a.-1\"]", "[\"a.x\"]", "[7]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([ChangeMark].self, from: Data(bad.utf8))
      }
    }
  }

  @Test("server events, verdicts, pins, purges and the catalog are logged with what they touch")
  func kinds() async throws {
    let bench = try CopyBench()
    bench.server.hold(note(1), Fixture.item(id: id(3), state: .trashed))
    bench.server.hold(Fixture.item(id: id(2), type: "core.task"))
    let copy = try await bench.hydrated()
    let mark = try await copy.changes(since: nil).next
    bench.server.publish(.updated, note(1, "B", version: 2))
    try await copy.catchUp()
    try await copy.items.update(id(1), Edit(properties: ["title": "C"], baseVersion: 2))
    let write = try #require(try await copy.queue.all().first)
    let report = try await copy.queue.drain()
    try await copy.pin(id(2))
    try await copy.unpin(id(2))
    try await copy.items.purge(id(3))
    try await copy.declareTypes([])
    let page = try await copy.changes(since: mark)
    #expect(
      page.changes.map(\.origin) == [
        .server(event: "item.updated", cursor: "1"), .local(.updateItem),
        .answered(try #require(report.verdicts.first)), .refreshed(.pinned), .refreshed(.unpinned),
        .refreshed(.purged), .refreshed(.catalog),
      ])
    #expect(
      page.changes.map(\.itemId) == [id(1), id(1), id(1), id(2), id(2), id(3), nil])
    // Forgotten, the verdict is gone, and that something was decided is still known.
    #expect(report.verdicts.first?.id == write.id)
    try await copy.queue.forgetAnswered()
    #expect(
      try await copy.changes(since: mark).changes[2]
        == Change(origin: .refreshed(.drained), itemId: id(1)))
    await copy.close()
  }

  @Test("a load begins the log anew: any older mark hears that everything may have changed")
  func hydration() async throws {
    let bench = try CopyBench()
    bench.server.hold(note(1))
    let copy = try await bench.hydrated()
    let old = try await copy.changes(since: nil).next
    try await copy.tags.add("x", to: id(1))
    try await copy.hydrate(types: ["core.note"], tier: .library)
    let page = try await copy.changes(since: old)
    #expect(page.changes == [Change(origin: .refreshed(.hydrated))])
    #expect(try await copy.changes(since: page.next).changes.isEmpty)
    #expect(try await bench.count("SELECT count(*) FROM change_log", in: copy) == 1)
    await copy.close()
  }

  @Test("a mark of another store, or from ahead of this one, hears the same")
  func foreignMarks() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    let here = try await copy.changes(since: nil).next
    for mark in [
      ChangeMark(log: "another", place: 0), ChangeMark(log: here.log, place: here.place + 1),
    ] {
      let page = try await copy.changes(since: mark)
      #expect(page.changes == [Change(origin: .refreshed(.hydrated))] && page.next == here)
    }
    await copy.close()
  }

  @Test("the log keeps its newest entries only, and a mark before them hears that it was cut")
  func retention() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    let start = try await copy.changes(since: nil).next
    let change = Change(origin: .local(.addTag), itemId: id(1))
    let count = Int(Tuning.changeLogLength + 2 * Tuning.changeLogStep)
    try await copy.core.store.database.write { connection in
      try ChangeLog(connection).append(Array(repeating: change, count: count))
    }
    #expect(
      try await bench.count("SELECT count(*) FROM change_log", in: copy)
        == Tuning.changeLogLength)
    #expect(
      try await copy.changes(since: start).changes == [Change(origin: .refreshed(.hydrated))])
    let oldest = ChangeMark(log: start.log, place: 2 * Tuning.changeLogStep)
    let page = try await copy.changes(since: oldest, most: 5_000)
    #expect(page.changes.count == Tuning.changePageLimit && page.isTruncated)
    #expect(try await copy.changes(since: oldest, most: -1).changes.count == 1)
    await copy.close()
  }

  @Test("a write that is rolled back leaves nothing in the log")
  func rolledBack() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    let start = try await copy.changes(since: nil).next
    let bad = Draft(type: "core.note", properties: ["body": "A"], id: "not-an-id")
    _ = await thrown { try await copy.items.create(bad) }
    #expect(try await copy.changes(since: start).changes.isEmpty)
    await copy.close()
  }
}
