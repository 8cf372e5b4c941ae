import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// `POST /items/bulk` (server-items 10).
@Suite("Bulk writes of items")
struct ItemBulkTests {
  private func note(_ sourceId: String? = nil, _ further: JSONObject = [:]) -> JSONValue {
    var entry: JSONObject = ["type": "core.note", "properties": ["body": "x"]]
    if let sourceId { entry["source_id"] = .string(sourceId) }
    for (name, value) in further { entry[name] = value }
    return .object(entry)
  }

  private func send(
    _ bench: ServerBench, _ entries: [JSONValue], _ further: JSONObject = [:],
    as key: String = ServerBench.owner
  ) async throws -> Answer {
    try await bench.bulk("items", entries, further, as: key)
  }

  private func ids(_ answer: Answer) -> [String?] {
    (answer.json["results"]?.array ?? []).map { $0.object?["id"]?.string }
  }

  private func count(_ bench: ServerBench) async throws -> Int {
    try await bench.send("GET", "/items?state=any&limit=200").data.count
  }

  @Test("a page makes new rows, changes those with a known key, and counts what it did")
  func upserts() async throws {
    let bench = try await ServerBench()
    let first = try await send(bench, [note("a"), note("b", ["tags": ["t"]]), note()])
    #expect(first.status == 200)
    #expect(first.outcomes == ["created", "created", "created"])
    #expect(first.json["counts"] == ["created": 3, "updated": 0, "skipped": 0, "errored": 0])
    let again = try await send(
      bench, [note("b", ["properties": ["title": "T"]]), note("a", ["tags": ["n"]]), note("a")])
    #expect(again.outcomes == ["updated", "updated", "updated"])
    #expect(ids(again) == [ids(first)[1], ids(first)[0], ids(first)[0]])
    let b = try await bench.stored(ids(first)[1] ?? "")
    #expect(b?.properties == ["body": "x", "title": "T"])
    #expect(b?.tags == ["t"])
    #expect(b?.version == 2)
    let a = try await bench.stored(ids(first)[0] ?? "")
    #expect(a?.tags == ["n"])
    #expect(a?.version == 3)
    #expect(try await bench.events().count == 6)
  }

