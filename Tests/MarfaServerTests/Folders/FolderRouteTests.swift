import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// `/folders` (server-items 14).
@Suite("/folders")
struct FolderRouteTests {
  private func folder(_ bench: ServerBench, _ further: JSONObject = [:]) async throws -> String {
    var settings: JSONObject = ["title": "Notes", "search": ["types": ["core.note"]]]
    for (name, value) in further { settings[name] = value }
    let answer = try await bench.send("POST", "/folders", settings)
    #expect(answer.status == 201, "\(answer.json)")
    return answer.object("item")["id"]?.string ?? ""
  }

  @Test("a folder is made with its settings, once under one key, and read by the doors of items")
  func creates() async throws {
    let bench = try await ServerBench()
    let settings: JSONObject = ["title": "Notes", "ignore": ["*.tmp"]]
    let made = try await bench.send("POST", "/folders", settings, headers: ["Idempotency-Key": "k"])
    let again = try await bench.send(
      "POST", "/folders", settings, headers: ["Idempotency-Key": "k"])
    #expect(made.status == 201)
    #expect(again.json == made.json)
    let item = made.object("item")
    #expect(item["type"] == "system.folder")
    #expect(item["version"] == 1)
    #expect(item["state"] == "active")
    #expect(item["properties"] == .object(settings))
    #expect(try await bench.events().map(\.name) == ["item.created"])
    let listed = try await bench.send("GET", "/items?type=system.folder")
    #expect(listed.data.count == 1)
    let untitled = try await bench.send("POST", "/folders", ["ignore": []])
    #expect(untitled.verdict == "400 missing_required_field")
    let bad = try await bench.send("POST", "/folders", ["title": "t", "search": ["x": 1]])
    #expect(bad.verdict == "400 validation_error")
    #expect(bad.paths == ["search.x"])
  }

  @Test("a change replaces the settings it names; stale ones merge, or collide over the same one")
  func changes() async throws {
    let bench = try await ServerBench()
    let id = try await folder(bench)
    func patch(_ body: JSONObject) async throws -> Answer {
      try await bench.send("PATCH", "/folders/\(id)", body)
    }
    let first = try await patch(["version": 1, "search": ["tier": "feed"]])
    #expect(first.status == 200)
    #expect(first.object("item")["version"] == 2)
    #expect(
      first.object("item")["properties"] == ["title": "Notes", "search": ["tier": "feed"]])
    let merged = try await patch(["version": 1, "ignore": ["a"]])
    #expect(merged.status == 200)
    let collided = try await patch(["version": 1, "search": [:]])
    #expect(collided.verdict == "409 version_conflict")
    #expect(collided.json["conflicting_fields"] == ["search"])
    let cases: [(JSONObject, String)] = [
      (["ignore": []], "400 missing_required_field"), (["version": 3], "400 validation_error"),
      (["version": 3, "revoked_at": "x"], "400 validation_error"),
      (["version": 3, "search": ["types": ["shop.order"]]], "400 unknown_type"),
    ]
    for (body, verdict) in cases { #expect(try await patch(body).verdict == verdict, "\(body)") }
    let mode = try await bench.send(
      "PATCH", "/folders/\(id)?conflict=auto", ["version": 3, "ignore": []])
    #expect(mode.verdict == "400 validation_error")
  }

  @Test("a revoked folder stays so, and whatever is no folder is not found")
  func revokes() async throws {
    let bench = try await ServerBench()
    let id = try await folder(bench)
    let note = try await bench.item()
    let answer = try await bench.send("POST", "/folders/\(id)/revoke")
    #expect(answer.status == 200)
    #expect(answer.object("item")["state"] == "revoked")
    #expect(answer.object("item")["version"] == 2)
    #expect(answer.object("item")["properties"]?.object?["revoked_at"] != nil)
    #expect(try await bench.events().last?.name == "item.state_changed")
    for (method, path, body, verdict) in [
      ("POST", "/folders/\(id)/revoke", nil, "400 invalid_transition"),
      ("PATCH", "/folders/\(id)", ["version": 2, "ignore": []], "400 invalid_transition"),
      ("POST", "/folders/\(note)/revoke", nil, "404 item_not_found"),
      ("PATCH", "/folders/\(note)", ["version": 1, "ignore": []], "404 item_not_found"),
      ("POST", "/folders/\(bench.newId())/revoke", nil, "404 item_not_found"),
      ("POST", "/folders/x/revoke", nil, "400 invalid_id"),
    ] as [(String, String, JSONObject?, String)] {
      #expect(try await bench.send(method, path, body).verdict == verdict, "\(path)")
    }
  }

  @Test(
    "only a key that writes folders makes, changes and revokes them; the refusal says which grant")
  func grants() async throws {
    let bench = try await ServerBench()
    let id = try await folder(bench)
    bench.key("reader", types: ["system.folder": .read, "core.note": .write])
    bench.key("writer", types: ["system.folder": .write])
    for (method, path) in [
      ("POST", "/folders"), ("PATCH", "/folders/\(id)"), ("POST", "/folders/\(id)/revoke"),
    ] {
      let answer = try await bench.send(method, path, ["bad": 1], as: "reader")
      #expect(answer.verdict == "403 type_not_permitted")
      #expect(
        answer.details?["grant"]
          == ["kind": "type", "name": "system.folder", "level": "write"])
    }
    #expect(try await bench.send("POST", "/folders", ["title": "t"], as: "writer").status == 201)
  }
}
