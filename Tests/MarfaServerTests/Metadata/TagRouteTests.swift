import MarfaEngine
import MarfaModel
import Resilience
import Testing

@testable import MarfaServer

/// Tags of items (server-items 12).
@Suite("Tags")
struct TagRouteTests {
  @Test("tags are a set in first-written order: added, replaced and taken away")
  func writes() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item(tags: ["one"])
    let steps: [(String, String, JSONObject?, JSONValue)] = [
      ("POST", "tags", ["tags": ["two", "one", "two"]], ["one", "two"]),
      ("PATCH", "metadata", ["tags": ["a/b c"]], ["one", "two", "a/b c"]),
      ("DELETE", "tags/a%2Fb%20c", nil, ["one", "two"]),
      ("DELETE", "tags/nothing", nil, ["one", "two"]),
      ("PATCH", "metadata", [:], ["one", "two"]),
      ("PUT", "metadata", ["tags": ["three", "three"]], ["three"]),
      ("PUT", "metadata", [:], []),
    ]
    for (method, path, body, tags) in steps {
      let answer = try await bench.send(method, "/items/\(id)/\(path)", body)
      #expect(answer.verdict == "200", "\(method) \(path)")
      #expect(answer.object("metadata")["item_id"] == .string(id))
      #expect(answer.object("metadata")["tags"] == tags, "\(method) \(path)")
      let read = try await bench.send("GET", "/items/\(id)/metadata")
      #expect(read.json == answer.json, "\(method) \(path)")
    }
  }

  @Test("a write of tags moves updated_at and tells metadata.changed, and no version moves")
  func announces() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    bench.clock.advance(by: .seconds(60))
    try await bench.send("POST", "/items/\(id)/tags", ["tags": ["one"]])
    let row = try #require(try await bench.stored(id))
    #expect(row.version == 1)
    #expect(row.updatedAt == Timestamp(clamping: bench.clock.unixMilliseconds).text)
    let events = try await bench.events()
    #expect(events.map(\.name) == ["metadata.changed"])
    let members = try JSONObject(json: try #require(events.first?.members))
    #expect(members["metadata"]?.object?["tags"] == ["one"])
    #expect(members["item"]?.object?["updated_at"] == .string(row.updatedAt))
  }

  @Test("a patch that names no tags writes nothing")
  func namesNone() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    try await bench.send("PATCH", "/items/\(id)/metadata", [:])
    #expect(try await bench.events().isEmpty)
  }

  @Test("each fault has its own answer and changes no tag")
  func refusals() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item(tags: ["kept"])
    let many = JSONValue.array((0..<101).map { .string("t\($0)") })
    let hundred = JSONValue.array((0..<100).map { .string("t\($0)") })
    let long = JSONValue.string(String(repeating: "x", count: 129))
    let cases: [(String, String, JSONObject, String)] = [
      ("PUT", "metadata", ["tags": "one"], "400 validation_error"),
      ("PUT", "metadata", ["tags": [1]], "400 validation_error"),
      ("PUT", "metadata", ["tags": [" "]], "400 validation_error"),
      ("PUT", "metadata", ["tags": [long]], "400 validation_error"),
      ("PUT", "metadata", ["tags": many], "400 validation_error"),
      ("PATCH", "metadata", ["tags": hundred], "400 validation_error"),
      ("PATCH", "metadata", ["tags": 1], "400 validation_error"),
      ("POST", "tags", ["tags": []], "400 validation_error"),
      ("POST", "tags", [:], "400 missing_required_field"),
    ]
    for (method, path, body, verdict) in cases {
      let answer = try await bench.send(method, "/items/\(id)/\(path)", body)
      #expect(answer.verdict == verdict, "\(method) \(path) \(body)")
    }
    #expect(try await bench.stored(id)?.tags == ["kept"])
    #expect(try await bench.events().isEmpty)
  }

  @Test("who may read an item is told that it is in the bin on a write, and never on a read")
  func items() async throws {
    let bench = try await ServerBench()
    let reader = bench.key("reader", types: ["core.note": .read], extensions: ["*": .write])
    let other = bench.key("other", types: ["core.task": .write], extensions: ["*": .write])
    let live = try await bench.item()
    let binned = try await bench.item(state: .trashed)
    let owner = ServerBench.owner
    let cases: [(String, String, String, JSONObject?)] = [
      (live, reader, "403 type_not_permitted", nil), (live, other, "404 item_not_found", nil),
      ("no-id", owner, "400 invalid_id", nil), (bench.newId(), owner, "404 item_not_found", nil),
      (binned, owner, "404 item_not_found", ["trashed": true]),
      (binned, reader, "404 item_not_found", ["trashed": true]),
      (binned, other, "404 item_not_found", nil),
    ]
    let doors: [(String, String, JSONObject?)] = [
      ("PUT", "metadata", ["tags": ["x"]]), ("PATCH", "metadata", ["tags": ["x"]]),
      ("POST", "tags", ["tags": ["x"]]), ("DELETE", "tags/x", nil),
      ("PUT", "extensions/app", ["x": 1]), ("DELETE", "extensions/app", nil),
    ]
    for (id, key, verdict, details) in cases {
      for (method, path, body) in doors {
        let answer = try await bench.send(method, "/items/\(id)/\(path)", body, as: key)
        #expect(answer.verdict == verdict, "\(method) \(path) by \(key)")
        if answer.status == 404 { #expect(answer.details == details, "\(method) \(path) \(key)") }
      }
      for path in ["metadata", "extensions", "extensions/app"] {
        let answer = try await bench.send("GET", "/items/\(id)/\(path)", as: key)
        if answer.status == 404 { #expect(answer.details == nil, "\(path) by \(key)") }
        if id == binned { #expect(answer.verdict == "404 item_not_found") }
      }
    }
  }

  @Test("tags are counted over active readable items, the most carried first, then by name")
  func counts() async throws {
    let bench = try await ServerBench()
    let notes = bench.key("notes", types: ["core.note": .read])
    let none = bench.key("none", types: ["app.none.*": .read])
    try await bench.item(tags: ["b", "a"])
    try await bench.item(tags: ["b", "é"])
    try await bench.item("core.task", ["title": "t"], tags: ["b", "z"])
    try await bench.item(state: .archived, tags: ["b"])
    try await bench.item(state: .trashed, tags: ["gone"])
    let all = try await bench.send("GET", "/metadata/tags")
    #expect(all.json.keys == ["data", "next_cursor"])
    #expect(
      all.json["data"] == [
        ["tag": "b", "count": 3], ["tag": "a", "count": 1], ["tag": "z", "count": 1],
        ["tag": "é", "count": 1],
      ])
    let some = try await bench.send("GET", "/metadata/tags", as: notes)
    #expect(some.data.first == ["tag": "b", "count": 2])
    #expect(try await bench.send("GET", "/metadata/tags", as: none).data.isEmpty)
  }
}
