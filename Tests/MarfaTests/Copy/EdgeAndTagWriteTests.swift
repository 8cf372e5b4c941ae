import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Queueing writes to edges, tags and extensions")
struct EdgeAndTagWriteTests {
  private static let note = Fixture.item(["body": "A"], id: id(1), tags: ["old"])
  private static let other = Fixture.item(["body": "B"], id: id(2))
  private static let binned = Fixture.item(["body": "C"], id: id(3), state: .trashed)

  private func start(_ bench: CopyBench, edgeTypes: [String] = []) async throws -> WorkingCopy {
    bench.server.hold(Self.note, Self.other, Self.binned)
    bench.server.hold(Fixture.edge(["n": 1], id: id(101), from: id(1), to: id(2), version: 2))
    return try await bench.hydrated(edgeTypes: edgeTypes)
  }

  private func refuses(
    _ copy: WorkingCopy, _ code: String, _ serverCode: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
  ) async throws {
    let before = try await copy.queue.all().count
    let error = await thrown(sourceLocation: sourceLocation, call)
    #expect(error?.code() == code, sourceLocation: sourceLocation)
    if let serverCode { #expect(error?.serverCode == serverCode, sourceLocation: sourceLocation) }
    #expect(try await copy.queue.all().count == before, sourceLocation: sourceLocation)
  }

  // MARK: - Edges

  @Test(
    "an edge shows at once at both ends, waits for its ends' creates, and is told by its source")
  func createEdge() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let ear = await bench.ear(copy)
    let made = try await copy.items.create(Draft(type: "core.note", properties: ["body": "N"]))
    let newId = try #require(made.itemId)
    let write = try await copy.edges.create(
      from: newId, to: id(1), type: "references", properties: ["why": "because"])
    let edgeId = try #require(write.edgeId)
    #expect(try await copy.edges.from(newId).map(\.id) == [edgeId])
    #expect(try await copy.edges.to(id(1)).map(\.properties) == [["why": "because"]])
    #expect(try await copy.edges.from(id(1)).map(\.id) == [id(101)])
    #expect(write.dependsOn == [made.id])
    await ear.wait { $0.count == 2 }
    #expect(ear.changes.last == Change(origin: .local(.createEdge), itemId: newId, edgeId: edgeId))
    await ear.letGo()
    await copy.close()
  }

