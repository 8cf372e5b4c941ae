import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

/// Moves of an edge's end (queue 10 and 12, types-edges-search 4.6).
@Suite("Queueing moves of edges")
struct EdgeMoveTests {
  private static let edge = id(101)

  /// Notes 1 to 4, of which the first is in the thread 2, by an edge of version 2.
  private func start(_ bench: CopyBench, edgeTypes: [String] = []) async throws -> WorkingCopy {
    for number in 1...4 {
      bench.server.hold(Fixture.item(["body": .string("B\(number)")], id: id(number)))
    }
    bench.server.hold(
      Fixture.edge(["n": 1], id: Self.edge, from: id(1), to: id(2), type: "in-thread", version: 2),
      Fixture.edge(id: id(102), from: id(1), to: id(3), type: "parent-of"),
      Fixture.edge(id: id(103), from: id(1), to: id(3), type: "references"),
      Fixture.edge(id: id(104), from: id(3), to: id(4), type: "supersedes"))
    return try await bench.hydrated(edgeTypes: edgeTypes)
  }

  @Test("a moved end shows at once and is sent as one change that says the new end alone")
  func movesTarget() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let ear = await bench.ear(copy)
    bench.server.openDoors()
    let write = try await copy.edges.move(
      Self.edge, from: id(1), to: id(3), baseVersion: 2)
    #expect(write.kind == .updateEdge && write.baseVersion == 2 && write.edgeId == Self.edge)
    #expect(write.itemId == id(1) && write.targetId == id(3))
    #expect(write.body == ["properties": [:], "version": 2, "target_id": .string(id(3))])
    #expect(try await copy.edges.to(id(2)).isEmpty)
    let shown = try #require(try await copy.edges.to(id(3)).first { $0.id == Self.edge })
    #expect(shown.properties == ["n": 1] && shown.version == 2)
    await ear.wait { !$0.isEmpty }
    #expect(
      ear.changes.first
        == Change(origin: .local(.updateEdge), itemId: id(1), edgeId: Self.edge))
    #expect(try await copy.queue.drain().verdicts.map(\.verdict) == [.accepted])
    let sent = bench.transport.requests.filter { $0.method == "PATCH" }
    #expect(sent.map(\.line) == ["PATCH /edges/\(Self.edge)"])
    #expect(sent.first?.json == write.body)
    let held = try await copy.edges.ofType("in-thread").first { $0.id == Self.edge }
    #expect(held?.targetId == id(3) && held?.version == 3)
    await ear.letGo()
    await copy.close()
  }

  @Test("a moved source is shown and told with the item it goes to")
  func movesSource() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.edges.move(id(102), from: id(4), baseVersion: 1)
    #expect(write.itemId == id(4) && write.body["source_id"] == .string(id(4)))
    #expect(write.body["target_id"] == nil)
    #expect(try await copy.edges.from(id(1)).map(\.id).contains(id(102)) == false)
    #expect(try await copy.edges.from(id(4)).map(\.id) == [id(102)])
    try await copy.queue.drain()
    #expect(try await copy.edges.from(id(4)).map(\.version) == [2])
    #expect(try await copy.status().hydration == .complete)
    await copy.close()
  }

  @Test("a move onto a new item waits for its create, and names the row that it turns out to be")
  func waitsForTheNewEnd() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let made = try await copy.items.create(
      Draft(
        type: "core.note", properties: ["body": "T"], source: "device", sourceId: "thread-9"))
    let minted = try #require(made.itemId)
    let move = try await copy.edges.move(Self.edge, to: minted, baseVersion: 2)
    #expect(move.dependsOn == [made.id])
    #expect(try await copy.edges.to(minted).map(\.id) == [Self.edge])
    // The server has the row under another id already.
    let real = Fixture.item(["body": "T"], id: id(9), source: "device", sourceId: "thread-9")
    bench.server.hold(real)
    bench.server.door("POST /items") { _ in
      .json(
        [
          "item": .object(WireItem(real).json),
          "metadata": .object(WireMetadata(itemId: real.id, tags: []).json),
          "acknowledged": true,
        ])
    }
    try await copy.queue.drain()
    let sent = bench.transport.requests.first { $0.line == "PATCH /edges/\(Self.edge)" }
    #expect(sent?.json?["target_id"] == .string(id(9)))
    #expect(try await copy.edges.to(id(9)).map(\.id) == [Self.edge])
    #expect(try await copy.edges.to(minted).isEmpty)
    await copy.close()
  }

  @Test("the refusal of a create takes the move onto it along, and the edge is back where it was")
  func refusedWithItsEnd() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let made = try await copy.items.create(Draft(type: "core.note", properties: ["body": "T"]))
    let minted = try #require(made.itemId)
    try await copy.edges.move(Self.edge, to: minted, baseVersion: 2)
    bench.server.door("POST /items") { _ in .refusal(400, "validation_error") }
    let report = try await copy.queue.drain()
    #expect(report.unsent == 1)
    #expect(report.verdicts.count == 2)
    #expect(!bench.transport.lines.contains("PATCH /edges/\(Self.edge)"))
    #expect(try await copy.edges.to(id(2)).map(\.id) == [Self.edge])
    await copy.close()
  }

  @Test(
    "a refused or stale move is put back, with the edits that still wait laid over",
    arguments: [400, 409])
  func putBack(_ status: Int) async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.edges.move(Self.edge, to: id(3), baseVersion: 2)
    try await copy.edges.update(Self.edge, properties: ["m": 2], baseVersion: 2)
    let refusals = Lock(1)
    bench.server.door { request in
      guard request.line == "PATCH /edges/\(Self.edge)",
        refusals.withLock({ left in
          defer { left -= 1 }
          return left > 0
        })
      else { return nil }
      return status == 400
        ? .refusal(400, "edge_constraint_violation") : .refusal(409, "version_conflict")
    }
    try await copy.queue.drain()
    let edge = try #require(
      try await copy.edges.ofType("in-thread").first { $0.id == Self.edge })
    if status == 400 {
      #expect(edge.targetId == id(2) && edge.properties == ["n": 1, "m": 2] && edge.version == 3)
    } else {
      // Held back until somebody decides, it stays shown; withdrawn, it is put back.
      #expect(edge.targetId == id(3))
      let move = try #require(try await copy.queue.all().first)
      #expect(move.verdict == .blocked(reason: .conflictUnresolved))
      #expect(try await copy.queue.withdraw(move.id))
      #expect(
        try await copy.edges.ofType("in-thread").first { $0.id == Self.edge }?.targetId == id(2))
    }
    await copy.close()
  }

  @Test("a move that breaks a rule is refused by its class and code, and nothing is queued")
  func refusals() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    typealias Call = (Edges) async throws -> Void
    let cases: [(String, String?, Call)] = [
      ("invalid", nil, { try await $0.move(Self.edge, baseVersion: 2) }),
      ("invalid", nil, { try await $0.move(Self.edge, from: id(1), to: id(2), baseVersion: 2) }),
      ("invalid", nil, { try await $0.move(Self.edge, to: id(3), baseVersion: 1) }),
      ("invalid", nil, { try await $0.move(id(102), from: id(77), baseVersion: 1) }),
      ("not_found", "edge_not_found", { try await $0.move(id(77), to: id(3), baseVersion: 1) }),
      ("validation", "invalid_id", { try await $0.move(Self.edge, to: "x", baseVersion: 2) }),
      ("validation", "edge_cycle", { try await $0.move(Self.edge, to: id(1), baseVersion: 2) }),
      ("validation", "validation_error", { try await $0.move(id(103), to: id(4), baseVersion: 1) }),
      ("validation", "validation_error", { try await $0.move(id(102), to: id(4), baseVersion: 1) }),
      (
        "validation", "validation_error",
        { try await $0.move(Self.edge, from: id(4), baseVersion: 2) }
      ),
      (
        "validation", "validation_error",
        { try await $0.move(id(104), from: id(1), to: id(2), baseVersion: 1) }
      ),
    ]
    for (number, (code, server, call)) in cases.enumerated() {
      let error = await thrown { try await call(copy.edges) }
      #expect(error?.code() == code && error?.serverCode == server, "\(number)")
    }
    #expect(try await copy.queue.all().isEmpty)
    // One to one, either end may move.
    try await copy.edges.move(id(104), to: id(2), baseVersion: 1)
    try await copy.edges.move(id(104), from: id(1), baseVersion: 1)
    try await copy.queue.drain()
    let sent = bench.transport.requests.filter { $0.line == "PATCH /edges/\(id(104))" }
    #expect(sent.map { $0.json?["version"] } == [1, 2])
    await copy.close()
  }
}