  @Test("create_only leaves every row that is there alone, and tells its id to those who may know")
  func createOnly() async throws {
    let bench = try await ServerBench()
    bench.key("tasks", types: ["core.task": .write], sources: ["owner"])
    let held = try await send(bench, [note("a")])
    let id = ids(held)[0] ?? ""
    let again = try await send(
      bench, [note("a", ["version": 0]), note(nil, ["id": .string(id)]), note("b")],
      ["mode": "create_only"])
    #expect(
      again.outcomes == ["skipped duplicate_source", "skipped duplicate_id", "created"])
    #expect(ids(again)[0] == id)
    let hidden = try await send(
      bench,
      [
        ["type": "core.task", "properties": ["title": "t"], "source": "owner", "source_id": "a"],
        ["type": "core.task", "properties": ["title": "t"], "id": .string(id)],
      ], ["mode": "create_only"], as: "tasks")
    #expect(hidden.outcomes == ["skipped duplicate_source", "skipped duplicate_id"])
    #expect(ids(hidden) == [nil, nil])
    #expect(try await bench.stored(id)?.version == 1)
  }

  @Test("an entry that stands by itself is refused with its own code, and writes nothing")
  func bestEffort() async throws {
    let bench = try await ServerBench()
    let task = try await bench.item("core.task", ["title": "t"])
    let binned = try await bench.item(state: .trashed)
    let live = try await bench.item()
    let hidden = try await bench.item("core.person", ["name": "p"])
    bench.key(
      "writer", types: ["core.note": .write, "core.task": .write, "core.bookmark": .read],
      edges: ["references": .write])
    let held = try await send(bench, [note("k")], as: "writer")
    #expect(held.outcomes == ["created"])
    let entries: [(JSONValue, String)] = [
      (note(), "created"),
      ("no object", "errored validation_error"),
      (["properties": [:]], "errored missing_required_field"),
      (["type": "core.bookmark"], "errored type_not_permitted"),
      (["type": "core.task", "properties": [:]], "errored invalid_properties"),
      (note("k2", ["source": "other"]), "errored forbidden"),
      (note(nil, ["id": .string(task)]), "errored id_reused"),
      (note(nil, ["id": .string(hidden)]), "errored conflict"),
      (note(nil, ["id": .string(binned)]), "skipped trashed"),
      (note(nil, ["id": .string(live)]), "updated"),
      (note(nil, ["id": .string(live), "source_id": "n"]), "errored forbidden"),
      (
        ["type": "core.task", "properties": ["title": "t"], "source_id": "k"],
        "errored type_mismatch"
      ),
      (note("k", ["id": .string(bench.newId())]), "errored validation_error"),
      (note("k", ["version": 7]), "errored ancestor_unavailable"),
      (
        note("new", ["edges": ["references": [.string(bench.newId())]], "tags": ["x"]]),
        "errored item_not_found"
      ),
      (note("last"), "created"),
    ]
    let before = try await count(bench)
    let answer = try await send(bench, entries.map(\.0), ["atomic": false], as: "writer")
    #expect(answer.status == 200)
    #expect(answer.outcomes == entries.map(\.1))
    #expect(try await count(bench) == before + 2)
    let grant = answer.json["results"]?.array?[3].object?["error"]?.object?["details"]
    #expect(grant?.object?["grant"]?.object?["name"] == "core.bookmark")
    let stale = answer.json["results"]?.array?[13].object?["error"]?.object
    #expect(stale.map { Set($0.keys) } == ["code", "message"])
  }

  @Test("one refused entry undoes an atomic page, under its own status, and nothing is announced")
  func atomic() async throws {
    let bench = try await ServerBench()
    let task = try await bench.item("core.task", ["title": "t"])
    bench.key(
      "writer", types: ["core.note": .write, "core.task": .write], edges: ["references": .write])
    let cases: [(JSONValue, String, String)] = [
      (["type": "core.task", "properties": [:]], "400", "invalid_properties"),
      (["type": "core.person", "properties": [:]], "403", "type_not_permitted"),
      (note(nil, ["id": .string(task)]), "409", "id_reused"),
      (
        note(nil, ["edges": ["references": [.string(bench.newId())]]]), "404", "item_not_found"
      ),
      ("no object", "400", "validation_error"),
    ]
    for (entry, status, code) in cases {
      let answer = try await send(bench, [note("a"), note(), entry], as: "writer")
      #expect(answer.verdict == "\(status) bulk_atomic_rollback")
      #expect(answer.details?["code"]?.string == code)
      #expect(answer.details?["index"] == 2)
      if code == "type_not_permitted" {
        let grant = answer.details?["details"]?.object?["grant"]?.object
        #expect(grant?["name"] == "core.person")
      }
    }
    #expect(try await count(bench) == 1)
    #expect(try await bench.events().isEmpty)
  }

  @Test("what an entry needs by itself is asked of the whole page before a stale one is noticed")
  func gatesFirst() async throws {
    let bench = try await ServerBench()
    bench.key("writer", types: ["core.note": .write])
    #expect(try await send(bench, [note("a")], as: "writer").outcomes == ["created"])
    let answer = try await send(
      bench, [note("a", ["version": 9]), note("b", ["source": "other"])], as: "writer")
    #expect(answer.verdict == "403 bulk_atomic_rollback")
    #expect(answer.details?["index"] == 1)
    #expect(answer.details?["details"]?.object?["source"] == "other")
    let stale = try await send(bench, [note("b"), note("a", ["version": 9])], as: "writer")
    #expect(stale.verdict == "409 bulk_atomic_rollback")
    #expect(stale.details?["code"] == "ancestor_unavailable")
  }

  @Test("a page is refused for its shape, its size and a key that reaches nothing")
  func shape() async throws {
    let bench = try await ServerBench()
    bench.key("nothing", may: [.purgeItems])
    let cases: [(JSONObject, String)] = [
      ([:], "400 missing_required_field"), (["items": "x"], "400 validation_error"),
      (["items": [], "mode": "merge"], "400 validation_error"),
      (["items": [], "atomic": 1], "400 validation_error"),
      (["items": [], "dry_run": true], "400 validation_error"),
      (["items": []], "200"), (["items": [], "enable_fanout": true, "retype": false], "200"),
    ]
    for (body, verdict) in cases {
      #expect(try await bench.send("POST", "/items/bulk", body).verdict == verdict, "\(body)")
    }
    let many = try await send(bench, [JSONValue](repeating: note(), count: 5_001))
    #expect(many.verdict == "400 validation_error")
    #expect(many.details?["cap"] == 5_000)
    #expect(try await send(bench, [], as: "nothing").verdict == "403 type_not_permitted")
  }

  @Test("retype moves the row that an entry finds, replacing its properties when asked to")
  func retypes() async throws {
    let bench = try await ServerBench()
    let made = try await send(bench, [note("a")])
    let answer = try await send(
      bench,
      [
        [
          "type": "core.task", "properties": ["title": "t"], "properties_mode": "replace",
          "source_id": "a",
        ]
      ], ["retype": true])
    #expect(answer.outcomes == ["updated"])
    let row = try await bench.stored(ids(made)[0] ?? "")
    #expect(row?.type == "core.task")
    #expect(row?.properties == ["title": "t"])
    let unknown = try await send(
      bench, [["type": "shop.none", "source_id": "a"]], ["retype": true, "atomic": false])
    #expect(unknown.outcomes == ["errored unknown_type"])
  }

  @Test("a page of more entries than a transaction takes is answered entry by entry, in order")
  func parts() async throws {
    let bench = try await ServerBench()
    let entries = (0..<Tuning.bulkPart * 2 + 3).map { number in
      number % 100 == 7 ? JSONValue.string("bad") : note("n\(number)")
    }
    let answer = try await send(bench, entries, ["atomic": false])
    let outcomes = answer.outcomes
    #expect(outcomes.count == entries.count)
    for (number, outcome) in outcomes.enumerated() {
      #expect(outcome == (number % 100 == 7 ? "errored validation_error" : "created"))
    }
  }
}
