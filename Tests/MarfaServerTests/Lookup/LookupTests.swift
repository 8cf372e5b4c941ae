import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// Items found many at once (server-items 6.4 and 6.5).
@Suite("Look-ups")
struct LookupTests {
  private func create(
    _ bench: ServerBench, _ body: JSONObject, as key: String = ServerBench.owner
  ) async throws -> String {
    let answer = try await bench.send("POST", "/items", body, as: key)
    #expect(answer.status == 201, "\(answer.json)")
    return answer.object("item")["id"]?.string ?? ""
  }

  /// Registers a type whose items link by `vendor`.
  private func linked(_ bench: ServerBench) async throws {
    let answer = try await bench.send(
      "POST", "/types",
      [
        "id": "shop.order", "label": "Order", "fields": ["vendor": ["type": "string"]],
        "link_field": "vendor",
      ])
    #expect(answer.status == 201, "\(answer.json)")
  }

  @Test("items are read by their ids in the order named, each once, and hidden ones are left out")
  func many() async throws {
    let bench = try await ServerBench()
    let first = try await bench.item()
    let second = try await bench.item("core.task", ["title": "t"], tags: ["a"])
    let binned = try await bench.item(state: .trashed)
    let view = try await bench.item("system.view", ["title": "v"])
    let ids: JSONValue = .array(
      [second, binned, first, second, "nonsense", view].map { .string($0) })
    let answer = try await bench.send("POST", "/items/bulk-get", ["ids": ids])
    #expect(items(answer) == [second, first])
    #expect(answer.json["metadata"] == nil)
    let more = try await bench.send(
      "POST", "/items/bulk-get",
      ["ids": ids, "include": ["metadata", "system", "edges", "extensions"]])
    #expect(items(more) == [second, first, view])
    #expect(more.json["metadata"]?.array?.count == 3)
    #expect(more.json["metadata"]?.array?.first?.object?["tags"] == ["a"])
    bench.key("notes", types: ["core.note": .read])
    let narrow = try await bench.send("POST", "/items/bulk-get", ["ids": ids], as: "notes")
    #expect(items(narrow) == [first])
  }

  private func items(_ answer: Answer) -> [String] {
    (answer.json["items"]?.array ?? []).compactMap { $0.object?["id"]?.string }
  }

  @Test("a read of many is refused for what is no list, too many ids and a key that reads nothing")
  func manyRefused() async throws {
    let bench = try await ServerBench()
    bench.key("nothing", may: [.purgeItems])
    let many = JSONValue.array((0...100).map { _ in .string(bench.newId()) })
    let cases: [(JSONObject, String)] = [
      ([:], "400 missing_required_field"),
      (["ids": "x"], "400 validation_error"),
      (["ids": [1]], "400 validation_error"),
      (["ids": many], "400 validation_error"),
      (["ids": [], "include": ["backrefs"]], "400 validation_error"),
    ]
    for (body, verdict) in cases {
      #expect(try await bench.send("POST", "/items/bulk-get", body).verdict == verdict, "\(body)")
    }
    let over = try await bench.send("POST", "/items/bulk-get", ["ids": many])
    #expect(over.details?["cap"] == 100)
    let nothing = try await bench.send("POST", "/items/bulk-get", ["ids": []], as: "nothing")
    #expect(nothing.verdict == "403 type_not_permitted")
  }

  @Test("rows are found by links, natural keys and ids in every state, in the order named")
  func find() async throws {
    let bench = try await ServerBench()
    try await linked(bench)
    let one = try await create(
      bench, ["type": "shop.order", "properties": ["vendor": "A-1"], "source_id": "s1"])
    let two = try await create(
      bench, ["type": "shop.order", "properties": ["vendor": "A-2"], "source_id": "s2"])
    #expect(try await bench.send("DELETE", "/items/\(two)").status == 200)
    let links = try await bench.send(
      "POST", "/items/lookup", ["type": "shop.order", "links": ["A-2", "A-9", "A-1", "A-2"]])
    #expect(links.data.map { $0["id"]?.string } == [two, one])
    #expect(links.data.first?["state"] == "trashed")
    #expect(links.json["tombstones"] == [])
    // By keys and ids, rows of any type.
    let keys = try await bench.send(
      "POST", "/items/lookup",
      ["type": "core.note", "source": "owner", "source_ids": ["s2", "s1", "s3"]])
    #expect(keys.data.map { $0["id"]?.string } == [two, one])
    let ids = try await bench.send(
      "POST", "/items/lookup",
      ["type": "core.note", "ids": [.string(one), .string(two)], "include": ["edges"]])
    #expect(ids.data.map { $0["id"]?.string } == [one, two])
    #expect(ids.data.first?["edges"] == [:])
  }

