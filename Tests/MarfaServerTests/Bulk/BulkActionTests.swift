import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// `POST /items/bulk-actions` and its jobs (server-items 11).
@Suite("Bulk actions")
struct BulkActionTests {
  private func start(
    _ bench: ServerBench, _ body: JSONObject, as key: String = ServerBench.owner,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    try await bench.send("POST", "/items/bulk-actions", body, as: key, headers: headers)
  }

  /// Queues an action, carries it out, and answers the job at its end.
  private func run(
    _ bench: ServerBench, _ body: JSONObject, as key: String = ServerBench.owner
  ) async throws -> JSONObject {
    let queued = try await start(bench, body, as: key)
    #expect(queued.status == 202, "\(queued.json)")
    #expect(queued.json["status"] == "queued")
    await BulkJobRunner(core: bench.core).runQueued()
    return try await job(bench, queued, as: key).json
  }

  private func job(
    _ bench: ServerBench, _ queued: Answer, as key: String = ServerBench.owner
  ) async throws -> Answer {
    let id = queued.json["id"]?.string ?? ""
    return try await bench.send("GET", "/items/bulk-actions/jobs/\(id)", as: key)
  }

  @Test("every action does to each row what the single operation does, and tells of it")
  func actions() async throws {
    let bench = try await ServerBench()
    let ids = [try await bench.item(), try await bench.item()]
    let task = try await bench.item("core.task", ["title": "t"])
    let filter: JSONObject = ["type": "core.note"]
    let steps: [(JSONObject, String)] = [
      (["action": "update_tags", "add": ["a", "b"]], "metadata.changed"),
      (["action": "update_tags", "add": ["c"], "remove": ["a"]], "metadata.changed"),
      (["action": "update_tier", "tier": "feed"], "item.updated"),
      (["action": "update_properties", "patch": ["title": "T"]], "item.updated"),
      (
        ["action": "update_occurred_at", "occurred_at": "2020-01-01T00:00:00Z"], "item.updated"
      ),
      (["action": "transition", "state": "archived"], "item.state_changed"),
    ]
    for (step, event) in steps {
      var body = step
      body["filter"] = .object(filter)
      let before = try await bench.events().count
      let job = try await run(bench, body)
      #expect(job["status"] == "completed", "\(job)")
      #expect(job["succeeded"] == 2)
      #expect(job["matched"] == 2)
      #expect(job["result"]?.object?["ids"]?.array?.count == 2)
      #expect(job["finished_at"] != nil)
      #expect(try await bench.events(after: Int64(before)).map(\.name) == [event, event])
    }
    for id in ids {
      let row = try #require(try await bench.stored(id))
      #expect(row.tags == ["b", "c"])
      #expect(row.tier == .feed)
      #expect(row.properties == ["body": "text", "title": "T"])
      #expect(row.occurredAt == "2020-01-01T00:00:00.000Z")
      #expect(row.state == .archived)
      #expect(row.version == 4)
    }
    #expect(try await bench.stored(task)?.version == 1)
  }

  @Test("a dry run writes nothing, a purge touches the bin alone, and only rows that are expected")
  func purges() async throws {
    let bench = try await ServerBench()
    var binned: [String] = []
    for _ in 0..<3 { binned.append(try await bench.item(state: .trashed)) }
    let live = try await bench.item()
    let purge: JSONObject = ["action": "purge", "confirm": "PURGE", "filter": ["state": "trashed"]]
    var dry = purge
    dry["dry_run"] = true
    let told = try await start(bench, dry)
    #expect(told.status == 200)
    #expect(Set(told.json["ids"]?.array?.compactMap(\.string) ?? []) == Set(binned))
    #expect(told.json["dry_run"] == true)
    #expect(try await bench.events().isEmpty)
    var expected = purge
    expected["expected_ids"] = [.string(binned[1]), .string(live)]
    let job = try await run(bench, expected)
    #expect(job["matched"] == 1)
    #expect(try await bench.stored(binned[1]) == nil)
    #expect(try await bench.stored(binned[0]) != nil)
    let refused = try await run(bench, ["action": "purge", "confirm": "PURGE"])
    #expect(refused["errored"] == 1)
    let errors = refused["result"]?.object?["errors"]?.array?.first?.object
    #expect(errors?["id"]?.string == live)
    #expect(errors?["code"] == "invalid_transition")
  }

