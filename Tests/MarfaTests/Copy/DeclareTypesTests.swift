import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Declaring types, and a copy that was never loaded")
struct DeclareTypesTests {
  private static func type(
    _ id: String, parent: String? = nil, fields: JSONObject? = ["name": ["type": "string"]]
  ) -> JSONObject {
    var type: JSONObject = ["id": .string(id), "label": "T"]
    if let parent { type["parent"] = .string(parent) }
    if let fields { type["fields"] = .object(fields) }
    return type
  }

  @Test("declared types replace the whole set, work at once, and outlive the process and a load")
  func replaces() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    try await copy.declareTypes([
      Self.type("app.a.child", parent: "app.a.parent"), Self.type("app.a.parent", fields: nil),
    ])
    #expect(
      try await copy.declaredTypes().map { $0["id"]?.string } == ["app.a.parent", "app.a.child"])
    #expect(try await copy.declaredTypes()[0]["fields"] == [:])
    let write = try await copy.items.create(
      Draft(type: "app.a.child", properties: ["name": "N"]))
    try await copy.declareTypes([Self.type("app.a.other")])
    #expect(try await copy.declaredTypes().count == 1)
    // What was queued under a type that is declared no more stays.
    #expect(try await copy.queue.all().map(\.id) == [write.id])
    #expect(
      await thrown { _ = try await copy.items.create(Draft(type: "app.a.child")) }?.code()
        == "unknown_type")
    await copy.close()
    let again = try await bench.open()
    #expect(try await again.declaredTypes().count == 1)
    bench.server.door("POST /types") { _ in .refusal(403, "forbidden") }
    try await again.hydrate(types: ["core.note"], tier: .library)
    #expect(try await again.declaredTypes().count == 1)
    #expect(try await again.catalog.itemType("app.a.other").id == "app.a.other")
    try await again.declareTypes([])
    #expect(try await again.declaredTypes().isEmpty)
    await again.close()
  }

  @Test("one bad declaration refuses all of them, and nothing changes")
  func refuses() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    try await copy.declareTypes([Self.type("app.a.kept")])
    let bad: [[JSONObject]] = [
      [Self.type("app.two")], [Self.type("Core.Note")], [Self.type("core.mine")],
      [Self.type("core.note")], [Self.type("system.mine")], [Self.type("keys.mine")],
      [Self.type("app.a.b", parent: "app.a.absent")],
      [Self.type("app.a.b", fields: ["x": ["type": "no-such"]])],
      [Self.type("app.a.b", fields: ["x": [:]])],
      [Self.type("app.a.b"), Self.type("app.a.b")], [[:]], [["id": 5]],
      [Self.type("app.a.good"), Self.type("nonsense")],
      [Self.type("app.a.b", parent: "app.a.c"), Self.type("app.a.c", parent: "app.a.b")],
    ]
    for declarations in bad {
      let error = await thrown { try await copy.declareTypes(declarations) }
      #expect(error?.code() == "invalid", "\(declarations)")
      #expect(try await copy.declaredTypes().map { $0["id"]?.string } == ["app.a.kept"])
    }
    await copy.close()
  }

  @Test("declaring is told as a refreshed catalog")
  func told() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    let ear = ChangeEar(copy.changes())
    try await copy.declareTypes([Self.type("app.a.b")])
    await ear.wait { !$0.isEmpty }
    #expect(ear.origins == [.refreshed(.catalog)])
    await copy.close()
  }

  // MARK: - Before the first load

  @Test("before the first load the shipped and declared types are known, never an empty list")
  func catalogBefore() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    try await copy.declareTypes([Self.type("app.a.b")])
    let types = try await copy.catalog.itemTypes().map(\.id)
    #expect(types.contains("core.note") && types.contains("app.a.b"))
    #expect(types == types.sorted())
    #expect(try await copy.catalog.edgeTypes().map(\.id).contains("references"))
    #expect(try await copy.catalog.edgeType("parent-of").reverseName == "child-of")
    #expect(
      await thrown { _ = try await copy.catalog.itemType("app.no.such") }?.serverCode
        == "type_not_found")
    #expect(
      await thrown { _ = try await copy.catalog.edgeType("no-such") }?.serverCode
        == "edge_type_not_found")
    #expect(bench.transport.requests.isEmpty)
    await copy.close()
  }

  @Test("a copy that was never loaded takes writes, shows them, and sends none")
  func savesBeforeFirstSync() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    let write = try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    let itemId = try #require(write.itemId)
    try await copy.items.update(itemId, Edit(properties: ["title": "T"], baseVersion: 0))
    try await copy.tags.add("x", to: itemId)
    let shown = try #require(try await copy.items.get(itemId))
    #expect(shown.tier == .library && shown.title == "T" && shown.tags == ["x"])
    #expect(try await copy.search("t").count == 1)
    #expect(try await copy.status().hydration == .never)
    #expect(try await copy.status().pinned.isEmpty)
    #expect(await thrown { _ = try await copy.queue.drain() }?.code() == "no_cursor")
    #expect(bench.transport.requests.isEmpty)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    let report = try await copy.queue.drain()
    #expect(report.answered == 3)
    #expect(try await copy.items.get(itemId)?.version == 2)
    await copy.close()
  }

  // MARK: - Status

  @Test("the status says what is held in each state, and sends nothing")
  func status() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["body": "A"], id: id(1)))
    bench.server.hold(Fixture.edge(from: id(1), to: id(2)))
    let copy = try await bench.open()
    #expect(try await copy.status() == Status())
    bench.server.set { $0.head = 12 }
    try await copy.hydrate(types: ["core.note"], tier: .all, edgeTypes: ["about"])
    bench.transport.forget()
    #expect(
      try await copy.status()
        == Status(
          serverOrigin: CopyBench.address, sliceTypes: ["core.note"], sliceTier: .all,
          sliceEdgeTypes: ["about"], eventCursor: "12", hydration: .complete, items: 1, edges: 1,
          catalogVersion: 1, instanceId: "instance-1"))
    try await copy.hydrate(types: ["core.note"], tier: .all)
    #expect(try await copy.status().catalogVersion == 1)
    bench.transport.forget()
    _ = try await copy.status()
    #expect(bench.transport.requests.isEmpty)
    await copy.close()
  }
}
