import MarfaEngine
import MarfaModel
import Resilience
import Testing

@testable import MarfaServer

/// Extensions of items (server-items 12, events-blobs-keys 6.7).
@Suite("Extensions")
struct ExtensionRouteTests {
  @Test("an object is kept whole per namespace, read back, replaced and removed")
  func writes() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    let path = "/items/\(id)/extensions"
    #expect(try await bench.send("GET", path).json == ["extensions": [:]])
    #expect(
      try await bench.send("GET", "\(path)/app").json == ["namespace": "app", "data": nil])
    let put = try await bench.send("PUT", "\(path)/app", ["b": 1, "a": ["deep": [nil]]])
    #expect(put.json == ["extensions": ["app": ["b": 1, "a": ["deep": [nil]]]]])
    try await bench.send("PUT", "\(path)/a.b%2Fc", [:])
    let replaced = try await bench.send("PUT", "\(path)/app", ["c": 2])
    #expect(replaced.json == ["extensions": ["a.b/c": [:], "app": ["c": 2]]])
    #expect(
      try await bench.send("GET", "\(path)/app").json
        == ["namespace": "app", "data": ["c": 2]])
    let removed = try await bench.send("DELETE", "\(path)/app")
    #expect(removed.json == ["extensions": ["a.b/c": [:]]])
    #expect(try await bench.send("DELETE", "\(path)/app").verdict == "200")
  }

  @Test("a write moves updated_at and tells metadata.changed, and no version moves")
  func announces() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    bench.clock.advance(by: .seconds(60))
    try await bench.send("PUT", "/items/\(id)/extensions/app", ["x": 1])
    let row = try #require(try await bench.stored(id))
    #expect(row.version == 1)
    #expect(row.updatedAt == Timestamp(clamping: bench.clock.unixMilliseconds).text)
    let events = try await bench.events()
    #expect(events.map(\.name) == ["metadata.changed"])
    let members = try JSONObject(json: try #require(events.first?.members))
    #expect(members["metadata"]?.object?["extensions"] == ["app": ["x": 1]])
  }

  @Test("a namespace takes its own grant, and answers hold the namespaces that may be read")
  func grants() async throws {
    let bench = try await ServerBench()
    let key = bench.key(
      "narrow", types: ["*": .write], extensions: ["mine": .write, "seen": .read])
    let id = try await bench.item()
    let path = "/items/\(id)/extensions"
    for namespace in ["mine", "seen", "hidden"] {
      try await bench.send("PUT", "\(path)/\(namespace)", ["of": .string(namespace)])
    }
    let both: JSONObject = ["extensions": ["mine": ["of": "mine"], "seen": ["of": "seen"]]]
    #expect(try await bench.send("GET", path, as: key).json == both)
    let cases: [(String, String, JSONObject?, String, String)] = [
      ("GET", "hidden", nil, "403 forbidden", "read"),
      ("PUT", "hidden", [:], "403 forbidden", "write"),
      ("DELETE", "hidden", nil, "403 forbidden", "write"),
      ("PUT", "seen", [:], "403 forbidden", "write"), ("GET", "seen", nil, "200", ""),
      ("PUT", "mine", ["of": "mine"], "200", ""),
    ]
    for (method, namespace, body, verdict, level) in cases {
      let answer = try await bench.send(method, "\(path)/\(namespace)", body, as: key)
      #expect(answer.verdict == verdict, "\(method) \(namespace)")
      if !level.isEmpty {
        #expect(
          answer.details?["grant"]
            == ["kind": "extension", "name": .string(namespace), "level": .string(level)])
      }
    }
    #expect(try await bench.send("PUT", "\(path)/mine", ["of": "mine"], as: key).json == both)
    let metadata = try await bench.send("GET", "/items/\(id)/metadata", as: key)
    #expect(metadata.object("metadata")["extensions"]?.object?.keys == ["mine", "seen"])
  }

  @Test("the item is judged before the namespace, and a folder takes no extension")
  func order() async throws {
    let bench = try await ServerBench()
    let none = bench.key("none", types: ["core.note": .read])
    let note = try await bench.item()
    let hidden = try await bench.item("core.task", ["title": "t"])
    let folder = try await bench.item("system.folder", ["title": "f"])
    let cases: [(String, String, String)] = [
      (hidden, none, "404 item_not_found"), (note, none, "403 type_not_permitted"),
      (folder, ServerBench.owner, "403 type_not_permitted"),
    ]
    for (id, key, verdict) in cases {
      let answer = try await bench.send("PUT", "/items/\(id)/extensions/app", [:], as: key)
      #expect(answer.verdict == verdict)
      #expect(answer.details?["grant"]?.object?["kind"] != "extension")
    }
    #expect(
      try await bench.send("PUT", "/items/\(note)/extensions/a%00b", [:]).verdict
        == "400 validation_error")
  }
}