  @Test("an action is refused for what it lacks or does not know, before anything is matched")
  func refused() async throws {
    let bench = try await ServerBench()
    bench.key("writer", types: ["core.note": .write])
    let time: JSONValue = "soon"
    let cases: [(JSONObject, String)] = [
      ([:], "400 missing_required_field"),
      (["action": "explode"], "400 validation_error"),
      (["action": "purge"], "400 bulk_confirmation_required"),
      (["action": "purge", "confirm": "yes", "x": 1], "400 bulk_confirmation_required"),
      (["action": "purge", "confirm": "PURGE"], "403 forbidden"),
      (["action": "purge", "confirm": "PURGE", "expected_ids": []], "400 validation_error"),
      (["action": "purge", "confirm": "PURGE", "expected_ids": ["x"]], "400 invalid_id"),
      (["action": "transition"], "400 missing_required_field"),
      (["action": "transition", "state": "revoked"], "400 validation_error"),
      (["action": "transition", "state": "active", "patch": [:]], "400 validation_error"),
      (["action": "update_tags"], "400 validation_error"),
      (["action": "update_tags", "add": ["a"], "expected_ids": []], "400 validation_error"),
      (["action": "update_tier", "tier": "all"], "400 validation_error"),
      (["action": "update_properties", "patch": []], "400 validation_error"),
      (["action": "update_occurred_at", "occurred_at": time], "400 validation_error"),
      (["action": "update_tier", "tier": "feed", "max_items": 0], "400 validation_error"),
      (
        ["action": "update_tier", "tier": "feed", "filter": ["statte": "active"]],
        "400 validation_error"
      ),
      (["action": "update_tier", "tier": "feed", "filter": ["type": " "]], "400 validation_error"),
      (
        ["action": "update_tier", "tier": "feed", "filter": ["state": "any"]],
        "400 validation_error"
      ),
      (
        ["action": "update_tier", "tier": "feed", "filter": ["type": "core.*"]],
        "400 validation_error"
      ),
      (
        ["action": "update_tier", "tier": "feed", "filter": ["type": "core.task"]],
        "403 type_not_permitted"
      ),
    ]
    for (body, verdict) in cases {
      #expect(try await start(bench, body, as: "writer").verdict == verdict, "\(body)")
    }
    let unknown = try await start(
      bench, ["action": "update_tier", "tier": "feed", "filter": ["statte": "x"]])
    #expect(unknown.details?["unknown_filter_fields"] == ["statte"])
    let empty = try await start(
      bench, ["action": "update_tier", "tier": "feed", "filter": ["tags": ["", " "]]])
    #expect(empty.details?["empty_parameters"] == ["filter.tags"])
  }

  @Test("only rows that the sender may write are matched, at most so many, system rows never")
  func matching() async throws {
    let bench = try await ServerBench()
    bench.key("writer", types: ["core.note": .write, "core.task": .read])
    for _ in 0..<3 { _ = try await bench.item() }
    _ = try await bench.item("core.task", ["title": "t"])
    _ = try await bench.item("system.view", ["title": "v"])
    let all: JSONObject = ["action": "update_tags", "add": ["x"], "dry_run": true]
    #expect(try await start(bench, all, as: "writer").json["matched"] == 3)
    #expect(try await start(bench, all).json["matched"] == 4)
    var readOnly = all
    readOnly["filter"] = ["type": "core.task"]
    #expect(try await start(bench, readOnly, as: "writer").json["matched"] == 0)
    var capped = all
    capped["max_items"] = 3
    let refused = try await start(bench, capped)
    #expect(refused.verdict == "400 bulk_cap_exceeded")
    #expect(refused.details?["cap"] == 3)
    #expect(try await start(bench, capped, as: "writer").status == 200)
  }

  @Test("the rows are those of when it was queued; a repeat under one key is the same job")
  func queued() async throws {
    let bench = try await ServerBench()
    let first = try await bench.item()
    let body: JSONObject = ["action": "update_tags", "add": ["x"]]
    let queued = try await start(bench, body, headers: ["Idempotency-Key": "k"])
    let late = try await bench.item()
    let again = try await start(bench, body, headers: ["Idempotency-Key": "k"])
    #expect(again.json == queued.json)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    await BulkJobRunner(core: bench.core).runQueued()
    #expect(try await bench.stored(first)?.tags == ["x"])
    #expect(try await bench.stored(late)?.tags == [])
    await BulkJobRunner(core: bench.core).runQueued()
    #expect(try await bench.events().count == 1)
  }

