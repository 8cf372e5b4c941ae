import MarfaHTTP
import MarfaModel
import Testing

@testable import MarfaServer

/// Replays are judged by the grants as they stand then (server-items 1.8).
@Suite("Grants of replays")
struct ReplayGrantsTests {
  private static let headers = ["Idempotency-Key": "one"]
  private static let everything: [String: PermissionLevel] = ["*": .write]

  /// Sends a request twice, with other grants in between, and once more with the first ones.
  ///
  /// - Returns: how the repeat under the other grants was answered.
  private func verdict(
    _ bench: ServerBench, _ method: String, _ target: String, _ body: JSONObject? = nil,
    expecting first: Int = 200,
    types: [String: PermissionLevel] = everything, edges: [String: PermissionLevel] = everything,
    extensions: [String: PermissionLevel] = everything, sources: [String] = []
  ) async throws -> Answer {
    let all: Set<KeyPermission> = [.purgeItems]
    let full: () -> Void = {
      bench.key(
        "k", types: Self.everything, edges: Self.everything, extensions: Self.everything,
        may: all, sources: ["claimed"])
    }
    full()
    let answered = try await bench.send(method, target, body, as: "k", headers: Self.headers)
    #expect(answered.status == first)
    let events = try await bench.events().count
    bench.key(
      "k", types: types, edges: edges, extensions: extensions, may: all, sources: sources)
    let narrowed = try await bench.send(method, target, body, as: "k", headers: Self.headers)
    full()
    let restored = try await bench.send(method, target, body, as: "k", headers: Self.headers)
    #expect(restored.headers["Idempotency-Replayed"] == "true")
    #expect(restored.json == answered.json)
    #expect(try await bench.events().count == events, "a repeat is told to nobody")
    return narrowed
  }

