import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// `POST /edges/bulk` (types-edges-search 4.8).
@Suite("Bulk writes of edges")
struct EdgeBulkTests {
  private func edge(
    _ source: String, _ target: String, _ further: JSONObject = [:], type: String = "references"
  ) -> JSONValue {
    var entry: JSONObject = [
      "source_id": .string(source), "target_id": .string(target), "edge_type": .string(type),
    ]
    for (name, value) in further { entry[name] = value }
    return .object(entry)
  }

  private func send(
    _ bench: ServerBench, _ entries: [JSONValue], _ further: JSONObject = [:],
    as key: String = ServerBench.owner
  ) async throws -> Answer {
    try await bench.bulk("edges", entries, further, as: key)
  }

  @Test("a held edge is updated, or left alone by create_only; a new one is created, once a page")
  func modes() async throws {
    let bench = try await ServerBench()
    let (a, b, c) = (try await bench.item(), try await bench.item(), try await bench.item())
    let held = try await bench.edge(a, b, "in-collection", ["position": 1, "note": "n"])
    let created = try await send(bench, [edge(a, c), edge(a, c)])
    #expect(created.outcomes == ["created", "updated"])
    let updated = try await send(
      bench, [edge(a, b, ["properties": ["position": 2]], type: "in-collection")])
    #expect(updated.outcomes == ["updated"])
    let stored = try await bench.storedEdge(held.id)
    #expect(stored?.properties["position"] == 2)
    #expect(stored?.properties["note"] == "n")
    #expect(stored?.version == 2)
    let only = try await send(
      bench, [edge(a, b, ["version": 9], type: "in-collection"), edge(b, c)],
      ["mode": "create_only"])
    #expect(only.outcomes == ["skipped duplicate_edge", "created"])
    #expect(only.json["results"]?.array?.first?.object?["id"]?.string == held.id)
    #expect(try await bench.storedEdge(held.id)?.version == 2)
    #expect(try await send(bench, []).json["counts"]?.object?["created"] == 0)
  }

  @Test("entries are refused with their own codes where they stand by themselves")
  func bestEffort() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let hidden = try await bench.item("core.person", ["name": "p"])
    let held = try await bench.edge(a, b)
    try await bench.edge(a, hidden)
    bench.key("writer", types: ["core.note": .write], edges: ["references": .write])
    let missing = bench.newId()
    let entries: [(JSONValue, String)] = [
      (edge(b, a), "created"),
      (["source_id": .string(a)], "errored missing_required_field"),
      (edge("x", b), "errored invalid_id"),
      (edge(a, missing), "errored item_not_found"),
      (edge(a, hidden), "errored item_not_found"),
      (edge(a, b, ["version": 5]), "errored version_conflict"),
      (edge(a, b, ["id": .string(held.id)]), "updated"),
      (edge(b, a, ["id": .string(held.id)]), "errored id_reused"),
      (edge(a, a), "errored edge_cycle"),
      (edge(a, b, type: "about"), "errored edge_permission_denied"),
    ]
    let answer = try await send(bench, entries.map(\.0), ["atomic": false], as: "writer")
    #expect(answer.outcomes == entries.map(\.1))
    let type = try await send(bench, [edge(a, b, type: "nothing")], ["atomic": false])
    #expect(type.outcomes == ["errored edge_type_not_found"])
  }

  @Test("one refused entry undoes an atomic page under its own status")
  func atomic() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let answer = try await send(bench, [edge(a, b), edge(a, bench.newId())])
    #expect(answer.verdict == "404 bulk_atomic_rollback")
    #expect(answer.details?["index"] == 1)
    #expect(try await bench.send("GET", "/edges").data.isEmpty)
    bench.key("writer", types: ["core.note": .write], edges: ["references": .write])
    let gate = try await send(
      bench, [edge(a, bench.newId()), edge(a, b, type: "about")], as: "writer")
    #expect(gate.verdict == "403 bulk_atomic_rollback", "gates come before what is stored")
    #expect(gate.details?["index"] == 1)
  }
}
