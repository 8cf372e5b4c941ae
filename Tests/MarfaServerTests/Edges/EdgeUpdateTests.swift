import MarfaHTTP
import MarfaModel
import Testing

@testable import MarfaServer

/// `PATCH` and `DELETE /edges/{id}`: order of refusals, merging, moving (types-edges-search 4.5-4.7).
@Suite("PATCH and DELETE /edges/{id}")
struct EdgeUpdateTests {
  @Test("properties merge key by key, the version steps by one, one event tells the new state")
  func merges() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b, "references", ["kept": 1, "changed": ["x": 1]])
    let answer = try await bench.send(
      "PATCH", "/edges/\(edge.id)",
      ["version": 1, "properties": ["changed": ["y": 2], "added": true]])
    #expect(answer.verdict == "200")
    let next = try Edge(decoding: answer.object("edge"))
    #expect(next.version == 2)
    #expect(next.properties == ["kept": 1, "changed": ["y": 2], "added": true])
    #expect(try await bench.storedEdge(edge.id) == next)
    #expect(try await bench.events().map(\.name) == ["edge.updated"])
  }

  @Test("each fault of a change has its own answer and leaves the edge as it was")
  func refusals() async throws {
    let bench = try await ServerBench()
    let (a, b, c) = (try await bench.item(), try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b, "parent-of")
    let stale: JSONObject = ["version": 7, "properties": [:]]
    let cases: [(String, String, JSONObject, String)] = [
      ("no version", edge.id, ["properties": [:]], "400 missing_required_field"),
      ("no version, no edge", "nothing", ["properties": [:]], "400 missing_required_field"),
      ("a text as version", edge.id, ["version": "1"], "400 validation_error"),
      ("no edge", bench.newId(), stale, "404 edge_not_found"),
      ("an id that is none", "nothing", stale, "404 edge_not_found"),
      ("stale", edge.id, stale, "409 version_conflict"),
      ("nothing to do", edge.id, ["version": 1], "400 missing_required_field"),
      (
        "ends as they are", edge.id,
        ["version": 1, "source_id": .string(a), "target_id": .string(b)],
        "400 missing_required_field"
      ),
      ("malformed end", edge.id, ["version": 1, "source_id": "x"], "400 invalid_id"),
      (
        "both ends", edge.id, ["version": 1, "source_id": .string(c), "target_id": .string(c)],
        "400 validation_error"
      ),
      (
        "an end that stays", edge.id, ["version": 1, "target_id": .string(c)],
        "400 validation_error"
      ),
      (
        "a new source that is not there", edge.id,
        ["version": 1, "source_id": .string(bench.newId())], "404 item_not_found"
      ),
      ("onto the other end", edge.id, ["version": 1, "source_id": .string(b)], "400 edge_cycle"),
      ("properties no object", edge.id, ["version": 1, "properties": 3], "400 validation_error"),
    ]
    for (name, id, body, verdict) in cases {
      #expect(try await bench.send("PATCH", "/edges/\(id)", body).verdict == verdict, "\(name)")
    }
    #expect(try await bench.storedEdge(edge.id) == edge)
    #expect(try await bench.events().isEmpty)
  }

  @Test("a stale change, behind or ahead, is told the whole edge and nothing else")
  func stale() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b)
    try await bench.send("PATCH", "/edges/\(edge.id)", ["version": 1, "properties": ["x": 1]])
    for version in [1, 3] as [Int64] {
      let answer = try await bench.send(
        "PATCH", "/edges/\(edge.id)",
        ["version": .integer(version), "properties": ["x": 2]])
      #expect(answer.verdict == "409 version_conflict")
      #expect(answer.headers["X-Error-Code"] == "version_conflict")
      #expect(answer.error?["status"] == 409)
      #expect(answer.json.keys == ["error", "current"])
      #expect(try Edge(decoding: answer.object("current")).version == 2)
    }
  }

  @Test("the permission is asked before the version, and a hidden edge is a missing one")
  func permissions() async throws {
    let bench = try await ServerBench()
    let reader = bench.key("reader", types: ["*": .read], edges: ["*": .write])
    let viewer = bench.key("viewer", types: ["*": .write], edges: ["*": .read])
    let blind = bench.key("blind", types: ["*": .write], edges: ["about": .write])
    let other = bench.key("other", types: ["core.task": .write], edges: ["*": .write])
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b)
    let stale: JSONObject = ["version": 9, "properties": [:]]
    let cases = [
      (reader, "403 type_not_permitted"), (viewer, "403 edge_permission_denied"),
      (blind, "404 edge_not_found"), (other, "404 edge_not_found"),
    ]
    for (key, verdict) in cases {
      let change = try await bench.send("PATCH", "/edges/\(edge.id)", stale, as: key)
      #expect(change.verdict == verdict, "\(key) changes")
      let removal = try await bench.send("DELETE", "/edges/\(edge.id)", as: key)
      #expect(removal.verdict == verdict, "\(key) removes")
    }
    #expect(try await bench.storedEdge(edge.id) == edge)
  }

  @Test("an end moves where the other one holds one edge, and only there")
  func movableEnds() async throws {
    let bench = try await ServerBench()
    let cases: [(String, target: String, source: String)] = [
      ("supersedes", "200", "200"), ("in-thread", "200", "400 validation_error"),
      ("parent-of", "400 validation_error", "200"),
      ("references", "400 validation_error", "400 validation_error"),
    ]
    for (type, target, source) in cases {
      for (member, verdict) in [("target_id", target), ("source_id", source)] {
        let (a, b, c) = (try await bench.item(), try await bench.item(), try await bench.item())
        let edge = try await bench.edge(a, b, type)
        let answer = try await bench.send(
          "PATCH", "/edges/\(edge.id)", ["version": 1, member: .string(c)])
        #expect(answer.verdict == verdict, "\(type) \(member)")
        if verdict != "200" { #expect(answer.paths == [member]) }
      }
    }
  }

  @Test("a move keeps the id, steps the version and is one update of the new source's type")
  func moves() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let task = try await bench.item("core.task", ["title": "new parent"])
    let edge = try await bench.edge(a, b, "parent-of", ["kept": 1])
    let answer = try await bench.send(
      "PATCH", "/edges/\(edge.id)",
      ["version": 1, "source_id": .string(task), "properties": ["added": 2]])
    #expect(answer.verdict == "200")
    let next = try Edge(decoding: answer.object("edge"))
    #expect(next.id == edge.id)
    #expect(next.version == 2)
    #expect(next.sourceId == task)
    #expect(next.targetId == b)
    #expect(next.properties == ["kept": 1, "added": 2])
    let events = try await bench.events()
    #expect(events.map(\.name) == ["edge.updated"])
    #expect(events.first?.itemType == "core.task")
  }

  @Test("a move is judged as the edge that results: duplicates, circles, ends and permission")
  func judgesMoves() async throws {
    let bench = try await ServerBench()
    let key = bench.key(
      "narrow", types: ["core.note": .write, "core.task": .read], edges: ["*": .write])
    let (a, b, c) = (try await bench.item(), try await bench.item(), try await bench.item())
    let binned = try await bench.item(state: .trashed)
    let task = try await bench.item("core.task", ["title": "only read"])
    let hidden = try await bench.item("core.event", ["title": "hidden"])
    let edge = try await bench.edge(a, b, "parent-of")
    try await bench.edge(b, c, "parent-of")
    let cases = [
      ("beneath itself", c, "400 edge_cycle"), ("into the bin", binned, "404 item_not_found"),
      ("hidden", hidden, "404 item_not_found"), ("not writable", task, "403 type_not_permitted"),
    ]
    for (name, source, verdict) in cases {
      let answer = try await bench.send(
        "PATCH", "/edges/\(edge.id)", ["version": 1, "source_id": .string(source)], as: key)
      #expect(answer.verdict == verdict, "\(name)")
    }
    #expect(try await bench.storedEdge(edge.id) == edge)
  }

  @Test("properties change although the target went to the bin")
  func binnedTarget() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b)
    try await bench.send("DELETE", "/items/\(b)")
    let answer = try await bench.send(
      "PATCH", "/edges/\(edge.id)", ["version": 1, "properties": ["x": 1]])
    #expect(answer.verdict == "200")
  }

  @Test("a removal answers ok once, then that there is none, and announces one event")
  func deletes() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b)
    let first = try await bench.send("DELETE", "/edges/\(edge.id)")
    #expect(first.verdict == "200")
    #expect(first.json == ["ok": true])
    #expect(try await bench.send("DELETE", "/edges/\(edge.id)").verdict == "404 edge_not_found")
    #expect(try await bench.send("DELETE", "/edges/nothing").verdict == "404 edge_not_found")
    #expect(try await bench.events().map(\.name) == ["edge.deleted"])
  }

  @Test("changes and removals replay under an Idempotency-Key (R7)")
  func keyed() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b)
    for (method, body) in [
      ("PATCH", ["version": 1, "properties": ["x": 1]] as JSONObject?), ("DELETE", nil),
    ] {
      let headers = ["Idempotency-Key": method]
      let first = try await bench.send(method, "/edges/\(edge.id)", body, headers: headers)
      let again = try await bench.send(method, "/edges/\(edge.id)", body, headers: headers)
      #expect(first.verdict == "200", "\(method)")
      #expect(again.json == first.json, "\(method)")
      #expect(again.headers["Idempotency-Replayed"] == "true", "\(method)")
    }
    #expect(try await bench.events().map(\.name) == ["edge.updated", "edge.deleted"])
  }
}
