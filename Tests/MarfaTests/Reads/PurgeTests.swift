import MarfaModel
import MarfaTesting
import Testing

@testable import Marfa

@Suite("The bin and purging")
struct PurgeTests {
  private func binned(_ number: Int = 1, version: Int64 = 3) -> Item {
    Fixture.item(["title": "Gone"], id: id(number), state: .trashed, version: version)
  }

  @Test("a purge is sent at once with the held version, and the item goes with edges and pin")
  func purges() async throws {
    let bench = try CopyBench()
    bench.server.hold(binned(), Fixture.item(id: id(2)))
    bench.server.hold(
      Fixture.edge(id: id(101), from: id(1), to: id(2)),
      Fixture.edge(id: id(102), from: id(2), to: id(1)))
    let copy = try await bench.hydrated()
    try await bench.run("INSERT INTO pins (item_id) VALUES ('\(id(1))')", in: copy)
    let ear = await bench.ear(copy)
    bench.server.openDoors()
    try await copy.items.purge(id(1))
    let sent = bench.transport.requests.filter { $0.method == "POST" }
    #expect(sent.map(\.line) == ["POST /items/\(id(1))/purge"])
    #expect(sent.first?.parameter("version") == "3")
    let status = try await copy.status()
    #expect(status.items == 1 && status.edges == 0 && status.pinned.isEmpty)
    #expect(try await copy.queue.all().isEmpty)
    await ear.wait(for: .refreshed(.purged))
    #expect(ear.changes.last?.itemId == id(1))
    // The event that follows changes nothing more.
    bench.server.purge(binned())
    #expect(try await copy.catchUp().skipped == 1)
    await copy.close()
  }

  @Test("what can't be purged is refused without a request, by class and code")
  func refusedHere() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(id: id(1)), binned(2))
    let copy = try await bench.hydrated()
    #expect(await thrown { try await copy.items.purge(id(9)) }?.serverCode == "not_held")
    #expect(await thrown { try await copy.items.purge(id(1)) }?.serverCode == "invalid_transition")
    try await copy.items.restore(id(2))
    try await copy.items.delete(id(2))
    #expect(await thrown { try await copy.items.purge(id(2)) }?.code() == "invalid")
    #expect(bench.transport.lines.isEmpty)
    await copy.close()
  }

  @Test("an item that isn't held is purged with the version that is given")
  func unheld() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    try await copy.items.purge(id(9), version: 4)
    #expect(bench.transport.requests.last?.parameter("version") == "4")
    await copy.close()
  }

  @Test("refused or unanswered, a purge leaves the copy as it was")
  func refusedThere() async throws {
    let bench = try CopyBench()
    bench.server.hold(binned())
    let copy = try await bench.hydrated()
    let line = "POST /items/\(id(1))/purge"
    bench.server.door(line) { _ in .refusal(409, "version_conflict") }
    let conflict = await thrown { try await copy.items.purge(id(1)) }
    #expect(conflict?.code() == "server" && conflict?.serverCode == "version_conflict")
    bench.server.door(line) { _ in .refusal(403, "forbidden") }
    #expect(await thrown { try await copy.items.purge(id(1)) }?.code() == "forbidden")
    bench.server.door(line) { _ in .failure(.connection(.dropped)) }
    #expect(await thrown { try await copy.items.purge(id(1)) }?.code() == "network")
    bench.server.set { $0.instance = "instance-2" }
    #expect(
      await thrown { try await copy.items.purge(id(1)) }?.serverCode == "instance_changed")
    #expect(try await copy.status().items == 1)
    await copy.close()
  }

  @Test("the bin is read from the server page by page, and nothing of it is held")
  func bin() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    bench.server.set { $0.pageSize = 1 }
    bench.server.hold(binned(1), binned(2), Fixture.item(id: id(3)))
    let first = try await copy.items.bin(limit: 500)
    #expect(first.items.map(\.id) == [id(1)] && first.items.first?.title == "Gone")
    let second = try await copy.items.bin(after: first.nextCursor)
    #expect(second.items.map(\.id) == [id(2)] && second.nextCursor == nil)
    let asked = try #require(bench.transport.requests.first)
    #expect(asked.parameter("state") == "trashed" && asked.parameter("limit") == "100")
    #expect(asked.parameter("sort") == "updated_at" && asked.parameter("direction") == "desc")
    _ = try await copy.items.bin(type: "core.note", limit: -3)
    #expect(bench.transport.requests.last?.parameter("limit") == "1")
    #expect(bench.transport.requests.last?.parameter("type") == "core.note")
    #expect(try await copy.status().items == 0)
    bench.server.door("GET /items") { _ in .unreachable }
    #expect(await thrown { _ = try await copy.items.bin() }?.code() == "network")
    await copy.close()
    let alone = try await bench.openAlone()
    #expect(await thrown { _ = try await alone.items.bin() }?.code() == "no_server")
    await alone.close()
  }
}