  @Test("a job ends where its key ends or is narrowed, and what was written stays")
  func authority() async throws {
    let bench = try await ServerBench()
    bench.key("writer", types: ["core.note": .write], may: [.purgeItems])
    let note = try await bench.item(state: .trashed)
    let purge: JSONObject = ["action": "purge", "confirm": "PURGE", "filter": ["state": "trashed"]]
    let losing = try await start(bench, purge, as: "writer")
    bench.key("writer", types: ["core.note": .write])
    await BulkJobRunner(core: bench.core).runQueued()
    let failed = try await job(bench, losing)
    #expect(failed.json["status"] == "failed")
    #expect(failed.json["error"]?.object?["code"] == "forbidden")
    #expect(try await bench.stored(note) != nil)
    let live = try await bench.item()
    let tags: JSONObject = ["action": "update_tags", "add": ["x"]]
    let narrowed = try await start(bench, tags, as: "writer")
    bench.key("writer", types: ["core.note": .read])
    await BulkJobRunner(core: bench.core).runQueued()
    let told = try await job(bench, narrowed)
    #expect(told.json["status"] == "completed")
    let error = told.json["result"]?.object?["errors"]?.array?.first?.object
    #expect(error?["code"] == "type_not_permitted")
    bench.key("writer", types: ["core.note": .write])
    let ending = try await start(bench, tags, as: "writer")
    bench.revoke("writer")
    await BulkJobRunner(core: bench.core).runQueued()
    #expect(try await job(bench, ending).json["status"] == "failed")
    #expect(try await bench.stored(live)?.tags == [])
  }

  @Test(
    "a job is read and cancelled by who queued it, or with the permission; cancelled it is final")
  func cancels() async throws {
    let bench = try await ServerBench()
    bench.key("writer", types: ["core.note": .write])
    bench.key("other", types: ["core.note": .write])
    bench.key("reader", types: ["core.note": .read], may: [.readInstance])
    let note = try await bench.item()
    let queued = try await start(
      bench, ["action": "update_tags", "add": ["x"]], as: "writer")
    #expect(try await job(bench, queued, as: "other").verdict == "403 forbidden")
    #expect(try await job(bench, queued, as: "reader").status == 200)
    let path = "/items/bulk-actions/jobs/\(queued.json["id"]?.string ?? "")"
    let denied = try await bench.send("POST", "\(path)/cancel", as: "reader")
    #expect(denied.details?["required_scope"] == "instance.maintain")
    let canceled = try await bench.send("POST", "\(path)/cancel", as: "writer")
    #expect(canceled.json["status"] == "canceled")
    await BulkJobRunner(core: bench.core).runQueued()
    #expect(try await bench.stored(note)?.tags == [])
    #expect(try await bench.send("POST", "\(path)/cancel").json == canceled.json)
    let unknown = try await bench.send("GET", "/items/bulk-actions/jobs/x")
    #expect(unknown.verdict == "404 bulk_job_not_found")
  }

  @Test("a row that an earlier row took along is counted, and not moved again")
  func cascade() async throws {
    let bench = try await ServerBench()
    let parent = try await bench.item()
    let child = try await bench.item()
    try await bench.edge(parent, child, "parent-of")
    let job = try await run(bench, ["action": "transition", "state": "trashed"])
    #expect(job["errored"] == 0, "\(job)")
    #expect(job["succeeded"] == 2)
    #expect(try await bench.events().count == 2)
  }

  @Test("a job ends whatever numbers its request spells, also ones that read back otherwise")
  func numbers() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    for number in ["1.00000000000000001", "1e2", "-0", "0.1e-7"] {
      let body = #"{"action":"update_properties","patch":{"rating":\#(number)}}"#
      let queued = try await bench.send(
        "POST", "/items/bulk-actions", bytes: Array(body.utf8), type: "application/json")
      #expect(queued.status == 202, "\(queued.json)")
      await BulkJobRunner(core: bench.core).runQueued()
      let job = try await job(bench, queued).json
      #expect(job["status"] == "completed" && job["succeeded"] == 1, "\(number): \(job)")
      #expect(try await bench.stored(id)?.properties["rating"] != nil)
    }
  }

  @Test("a job of many rows goes on where it stood, a few rows in each transaction")
  func parts() async throws {
    let bench = try await ServerBench()
    for _ in 0..<Tuning.bulkJobPart * 2 + 5 { _ = try await bench.item() }
    let job = try await run(bench, ["action": "update_tags", "add": ["x"]])
    #expect(job["succeeded"] == .integer(Int64(Tuning.bulkJobPart * 2 + 5)))
    #expect(job["result"]?.object?["ids"]?.array?.count == 100)
    #expect(try await bench.events().count == Tuning.bulkJobPart * 2 + 5)
  }
}
