import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Edges and types in a catch-up")
struct CatchUpEdgeTests {
  private static let note = Fixture.item(["title": "A"], id: id(1))
  private static let other = Fixture.item(["title": "B"], id: id(2))
  private static let foreign = Fixture.item(["title": "T"], id: id(9), type: "core.task")

  private func edge(
    from source: Int = 1, to target: Int = 2, version: Int64 = 1,
    properties: JSONObject = [:], updatedAt: String = Fixture.time
  ) -> Edge {
    Fixture.edge(
      properties, id: id(101), from: id(source), to: id(target), version: version,
      updatedAt: updatedAt)
  }

  private func start(_ bench: CopyBench, edgeTypes: [String] = []) async throws -> WorkingCopy {
    bench.server.hold(Self.note, Self.other)
    return try await bench.hydrated(edgeTypes: edgeTypes)
  }

  // MARK: - Edges

  @Test("an edge is held with its source, whatever its target")
  func heldWithSource() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.created, edge(to: 9))
    #expect(try await copy.catchUp().applied == 1)
    bench.server.publish(
      .created, Fixture.edge(id: id(102), from: id(9), to: id(1)))
    #expect(try await copy.catchUp().skipped == 1)
    #expect(try await copy.edges.ofType("references").map(\.id) == [id(101)])
    await copy.close()
  }

  @Test("an older edge is passed over, an equal stamp is applied")
  func edgeOrdering() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.created, edge(version: 3, properties: ["n": 3]))
    bench.server.publish(.updated, edge(version: 2, properties: ["n": 2]))
    bench.server.publish(.updated, edge(version: 3, properties: ["n": 4]))
    let report = try await copy.catchUp()
    #expect(report.applied == 2 && report.skipped == 1)
    #expect(try await copy.edges.from(id(1)).first?.properties["n"] == 4)
    await copy.close()
  }

  @Test("an edge that moves to a source that is not held is let go, and comes back with a held one")
  func movedAway() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.created, edge())
    bench.server.publish(.updated, edge(from: 9, version: 2))
    #expect(try await copy.catchUp().applied == 2)
    #expect(try await copy.status().edges == 0)
    bench.server.publish(.updated, edge(from: 2, to: 1, version: 3))
    try await copy.catchUp()
    #expect(try await copy.edges.from(id(2)).count == 1)
    await copy.close()
  }

  @Test("an old event that moves an edge away lets no later state of it go")
  func oldMoveIsPassedOver() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(.created, edge(version: 3))
    bench.server.publish(.updated, edge(from: 9, version: 2))
    #expect(try await copy.catchUp().skipped == 1)
    #expect(try await copy.edges.from(id(1)).count == 1)
    await copy.close()
  }

  @Test("an own write to an edge is laid over what arrives, and holds an edge that is held no more")
  func ownEdgeWrites() async throws {
    let bench = try CopyBench()
    bench.server.hold(edge())
    let copy = try await start(bench)
    try await copy.edges.update(id(101), properties: ["mine": true], baseVersion: 1)
    bench.server.publish(.updated, edge(version: 2, properties: ["theirs": true]))
    try await copy.catchUp()
    let shown = try #require(try await copy.edges.from(id(1)).first)
    #expect(shown.properties == ["theirs": true, "mine": true] && shown.version == 2)
    await copy.close()
  }

  @Test("an edge that was removed on both sides does not come back when the own removal is refused")
  func removedOnBothSides() async throws {
    let bench = try CopyBench()
    bench.server.hold(edge())
    let copy = try await start(bench)
    try await copy.edges.delete(id(101))
    bench.server.publish(.deleted, edge())
    #expect(try await copy.catchUp().skipped == 1)
    #expect(try await bench.count("SELECT count(*) FROM beneath", in: copy) == 0)
    bench.server.door("DELETE /edges/\(id(101))") { _ in .refusal(404, "edge_not_found") }
    try await copy.queue.drain()
    #expect(try await copy.status().edges == 0)
    await copy.close()
  }

  @Test("a removed edge is let go")
  func removed() async throws {
    let bench = try CopyBench()
    bench.server.hold(edge())
    let copy = try await start(bench)
    bench.server.publish(.deleted, edge())
    #expect(try await copy.catchUp().applied == 1)
    #expect(try await copy.status().edges == 0)
    await copy.close()
  }

  // MARK: - Types

  private static let plant: JSONObject = [
    "id": "app.garden.plant", "label": "Plant", "version": 1,
    "fields": ["name": ["type": "string"]],
  ]
  private static let plantItem = Fixture.item(
    ["name": "Fern"], id: id(3), type: "app.garden.plant")

  @Test("an event of an unknown type has the catalog read again once, then it is taken as it is")
  func unknownType() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated(["app.*"])
    bench.server.door { [server = bench.server] request in
      // The type is registered between the catalog's reading and the stream's opening.
      if request.line == "GET /events" { server.set { $0.types.append(Self.plant) } }
      return nil
    }
    bench.server.publish(.created, Self.plantItem)
    bench.server.publish(
      .created, Fixture.item(id: id(4), type: "app.garden.never"))
    let report = try await copy.catchUp()
    #expect(report.applied == 2 && report.cursor == "2")
    // Once at the start, once for the plant, once for the type that stays unknown.
    #expect(bench.transport.lines.count { $0 == "GET /types" } == 3)
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 3)
    #expect(try await copy.catalog.itemType("app.garden.plant").label == "Plant")
    await copy.close()
  }

  @Test("a row that can be no part of the slice has no catalog read for it")
  func unknownTypeElsewhere() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.server.publish(
      .created, Fixture.item(id: id(3), type: "app.garden.plant", tier: .feed))
    #expect(try await copy.catchUp().skipped == 1)
    #expect(bench.transport.lines.count { $0 == "GET /types" } == 1)
    await copy.close()
  }

  @Test("a changed catalog moves the catalog's version and is told even when the rest fails")
  func catalogTold() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let before = try await copy.status().catalogVersion
    bench.server.set { $0.types.append(Self.plant) }
    bench.server.door("GET /events") { _ in .unreachable }
    let ear = await bench.ear(copy)
    #expect(await thrown { try await copy.catchUp() }?.code() == "network")
    await ear.wait(for: .refreshed(.catalog))
    #expect(try await copy.status().catalogVersion == before.map { $0 + 1 })
    await ear.letGo()
    await copy.close()
  }

  @Test("a subtype that names its parent is part of the slice by that alone")
  func declaredSubtype() async throws {
    let bench = try CopyBench()
    var sub = Self.plant
    sub["parent"] = "core.note"
    bench.server.set { $0.types.append(sub) }
    let copy = try await start(bench)
    bench.server.publish(.created, Self.plantItem)
    #expect(try await copy.catchUp().applied == 1)
    #expect(try await copy.items.list(ListFilters(type: "core.note")).count == 3)
    await copy.close()
  }

  @Test("an image under a name that is no thumbnail has the catalog read again, once, and is taken")
  func unexplainedImage() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    bench.transport.forget()
    let image = "data:image/png;base64,iVBORw0KGgo="
    for version in [2, 3] as [Int64] {
      bench.server.publish(
        .updated,
        Fixture.item(
          ["title": "A", "front": .string(image), "back": .string(image)], id: id(1),
          version: version))
    }
    #expect(try await copy.catchUp().applied == 2)
    #expect(bench.transport.lines.count { $0 == "GET /types" } == 2)
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 2)
    #expect(try await copy.items.get(id(1))?.version == 3)
    await copy.close()
  }
}