  @Test("with nothing lost the first answer comes again")
  func nothingLost() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    let answer = try await verdict(
      bench, "PATCH", "/items/\(id)", ["version": 1, "properties": ["title": "t"]])
    #expect(answer.headers["Idempotency-Replayed"] == "true")
  }

  @Test("a write that may no longer be made is 403, a row that may not be read is 404")
  func types() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    let change: JSONObject = ["version": 1, "properties": ["title": "t"]]
    let target = "/items/\(id)"
    let lostWrite = try await verdict(
      bench, "PATCH", target, change, types: ["*": .write, "core.note": .read])
    #expect(lostWrite.verdict == "403 type_not_permitted")
    #expect(lostWrite.details?["grant"]?.object?["name"] == "core.note")

    let other = try await ServerBench()
    let hidden = try await other.item()
    let lostRead = try await verdict(
      other, "PATCH", "/items/\(hidden)", change, types: ["*": .write, "core.note": .none])
    #expect(lostRead.verdict == "404 item_not_found")
    #expect(lostRead.details == nil)
    #expect(lostRead.headers["Idempotency-Replayed"] == nil)
  }

  @Test("creates, deletes, restores, transitions and purges ask for the write as well")
  func everyOperation() async throws {
    let readOnly: [String: PermissionLevel] = ["*": .write, "core.note": .read]
    let bench = try await ServerBench()
    let live = try await bench.item()
    let binned = try await bench.item(state: .trashed)
    let gone = try await bench.item(state: .trashed)
    let cases: [(String, String, JSONObject?, Int)] = [
      ("POST", "/items", ["type": "core.note", "properties": ["body": "x"]], 201),
      ("POST", "/items/\(live)/transition", ["state": "archived"], 200),
      ("POST", "/items/\(binned)/restore", nil, 200),
      ("POST", "/items/\(gone)/purge", nil, 200),
      ("DELETE", "/items/\(live)", nil, 200),
    ]
    for (number, (method, target, body, status)) in cases.enumerated() {
      let headers = ["Idempotency-Key": "case \(number)"]
      bench.key("k", types: Self.everything, edges: Self.everything, may: [.purgeItems])
      #expect(
        try await bench.send(method, target, body, as: "k", headers: headers).status == status)
      bench.key("k", types: readOnly, edges: Self.everything, may: [.purgeItems])
      #expect(
        try await bench.send(method, target, body, as: "k", headers: headers).verdict
          == "403 type_not_permitted", "\(method) \(target)")
    }
  }

  @Test("the type that the row has now counts beside the one it had then")
  func retypedSince() async throws {
    let bench = try await ServerBench()
    try await bench.send("POST", "/types", ["id": "user.secret", "fields": [:]])
    let id = try await bench.item()
    let target = "/items/\(id)"
    let change: JSONObject = ["version": 1, "properties": ["title": "t"]]
    bench.key("k", types: Self.everything)
    #expect(
      try await bench.send("PATCH", target, change, as: "k", headers: Self.headers).status == 200)
    try await bench.send("PATCH", target, ["version": 2, "type": "user.secret", "retype": true])
    bench.key("k", types: ["*": .write, "user.secret": .none])
    let answer = try await bench.send("PATCH", target, change, as: "k", headers: Self.headers)
    #expect(answer.verdict == "404 item_not_found")
  }

  @Test("a source that is no longer claimed is refused, and named")
  func source() async throws {
    let bench = try await ServerBench()
    let answer = try await verdict(
      bench, "POST", "/items",
      ["type": "core.note", "properties": ["body": "x"], "source": "claimed"], expecting: 201)
    #expect(answer.verdict == "403 forbidden")
    #expect(answer.details?["source"] == "claimed")
  }

  @Test("edges that came along ask for their type: to write when drawn, to read when told")
  func inlineEdges() async throws {
    let bench = try await ServerBench()
    let target = try await bench.item()
    let body: JSONObject = [
      "type": "core.note", "properties": ["body": "x"], "edges": ["references": [.string(target)]],
    ]
    let lostWrite = try await verdict(
      bench, "POST", "/items", body, expecting: 201, edges: ["*": .read])
    #expect(lostWrite.verdict == "403 edge_permission_denied")
    #expect(lostWrite.details?["edge_type"] == "references")

    let other = try await ServerBench()
    let source = try await other.item()
    try await other.edge(source, try await other.item(), "about")
    let end = try await other.item()
    let told = try await verdict(
      other, "PATCH", "/items/\(source)",
      ["version": 1, "edges": ["references": [.string(end)]]],
      edges: ["*": .write, "about": .none])
    #expect(told.verdict == "404 edge_not_found")
  }

  @Test("an edge asks for its source's type and its own, and nothing of its target")
  func edges() async throws {
    let bench = try await ServerBench()
    try await bench.send("POST", "/types", ["id": "user.end", "fields": [:]])
    let source = try await bench.item()
    let end = try await bench.item("user.end", [:])
    let body: JSONObject = [
      "source_id": .string(source), "target_id": .string(end), "edge_type": "references",
    ]
    func repeated(
      _ types: [String: PermissionLevel] = Self.everything,
      _ edges: [String: PermissionLevel] = Self.everything
    ) async throws -> String {
      bench.key("k", types: types, edges: edges)
      return try await bench.send("POST", "/edges", body, as: "k", headers: Self.headers).verdict
    }
    #expect(try await repeated() == "201")
    #expect(try await repeated(["*": .write, "user.end": .none]) == "201")
    #expect(try await repeated(["*": .write, "core.note": .none]) == "404 edge_not_found")
    #expect(try await repeated(["*": .write, "core.note": .read]) == "403 type_not_permitted")
    #expect(try await repeated(Self.everything, ["*": .read]) == "403 edge_permission_denied")
    #expect(
      try await repeated(Self.everything, ["references": .none]) == "404 edge_not_found")
    #expect(try await repeated() == "201")
  }

  @Test("an extension that may not be read any more withholds the answer that shows it")
  func extensions() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    try await bench.send("PUT", "/items/\(id)/extensions/diary", ["mood": "good"])
    let answer = try await verdict(
      bench, "PATCH", "/items/\(id)", ["version": 1, "properties": ["title": "t"]],
      extensions: ["*": .write, "diary": .none])
    #expect(answer.verdict == "403 forbidden")
    #expect(answer.details?["grant"]?.object?["name"] == "diary")
  }

  @Test("a kept conflict is withheld with the rows it shows")
  func conflict() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    try await bench.send("PATCH", "/items/\(id)", ["version": 1, "properties": ["body": "theirs"]])
    let answer = try await verdict(
      bench, "PATCH", "/items/\(id)", ["version": 1, "properties": ["body": "mine"]],
      expecting: 409, types: ["*": .write, "core.note": .none])
    #expect(answer.verdict == "404 item_not_found")
    #expect(answer.json["current"] == nil)
  }
}