  @Test("an edit of an edge lays its properties over, a removal hides it at once")
  func changeEdge() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.edges.update(id(101), properties: ["m": 2], baseVersion: 2)
    #expect(try await copy.edges.from(id(1)).first?.properties == ["n": 1, "m": 2])
    try await copy.edges.delete(id(101))
    #expect(try await copy.edges.from(id(1)).isEmpty)
    try await refuses(copy, "not_found", "edge_not_found") { try await copy.edges.delete(id(101)) }
    await copy.close()
  }

  @Test("an edge write that breaks a rule is refused by its class and code")
  func edgeRefusals() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let edges = copy.edges
    try await refuses(copy, "validation", "edge_cycle") {
      try await edges.create(from: id(1), to: id(1), type: "references")
    }
    try await refuses(copy, "validation", "invalid_id") {
      try await edges.create(from: "x", to: id(1), type: "references")
    }
    try await refuses(copy, "validation", "invalid_id") {
      try await edges.create(from: id(1), to: "x", type: "references")
    }
    try await refuses(copy, "validation", "invalid_id") {
      try await edges.create(from: id(1), to: id(2), type: "references", id: "x")
    }
    try await refuses(copy, "not_found", "edge_type_not_found") {
      try await edges.create(from: id(1), to: id(2), type: "no-such")
    }
    try await refuses(copy, "invalid") {
      try await edges.create(from: id(9), to: id(2), type: "references")
    }
    try await refuses(copy, "invalid") {
      try await edges.create(
        from: id(1), to: id(2), type: "references", properties: ["x": .number(.nan)])
    }
    try await refuses(copy, "not_found", "edge_not_found") {
      try await edges.update(id(109), properties: [:], baseVersion: 1)
    }
    try await refuses(copy, "invalid") {
      try await edges.update(id(101), properties: ["m": 2], baseVersion: 1)
    }
    try await refuses(copy, "validation", "validation_error") {
      try await edges.update(id(101), properties: ["": 2], baseVersion: 2)
    }
    await copy.close()
  }

  @Test("an edge of a type held whole may start at a row that is not held")
  func wholeTypeEdge() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench, edgeTypes: ["references"])
    try await copy.edges.create(from: id(9), to: id(2), type: "references")
    #expect(try await copy.edges.from(id(9)).count == 1)
    await copy.close()
  }

  // MARK: - Tags

  @Test("tags are added, removed, merged and replaced at once, in first-written order")
  func tags() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let shown = { try await copy.items.get(id(1))?.tags }
    try await copy.tags.add("new", to: id(1))
    try await copy.tags.add("new", to: id(1))
    #expect(try await shown() == ["old", "new"])
    try await copy.tags.remove("old", from: id(1))
    #expect(try await shown() == ["new"])
    try await copy.metadata.mergeTags(["b", "new", "a"], into: id(1))
    #expect(try await shown() == ["new", "b", "a"])
    try await copy.metadata.replaceTags(of: id(1), with: ["z", "z"])
    #expect(try await shown() == ["z"])
    #expect(try await copy.items.get(id(1))?.version == 1)
    #expect(try await copy.items.list(ListFilters(tags: ["z"])).map(\.id) == [id(1)])
    await copy.close()
  }

  @Test("a row takes 100 tags and no 101st; one that has more may lose some")
  func tagLimits() async throws {
    let bench = try CopyBench()
    let full = (0..<100).map { "t\($0)" }
    bench.server.hold(
      Self.note, Fixture.item(["body": "F"], id: id(4), tags: full),
      Fixture.item(["body": "G"], id: id(5), tags: full + ["u", "v"]))
    let copy = try await bench.hydrated()
    try await refuses(copy, "validation", "validation_error") {
      try await copy.tags.add("one more", to: id(4))
    }
    try await copy.tags.add("t7", to: id(4))
    try await copy.tags.add("t7", to: id(5))
    try await copy.tags.remove("u", from: id(5))
    try await refuses(copy, "validation", "validation_error") {
      try await copy.metadata.mergeTags(full + ["x"], into: id(1))
    }
    try await refuses(copy, "validation", "validation_error") {
      try await copy.metadata.replaceTags(of: id(4), with: full + ["x"])
    }
    try await copy.metadata.replaceTags(of: id(4), with: full)
    await copy.close()
  }

  @Test(
    "a tag or extension write to a row that is not held, or in the bin, is not found",
    arguments: [id(9), id(3)])
  func notHeld(_ item: String) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    for call in [
      { _ = try await copy.tags.add("x", to: item) },
      { _ = try await copy.tags.remove("x", from: item) },
      { _ = try await copy.metadata.mergeTags(["x"], into: item) },
      { _ = try await copy.metadata.replaceTags(of: item, with: ["x"]) },
      { _ = try await copy.extensions.write("n", [:], on: item) },
      { _ = try await copy.extensions.delete("n", from: item) },
    ] as [@Sendable () async throws -> Void] {
      try await refuses(copy, "not_found", "item_not_found", call)
    }
    await copy.close()
  }

  @Test("an empty tag or namespace is refused", arguments: ["", " ", "\u{FEFF}"])
  func emptyTags(_ tag: String) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await refuses(copy, "validation", "validation_error") {
      try await copy.tags.add(tag, to: id(1))
    }
    try await refuses(copy, "invalid") { try await copy.tags.remove("", from: id(1)) }
    try await refuses(copy, "invalid") { try await copy.extensions.write("", [:], on: id(1)) }
    try await refuses(copy, "invalid") { try await copy.extensions.delete("", from: id(1)) }
    await copy.close()
  }

  @Test("an extension is queued whole and changes nothing that is shown")
  func extensions() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.extensions.write("app/ü", ["on": true], on: id(1))
    #expect(write.namespace == "app/ü" && write.body == ["on": true])
    #expect(try await copy.items.get(id(1))?.properties == ["body": "A"])
    await copy.close()
  }
}