  @Test("a look-up is refused in the protocol's order: shape, registration, reach")
  func refused() async throws {
    let bench = try await ServerBench()
    bench.key("notes", types: ["core.note": .read])
    let id = JSONValue.string(bench.newId())
    let many = JSONValue.array((0...500).map { .string("\($0)") })
    let cases: [(JSONObject, String)] = [
      (["links": ["a"]], "400 missing_required_field"),
      (["type": "core.note"], "400 validation_error"),
      (["type": "core.note", "ids": [id], "links": ["a"]], "400 validation_error"),
      (["type": "core.note", "source": "s"], "400 validation_error"),
      (["type": "core.note", "source_ids": ["s"]], "400 validation_error"),
      (["type": "core.note", "source": "s", "source_ids": [""]], "400 validation_error"),
      (["type": "core.note", "links": ["a"]], "400 validation_error"),
      (["type": "core.note", "ids": [id], "limit": 5], "400 validation_error"),
      (["type": "core.*", "ids": [id]], "400 validation_error"),
      (["type": "core.note", "ids": ["x"]], "400 invalid_id"),
      (["type": "core.note", "source": "s", "source_ids": many], "400 validation_error"),
      (["type": "shop.nothing", "ids": [id]], "400 unknown_type"),
      (["type": "core.task", "ids": [id]], "403 type_not_permitted"),
    ]
    for (body, verdict) in cases {
      let answer = try await bench.send("POST", "/items/lookup", body, as: "notes")
      #expect(answer.verdict == verdict, "\(body)")
    }
    let over = try await bench.send(
      "POST", "/items/lookup", ["type": "core.note", "source": "s", "source_ids": many])
    #expect(over.details?["cap"] == 500)
    #expect(over.details?["provided"] == 501)
  }

  @Test("a look-up leaves out system rows and rows of types that the key does not read")
  func hidden() async throws {
    let bench = try await ServerBench()
    bench.key("notes", types: ["core.note": .read])
    let note = try await bench.item()
    let task = try await bench.item("core.task", ["title": "t"])
    let view = try await bench.item("system.view", ["title": "v"])
    let ids = JSONValue.array([note, task, view].map { .string($0) })
    let answer = try await bench.send(
      "POST", "/items/lookup", ["type": "core.note", "ids": ids], as: "notes")
    #expect(answer.data.map { $0["id"]?.string } == [note])
  }

  @Test("the bin is listed by its newest change, page by page, with the marks of cascades")
  func bin() async throws {
    let bench = try await ServerBench()
    var ids: [String] = []
    for _ in 0..<5 { ids.append(try await bench.item()) }
    try await bench.edge(ids[0], ids[1], "parent-of")
    for id in [ids[2], ids[0], ids[4]] {
      bench.clock.advance(by: .seconds(1))
      #expect(try await bench.send("DELETE", "/items/\(id)").status == 200)
    }
    var seen: [String] = []
    var target = "/items?state=trashed&sort=updated_at&direction=desc&limit=2&include=metadata"
    while true {
      let page = try await bench.send("GET", target)
      let rows = page.data.compactMap { $0["item"]?.object }
      seen += rows.compactMap { $0["id"]?.string }
      for row in rows where row["id"]?.string == ids[1] {
        #expect(row["trashed_by_cascade"] == true)
        #expect(row["trashed_with"]?.string == ids[0])
      }
      guard let cursor = page.nextCursor else { break }
      target =
        "/items?state=trashed&sort=updated_at&direction=desc&limit=2&include=metadata"
        + "&cursor=\(cursor)"
    }
    #expect(seen.first == ids[4])
    #expect(seen.last == ids[2])
    #expect(Set(seen) == [ids[0], ids[1], ids[2], ids[4]])
    #expect(seen.count == 4)
  }
}
