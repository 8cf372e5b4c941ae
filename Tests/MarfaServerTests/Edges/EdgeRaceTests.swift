import MarfaModel
import Testing

@testable import MarfaServer

/// Requests that contradict each other and come at once: one lands, the others are refused.
@Suite("Racing writes")
struct EdgeRaceTests {
  @Test("of racing creates of one triple one lands and one event is told")
  func triples() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let verdicts = try await race(8) { _ in
      try await bench.send(
        "POST", "/edges",
        ["source_id": .string(a), "target_id": .string(b), "edge_type": "about"])
    }
    #expect(verdicts == ["201": 1, "400 edge_constraint_violation": 7])
    #expect(try await bench.events().map(\.name) == ["edge.created"])
  }

  @Test("of racing creates under one id one is made and the others are acknowledged (R7)")
  func ids() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let id = bench.newId()
    let verdicts = try await race(8) { _ in
      try await bench.send(
        "POST", "/edges",
        [
          "id": .string(id), "source_id": .string(a), "target_id": .string(b),
          "edge_type": "about",
        ])
    }
    #expect(verdicts == ["201": 1, "200": 7])
    #expect(try await bench.events().count == 1)
  }

  @Test("of racing parents of one child one lands")
  func parents() async throws {
    let bench = try await ServerBench()
    let child = try await bench.item()
    var parents: [String] = []
    for _ in 0..<6 { parents.append(try await bench.item()) }
    let ids = parents
    let verdicts = try await race(6) { number in
      try await bench.send(
        "POST", "/edges",
        [
          "source_id": .string(ids[number]), "target_id": .string(child),
          "edge_type": "parent-of",
        ])
    }
    #expect(verdicts == ["201": 1, "400 edge_constraint_violation": 5])
  }

  @Test("of two racing edges that would close a circle one lands")
  func circles() async throws {
    let bench = try await ServerBench()
    let ends = [try await bench.item(), try await bench.item()]
    let verdicts = try await race(2) { number in
      try await bench.send(
        "POST", "/edges",
        [
          "source_id": .string(ends[number]), "target_id": .string(ends[1 - number]),
          "edge_type": "supersedes",
        ])
    }
    #expect(verdicts == ["201": 1, "400 edge_cycle": 1])
  }

  @Test("of racing changes of one version one lands and the others are told what stands")
  func versions() async throws {
    let bench = try await ServerBench()
    let edge = try await bench.edge(try await bench.item(), try await bench.item())
    let verdicts = try await race(8) { number in
      try await bench.send(
        "PATCH", "/edges/\(edge.id)",
        ["version": 1, "properties": ["n": .integer(Int64(number))]])
    }
    #expect(verdicts == ["200": 1, "409 version_conflict": 7])
    #expect(try await bench.storedEdge(edge.id)?.version == 2)
    #expect(try await bench.events().count == 1)
  }

  @Test("of racing repeats under one Idempotency-Key one is done and all are answered alike (R7)")
  func keyed() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let verdicts = try await race(8) { _ in
      try await bench.send(
        "POST", "/edges",
        ["source_id": .string(a), "target_id": .string(b), "edge_type": "about"],
        headers: ["Idempotency-Key": "one"])
    }
    #expect(verdicts == ["201": 8])
    #expect(try await bench.events().count == 1)
  }

  @Test("of racing registrations of one type one lands")
  func types() async throws {
    let bench = try await ServerBench()
    let verdicts = try await race(4) { _ in
      try await bench.send("POST", "/types", ["id": "app.cook.recipe", "fields": [:]])
    }
    #expect(verdicts == ["201": 1, "409 type_already_exists": 3])
  }

  /// Sends requests at once and counts what was answered.
  private func race(_ count: Int, _ send: @escaping @Sendable (Int) async throws -> Answer)
    async throws -> [String: Int]
  {
    try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<count { group.addTask { try await send(number).verdict } }
      var counts: [String: Int] = [:]
      for try await verdict in group { counts[verdict, default: 0] += 1 }
      return counts
    }
  }
}
