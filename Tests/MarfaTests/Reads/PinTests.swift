import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Pinning items")
struct PinTests {
  /// A task, which the slice of notes doesn't take.
  private func task(_ number: Int, _ title: String = "Task", state: ItemState = .active) -> Item {
    Fixture.item(
      ["title": .string(title)], id: id(number), type: "core.task", state: state, tier: .feed)
  }

  @Test("a pinned item is held with its edges whatever the slice, and pinning again reads again")
  func pins() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1))
    bench.server.hold(Fixture.edge(from: id(1), to: id(2)))
    let copy = try await bench.hydrated()
    #expect(try await copy.items.get(id(1)) == nil)
    #expect(try await copy.pin(id(1)) == PinReport(pinned: true, wasPinned: false))
    #expect(try await copy.items.get(id(1))?.title == "Task")
    #expect(try await copy.edges.from(id(1)).count == 1)
    bench.server.hold(Fixture.item(["title": "New"], id: id(1), type: "core.task", version: 2))
    #expect(try await copy.pin(id(1)).wasPinned)
    #expect(try await copy.items.get(id(1))?.title == "New")
    #expect(try await copy.status().pinned == [id(1)])
    await copy.close()
  }

  @Test("every stream is told of a pin and of its end, even when nothing changed")
  func tells() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1))
    let copy = try await bench.hydrated()
    let ear = await bench.ear(copy)
    bench.server.openDoors()
    try await copy.pin(id(1))
    try await copy.pin(id(1))
    try await copy.unpin(id(1))
    try await copy.unpin(id(1))
    let told = [Change.Refresh.pinned, .pinned, .unpinned, .unpinned].map {
      Change(origin: .refreshed($0), itemId: id(1))
    }
    await ear.wait { $0.filter { $0.itemId == id(1) }.count == 4 }
    #expect(ear.changes.filter { $0.itemId == id(1) } == told)
    await copy.close()
  }

  @Test("a pin outlives a load, which reads its item; an absent one stays pinned and holds nothing")
  func survivesHydration() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1), task(2))
    let copy = try await bench.hydrated()
    try await copy.pin(id(1))
    try await copy.pin(id(2))
    bench.server.set { $0.items.removeAll { $0.id == id(2) } }
    try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(try await copy.items.get(id(1)) != nil)
    #expect(try await copy.items.get(id(2)) == nil)
    #expect(try await copy.status().pinned == [id(1), id(2)])
    await copy.close()
  }

  @Test("an item of the server's bin is not pinned, and what is held of it stays")
  func binned() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["title": "A"], id: id(1)))
    let copy = try await bench.hydrated()
    bench.server.hold(Fixture.item(["title": "A"], id: id(1), state: .trashed))
    let error = await thrown { try await copy.pin(id(1)) }
    #expect(error?.code() == "not_found" && error?.serverCode == "trashed")
    #expect(try await copy.status().pinned.isEmpty)
    #expect(try await copy.items.get(id(1)) != nil)
    await copy.close()
  }

  @Test("an item that the server lacks or hides is not pinned, and a held row of it is let go")
  func absent() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["title": "A"], id: id(1)))
    bench.server.hold(Fixture.edge(from: id(1), to: id(2)))
    let copy = try await bench.hydrated()
    bench.server.set { $0.items = [] }
    for number in [1, 7] {
      let error = await thrown { try await copy.pin(id(number)) }
      #expect(error?.code() == "not_found" && error?.serverCode == "not_found")
    }
    bench.server.door("GET /items/\(id(8))") { _ in .refusal(403, "type_not_permitted") }
    #expect(await thrown { try await copy.pin(id(8)) }?.serverCode == "not_found")
    #expect(try await copy.items.get(id(1)) == nil)
    #expect(try await copy.status().pinned.isEmpty)
    #expect(try await copy.status().edges == 0)
    await copy.close()
  }

  @Test("a pin whose item can't be read is taken back, and one that was set before stays")
  func offline() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1))
    let copy = try await bench.hydrated()
    bench.server.door("GET /items/\(id(1))") { _ in .unreachable }
    #expect(await thrown { try await copy.pin(id(1)) }?.code() == "network")
    #expect(try await copy.status().pinned.isEmpty)
    bench.server.openDoors()
    try await copy.pin(id(1))
    bench.server.door("GET /items/\(id(1))") { _ in .unreachable }
    #expect(await thrown { try await copy.pin(id(1)) }?.code() == "network")
    #expect(try await copy.status().pinned == [id(1)])
    #expect(try await copy.items.get(id(1)) != nil)
    await copy.close()
  }

  @Test("before the first load, after a broken one, without a server and by a reader it is refused")
  func refusals() async throws {
    let bench = try CopyBench()
    let alone = try await bench.openAlone()
    #expect(await thrown { try await alone.pin(id(1)) }?.code() == "no_server")
    let reader = try await WorkingCopy.openReader(
      store: bench.store, environment: bench.environment)
    for call in [reader.pin, reader.unpin] {
      #expect(await thrown { _ = try await call(id(1)) }?.code() == "reading_handle")
    }
    await reader.close()
    await alone.close()
    let copy = try await bench.open()
    bench.transport.forget()
    #expect(await thrown { try await copy.pin(id(1)) }?.code() == "hydration_incomplete")
    #expect(bench.transport.lines.isEmpty)
    await copy.close()
  }

  @Test("another instance at the address expires the copy, and nothing is pinned")
  func otherInstance() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1))
    let copy = try await bench.hydrated()
    bench.server.set { $0.instance = "instance-2" }
    let error = await thrown { try await copy.pin(id(1)) }
    #expect(error?.code() == "copy_expired" && error?.serverCode == "instance_changed")
    #expect(try await copy.status().pinned.isEmpty)
    await copy.close()
  }

  @Test("an own item that isn't sent yet is pinned without a request, and unpinned it stays")
  func ownCreate() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let write = try await copy.items.create(Draft(type: "core.note", properties: ["body": "Mine"]))
    let own = try #require(write.itemId)
    #expect(try await copy.pin(own).pinned)
    #expect(bench.transport.lines.isEmpty)
    try await copy.unpin(own)
    #expect(try await copy.items.get(own) != nil)
    await copy.close()
  }

  @Test("unpinned, an item goes with the edges it draws unless its type is held whole")
  func unpins() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1))
    bench.server.hold(Fixture.edge(from: id(1), to: id(2)))
    let copy = try await bench.hydrated()
    try await copy.pin(id(1))
    #expect(try await copy.unpin(id(1)) == PinReport(pinned: false, wasPinned: true))
    #expect(try await copy.items.get(id(1)) == nil)
    #expect(try await copy.status().edges == 0)
    #expect(try await copy.unpin(id(1)) == PinReport(pinned: false, wasPinned: false))
    try await copy.hydrate(types: ["core.note"], tier: .library, edgeTypes: ["references"])
    try await copy.pin(id(1))
    try await copy.unpin(id(1))
    #expect(try await copy.edges.ofType("references").count == 1)
    await copy.close()
  }

  @Test("an item of the slice stays when its pin ends, and so does one with a waiting change")
  func unpinnedStays() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["title": "A"], id: id(1)), task(2))
    let copy = try await bench.hydrated()
    try await copy.pin(id(1))
    try await copy.pin(id(2))
    try await copy.items.update(id(2), Edit(properties: ["title": "Mine"], baseVersion: 1))
    try await copy.unpin(id(1))
    try await copy.unpin(id(2))
    #expect(try await copy.items.get(id(1)) != nil)
    #expect(try await copy.items.get(id(2))?.title == "Mine")
    // The next event of the row lets it go; the write stays queued.
    bench.server.publish(.updated, task(2, "Theirs"))
    try await copy.catchUp()
    #expect(try await copy.items.get(id(2)) == nil)
    #expect(try await copy.queue.all().count == 1)
    await copy.close()
  }

  @Test("a row that came later by an event is not replaced by the pin's older answer")
  func olderAnswer() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["title": "Old"], id: id(1)))
    let copy = try await bench.hydrated()
    bench.server.publish(.updated, Fixture.item(["title": "New"], id: id(1), version: 2))
    try await copy.catchUp()
    bench.server.hold(Fixture.item(["title": "Old"], id: id(1)))
    try await copy.pin(id(1))
    #expect(try await copy.items.get(id(1))?.title == "New")
    await copy.close()
  }

  @Test("a copy that ends while a pin is read holds nothing of it, and afterwards all of it")
  func neverHalf() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1))
    bench.server.hold(Fixture.edge(from: id(1), to: id(2)))
    let copy = try await bench.hydrated()
    let mark = try await copy.changes(since: nil).next
    let seen = Lock<[String]>([])
    let halves = "SELECT (SELECT count(*) FROM pins) * 100 + (SELECT count(*) FROM items)"
    bench.server.door { [bench] request in
      guard request.line == "GET /items/\(id(1))" else { return nil }
      // What another process would find if this one died here.
      let pinned = try await copy.status().pinned
      let count = try await bench.count(halves, in: copy)
      seen.withLock { $0.append("\(pinned) \(count)") }
      return nil
    }
    try await copy.pin(id(1))
    #expect(seen.withLock { $0 } == ["[] 0"])
    #expect(try await bench.count(halves, in: copy) == 101)
    let log = try await copy.changes(since: mark).changes
    #expect(log == [Change(origin: .refreshed(.pinned), itemId: id(1))])
    // A pin that can't be committed leaves neither the pin nor the row.
    try await copy.unpin(id(1))
    try await bench.run(
      """
      CREATE TEMP TRIGGER no_edges BEFORE INSERT ON main.edges
      BEGIN SELECT raise(ABORT, 'full'); END
      """, in: copy)
    #expect(await thrown { try await copy.pin(id(1)) }?.code() == "store")
    try await bench.run("DROP TRIGGER no_edges", in: copy)
    #expect(try await bench.count(halves, in: copy) == 0)
    #expect(try await copy.status().pinned.isEmpty)
    await copy.close()
  }

  @Test("an event that changes an item while it is read to be pinned is not lost")
  func changedMeanwhile() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1, "Old"))
    let copy = try await bench.hydrated()
    let reads = Lock(0)
    bench.server.door { [bench] request in
      guard request.line == "GET /items/\(id(1))" else { return nil }
      let number = reads.withLock { reads in
        reads += 1
        return reads
      }
      guard number == 1 else { return nil }
      let old = bench.server.state.withLock { ScriptedServer.row($0.items[0], $0) }
      let new = Fixture.item(
        ["title": "New"], id: id(1), type: "core.task", tier: .feed, version: 2)
      bench.server.publish(.updated, new)
      // The copy doesn't hold the item yet, so the event is none of its own.
      let report = try await copy.catchUp()
      #expect(report.skipped == 1)
      return .json(old)
    }
    try await copy.pin(id(1))
    #expect(reads.withLock { $0 } == 2)
    #expect(try await copy.items.get(id(1))?.title == "New")
    await copy.close()
  }

  @Test("an item that never rests is given up after a number of readings, and nothing is pinned")
  func neverRests() async throws {
    let bench = try CopyBench()
    bench.server.hold(task(1))
    let copy = try await bench.hydrated()
    let reads = Lock(0)
    bench.server.door { [bench] request in
      guard request.line == "GET /items/\(id(1))" else { return nil }
      let number = reads.withLock { reads in
        reads += 1
        return reads
      }
      bench.server.publish(
        .updated,
        Fixture.item(
          ["title": "T"], id: id(1), type: "core.task", tier: .feed, version: Int64(number) + 1))
      _ = try await copy.catchUp()
      return nil
    }
    #expect(await thrown { try await copy.pin(id(1)) }?.code() == "network")
    #expect(reads.withLock { $0 } == Tuning.pinReadings)
    #expect(try await copy.status().pinned.isEmpty)
    await copy.close()
  }
}
