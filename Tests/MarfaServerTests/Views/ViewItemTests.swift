import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// Saved views are items of the type `system.view` (decision 8).
@Suite("Saved views as items")
struct ViewItemTests {
  private let settings: JSONObject = [
    "title": "Open tasks",
    "search": ["types": ["core.task"], "filter": "properties.done = false"],
    "sort": ["field": "updated_at", "direction": "descending"],
    "group_by": ["by": "property", "name": "status"],
  ]

  @Test("a view is made, changed, binned, restored and purged by the doors of items")
  func life() async throws {
    let bench = try await ServerBench()
    bench.key(
      "views", types: ["system.view": .write], may: [.purgeItems])
    let made = try await bench.send(
      "POST", "/items", ["type": "system.view", "properties": .object(settings)], as: "views",
      headers: ["Idempotency-Key": "k"])
    #expect(made.status == 201, "\(made.json)")
    let again = try await bench.send(
      "POST", "/items", ["type": "system.view", "properties": .object(settings)], as: "views",
      headers: ["Idempotency-Key": "k"])
    #expect(again.json == made.json)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    let id = made.object("item")["id"]?.string ?? ""
    let changed = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["title": "Tasks"]], as: "views")
    #expect(changed.object("item")["version"] == 2)
    for (method, path, state) in [
      ("DELETE", "", ItemState.trashed), ("POST", "/restore", .active),
      ("DELETE", "?version=2", .trashed),
    ] {
      #expect(try await bench.send(method, "/items/\(id)\(path)", as: "views").status == 200)
      #expect(try await bench.stored(id)?.state == state)
    }
    #expect(try await bench.send("POST", "/items/\(id)/purge", as: "views").status == 200)
    #expect(try await bench.stored(id) == nil)
    let names = try await bench.events().map(\.name)
    #expect(
      names == [
        "item.created", "item.updated", "item.deleted", "item.restored", "item.deleted",
        "item.purged",
      ])
  }

  @Test("views are listed only where they are asked for, and only to keys that read them")
  func listed() async throws {
    let bench = try await ServerBench()
    bench.key("notes", types: ["core.note": .read])
    let view = try await bench.item("system.view", settings)
    _ = try await bench.item()
    func listed(_ query: String, as key: String = ServerBench.owner) async throws -> Bool {
      try await bench.send("GET", "/items\(query)", as: key).data
        .contains { $0["id"]?.string == view }
    }
    #expect(try await !listed(""))
    #expect(try await listed("?type=system.view"))
    #expect(try await listed("?include=system"))
    #expect(try await !listed("?include=system", as: "notes"))
    let hidden = try await bench.send("GET", "/items/\(view)", as: "notes")
    #expect(hidden.verdict == "404 item_not_found")
    let filter = try await bench.send("GET", "/items?type=system.view", as: "notes")
    #expect(filter.verdict == "403 type_not_permitted")
  }

  @Test("other system types stay closed to the doors of items, and a read-only key writes no view")
  func closed() async throws {
    let bench = try await ServerBench()
    bench.key("reader", types: ["system.view": .read])
    let folder = try await bench.send(
      "POST", "/items", ["type": "system.folder", "properties": ["title": "t"]])
    #expect(folder.verdict == "403 type_not_permitted")
    #expect(folder.details?["grant"] == nil)
    let view = try await bench.send(
      "POST", "/items", ["type": "system.view", "properties": [:]], as: "reader")
    #expect(view.verdict == "403 type_not_permitted")
    #expect(view.details?["grant"]?.object?["name"] == "system.view")
  }

  @Test("settings of another shape are refused by the type, and stale changes merge or collide")
  func rules() async throws {
    let bench = try await ServerBench()
    let bad: [JSONObject] = [["title": 1], ["search": "x"], ["sort": []], ["group_by": true]]
    for properties in bad {
      let answer = try await bench.send(
        "POST", "/items", ["type": "system.view", "properties": .object(properties)])
      #expect(answer.verdict == "400 invalid_properties", "\(properties)")
    }
    let made = try await bench.create("system.view", settings)
    let id = made["id"]?.string ?? ""
    func patch(_ properties: JSONObject) async throws -> Answer {
      try await bench.send(
        "PATCH", "/items/\(id)", ["version": 1, "properties": .object(properties)])
    }
    #expect(try await patch(["title": "A"]).status == 200)
    #expect(try await patch(["sort": ["field": "created_at"]]).status == 200, "merged")
    #expect(try await patch(["title": "B"]).verdict == "409 version_conflict")
  }
}
