import MarfaHTTP
import MarfaModel
import Testing

@testable import MarfaServer

/// `POST /edges`: the order of its refusals (types-edges-search 4.2), repeats and events.
@Suite("POST /edges")
struct EdgeCreateTests {
  @Test("a new edge is answered whole with version 1, is stored, and is announced once")
  func creates() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let answer = try await bench.send(
      "POST", "/edges",
      ["source_id": .string(a), "target_id": .string(b), "edge_type": "about"])
    #expect(answer.verdict == "201")
    let edge = try Edge(decoding: answer.object("edge"))
    #expect(edge.version == 1)
    #expect(edge.properties == [:])
    #expect(try await bench.storedEdge(edge.id) == edge)
    let events = try await bench.events()
    #expect(events.map(\.name) == ["edge.created"])
    #expect(events.first?.itemType == "core.note")
    #expect(events.first?.edgeType == "about")
  }

  @Test("each fault has its own answer, and nothing is stored or announced")
  func refusals() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let binned = try await bench.item(state: .trashed)
    let task = try await bench.item("core.task", ["title": "task"])
    let cases: [(String, JSONObject, String)] = [
      ("no source", ["target_id": .string(b), "edge_type": "about"], "400 missing_required_field"),
      ("no target", ["source_id": .string(a), "edge_type": "about"], "400 missing_required_field"),
      (
        "no type", ["source_id": .string(a), "target_id": .string(b)], "400 missing_required_field"
      ),
      ("null source", edge(nil, b), "400 missing_required_field"),
      ("malformed source", edge("x", b), "400 invalid_id"),
      ("uppercase target", edge(a, b.uppercased()), "400 invalid_id"),
      ("malformed id", edge(a, b, ["id": "1"]), "400 invalid_id"),
      ("a number as type", edge(a, b, ["edge_type": 3]), "400 validation_error"),
      ("unknown source", edge(bench.newId(), b), "404 item_not_found"),
      ("source in the bin", edge(binned, b), "404 item_not_found"),
      ("unknown type", edge(a, b, ["edge_type": "nothing-such"]), "404 edge_type_not_found"),
      ("itself", edge(a, a), "400 edge_cycle"),
      ("properties no object", edge(a, b, ["properties": [1]]), "400 validation_error"),
      ("unknown target", edge(a, bench.newId()), "404 item_not_found"),
      ("target in the bin", edge(a, binned), "404 item_not_found"),
      (
        "no container", edge(a, task, ["edge_type": "in-collection"]),
        "400 edge_constraint_violation"
      ),
    ]
    for (name, body, verdict) in cases {
      let answer = try await bench.send("POST", "/edges", body)
      #expect(answer.verdict == verdict, "\(name)")
    }
    #expect(try await bench.events().isEmpty)
  }

  @Test("an earlier fault of the order wins over every later one")
  func order() async throws {
    let bench = try await ServerBench()
    let key = bench.key(
      "narrow", types: ["core.note": .read, "core.task": .write],
      edges: ["references": .write, "about": .read])
    let note = try await bench.item()
    let task = try await bench.item("core.task", ["title": "task"])
    let hidden = try await bench.item("core.event", ["title": "hidden"])
    let cases: [(String, JSONObject, String)] = [
      ("missing before malformed", edge("x", nil), "400 missing_required_field"),
      ("malformed before hidden", edge(hidden, "x"), "400 invalid_id"),
      ("hidden source before permission", edge(hidden, task), "404 item_not_found"),
      ("type before edge type", edge(note, task, ["edge_type": "about"]), "403 type_not_permitted"),
      (
        "edge type before its being there", edge(task, note, ["edge_type": "nothing-such"]),
        "403 edge_permission_denied"
      ),
      (
        "edge type before loop", edge(task, task, ["edge_type": "about"]),
        "403 edge_permission_denied"
      ),
      ("loop before properties", edge(task, task, ["properties": 1]), "400 edge_cycle"),
      ("properties before target", edge(task, hidden, ["properties": 1]), "400 validation_error"),
      ("hidden target as a missing one", edge(task, hidden), "404 item_not_found"),
    ]
    for (name, body, verdict) in cases {
      #expect(try await bench.send("POST", "/edges", body, as: key).verdict == verdict, "\(name)")
    }
  }

  @Test("an end that is hidden is refused in the very words of one that is not there")
  func hiddenEnds() async throws {
    let bench = try await ServerBench()
    let key = bench.key("narrow", types: ["core.task": .write], edges: ["*": .write])
    let task = try await bench.item("core.task", ["title": "task"])
    let hidden = try await bench.item()
    let source = try await bench.send("POST", "/edges", edge(hidden, task), as: key)
    #expect(source.error?["message"] == .string("Edge source item not found: \(hidden)"))
    let target = try await bench.send("POST", "/edges", edge(task, hidden), as: key)
    #expect(target.error?["message"] == .string("Edge target item not found: \(hidden)"))
    #expect(target.details == nil)
  }

  @Test("a missing grant of a type or an edge type is named in the refusal")
  func grants() async throws {
    let bench = try await ServerBench()
    let reader = bench.key("reader", types: ["*": .read], edges: ["*": .write])
    let writer = bench.key("writer", types: ["*": .write], edges: ["*": .read])
    let (a, b) = (try await bench.item(), try await bench.item())
    let byType = try await bench.send("POST", "/edges", edge(a, b), as: reader)
    #expect(byType.verdict == "403 type_not_permitted")
    #expect(byType.details?["grant"] == ["kind": "type", "name": "core.note", "level": "write"])
    let byEdge = try await bench.send("POST", "/edges", edge(a, b), as: writer)
    #expect(byEdge.verdict == "403 edge_permission_denied")
    #expect(byEdge.details?["edge_type"] == "references")
    #expect(
      byEdge.details?["grant"] == ["kind": "edge_type", "name": "references", "level": "write"])
  }

  @Test("a second edge of the same triple is refused as a duplicate, whatever its id")
  func duplicates() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    try await bench.edge(a, b)
    let answer = try await bench.send(
      "POST", "/edges", edge(a, b, ["id": .string(bench.newId())]))
    #expect(answer.verdict == "400 edge_constraint_violation")
    #expect(answer.details?["constraint"] == "duplicate")
    #expect(try await bench.send("POST", "/edges", edge(b, a)).verdict == "201")
  }

  @Test("an end that holds one edge of the type takes no second, and the refusal names it")
  func cardinality() async throws {
    let bench = try await ServerBench()
    let (a, b, c) = (try await bench.item(), try await bench.item(), try await bench.item())
    try await bench.edge(a, b, "parent-of")
    let second = try await bench.send("POST", "/edges", edge(c, b, ["edge_type": "parent-of"]))
    #expect(second.verdict == "400 edge_constraint_violation")
    #expect(second.details?["constraint"] == "cardinality")
    #expect(second.details?["target_id"] == .string(b))
    #expect(second.details?["source_id"] == nil)
    try await bench.edge(a, b, "in-thread")
    let thread = try await bench.send("POST", "/edges", edge(a, c, ["edge_type": "in-thread"]))
    #expect(thread.details?["source_id"] == .string(a))
  }

  @Test("a circle is refused at any depth on an acyclic type, and nowhere else")
  func circles() async throws {
    let bench = try await ServerBench()
    let (a, b, c) = (try await bench.item(), try await bench.item(), try await bench.item())
    for type in ["parent-of", "references"] {
      try await bench.edge(a, b, type)
      try await bench.edge(b, c, type)
    }
    let closing = try await bench.send("POST", "/edges", edge(c, a, ["edge_type": "parent-of"]))
    #expect(closing.verdict == "400 edge_cycle")
    #expect(closing.details?["edge_type"] == "parent-of")
    #expect(try await bench.send("POST", "/edges", edge(c, a)).verdict == "201")
  }

  @Test("a repeated id and triple is acknowledged without a write, whatever else it says")
  func acknowledges() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let id = bench.newId()
    let first = try await bench.send("POST", "/edges", edge(a, b, ["id": .string(id)]))
    let again = try await bench.send(
      "POST", "/edges", edge(a, b, ["id": .string(id), "properties": ["x": 1]]))
    #expect(again.verdict == "200")
    #expect(again.json["acknowledged"] == true)
    #expect(again.object("edge") == first.object("edge"))
    #expect(first.json["acknowledged"] == nil)
    #expect(try await bench.events().count == 1)
    // Also when the target has gone to the bin since; not when the source has.
    try await bench.send("DELETE", "/items/\(b)")
    #expect(
      try await bench.send("POST", "/edges", edge(a, b, ["id": .string(id)])).verdict == "200")
    try await bench.send("DELETE", "/items/\(a)")
    #expect(
      try await bench.send("POST", "/edges", edge(a, b, ["id": .string(id)])).verdict
        == "404 item_not_found")
  }

  @Test("an id that names another edge is refused with what differs, or with the id alone")
  func reusedIds() async throws {
    let bench = try await ServerBench()
    let key = bench.key(
      "narrow", types: ["core.task": .write], edges: ["references": .write])
    let (a, b) = (try await bench.item(), try await bench.item())
    let known = try await bench.edge(a, b)
    let differs = try await bench.send(
      "POST", "/edges", edge(a, b, ["id": .string(known.id), "edge_type": "about"]))
    #expect(differs.verdict == "409 id_reused")
    #expect(differs.details == ["differs": ["edge_type"]])
    let (c, d) = (
      try await bench.item("core.task", ["title": "c"]),
      try await bench.item("core.task", ["title": "d"])
    )
    let hidden = try await bench.send(
      "POST", "/edges", edge(c, d, ["id": .string(known.id)]), as: key)
    #expect(hidden.verdict == "409 id_reused")
    #expect(hidden.details == ["existing_id": .string(known.id)])
    #expect(try await bench.storedEdge(known.id) == known)
  }

  @Test("a repeat under an Idempotency-Key is replayed and not announced again (R7)")
  func keyed() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let headers = ["Idempotency-Key": "one"]
    let first = try await bench.send("POST", "/edges", edge(a, b), headers: headers)
    let again = try await bench.send("POST", "/edges", edge(a, b), headers: headers)
    #expect(first.verdict == "201")
    #expect(again.verdict == "201")
    #expect(again.headers["Idempotency-Replayed"] == "true")
    #expect(again.json == first.json)
    let other = try await bench.send("POST", "/edges", edge(b, a), headers: headers)
    #expect(other.verdict == "422 idempotency_key_reused")
    #expect(try await bench.events().count == 1)
  }
}

/// The body of a create; a `nil` end is a null.
private func edge(_ source: String?, _ target: String?, _ further: JSONObject = [:]) -> JSONObject {
  var body: JSONObject = [
    "source_id": source.map(JSONValue.string) ?? .null,
    "target_id": target.map(JSONValue.string) ?? .null, "edge_type": "references",
  ]
  for (name, value) in further { body[name] = value }
  return body
}
