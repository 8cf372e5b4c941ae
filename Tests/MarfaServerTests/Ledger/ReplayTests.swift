import MarfaEngine
import MarfaHTTP
import MarfaModel
import Testing

@testable import MarfaServer

/// What a repeat under an `Idempotency-Key` is answered (server-items 1.8).
@Suite("Replays")
struct ReplayTests {
  private static let key = ["Idempotency-Key": "one"]
  private static let body = #"{"type":"core.note","properties":{"body":"x"}}"#

  private func create(
    _ bench: ServerBench, _ body: String = Self.body, type: String? = "application/json",
    target: String = "/items", as key: String = ServerBench.owner,
    headers: [String: String] = Self.key
  ) async throws -> Answer {
    try await bench.send(
      "POST", target, bytes: Array(body.utf8), type: type, as: key, headers: headers)
  }

  @Test("a request that differs in any byte, or in being JSON, is told that the key is taken (R7)")
  func reused() async throws {
    let bench = try await ServerBench()
    #expect(try await create(bench).verdict == "201")
    let before = try await bench.events().count
    let reused = "422 idempotency_key_reused"
    #expect(try await create(bench, Self.body + " ").verdict == reused)
    #expect(try await create(bench, target: "/items?_a=1").verdict == reused)
    #expect(try await create(bench, target: "/edges").verdict == reused)
    #expect(try await create(bench, type: "text/plain").verdict == reused)
    #expect(try await create(bench, type: nil).verdict == reused)
    #expect(try await create(bench, "{").verdict == reused)
    #expect(try await create(bench, "").verdict == reused)
    #expect(try await bench.events().count == before)
  }

  @Test("another spelling of the JSON type replays, and so does the same request (R7)")
  func spelled() async throws {
    let bench = try await ServerBench()
    let first = try await create(bench)
    for type in ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"] {
      let again = try await create(bench, type: type)
      #expect(again.verdict == "201")
      #expect(again.headers["Idempotency-Replayed"] == "true")
      #expect(again.json == first.json)
    }
    #expect(try await bench.events().count == 1)
  }

  @Test("a body that could not be read leaves its key free")
  func unreadable() async throws {
    let bench = try await ServerBench()
    #expect(try await create(bench, "{").verdict == "400 validation_error")
    #expect(try await create(bench).verdict == "201")
  }

  @Test("refusals replay as they were, but for 401, 403 and faults, which run afresh (R7)")
  func refusals() async throws {
    let bench = try await ServerBench()
    let unknown = #"{"type":"user.later","properties":{}}"#
    let first = try await create(bench, unknown)
    #expect(first.verdict == "400 unknown_type")
    try await bench.send("POST", "/types", ["id": "user.later", "fields": [:]])
    let again = try await create(bench, unknown)
    #expect(again.verdict == "400 unknown_type")
    #expect(again.headers["Idempotency-Replayed"] == "true")
    #expect(again.json == first.json)

    bench.key("reader", types: ["*": .read])
    #expect(try await create(bench, as: "reader").verdict == "403 type_not_permitted")
    bench.key("reader", types: ["*": .write])
    #expect(try await create(bench, as: "reader").verdict == "201")
  }

  @Test("each credential has keys of its own")
  func otherCredential() async throws {
    let bench = try await ServerBench()
    bench.key("other", types: ["*": .write])
    let first = try await create(bench)
    let second = try await create(bench, as: "other")
    #expect(second.verdict == "201")
    #expect(second.headers["Idempotency-Replayed"] == nil)
    #expect(first.object("item")["id"] != second.object("item")["id"])
  }

  @Test("a key must be there once, and have 1 to 255 characters")
  func form() async throws {
    let bench = try await ServerBench()
    for (key, status) in [
      ("", 400), (String(repeating: "k", count: 255), 201),
      (String(repeating: "k", count: 256), 400),
      ("e" + String(repeating: "\u{301}", count: 300), 400),
    ] {
      #expect(
        try await create(bench, headers: ["Idempotency-Key": key]).status == status, "\(key)")
    }
    #expect(
      try await create(bench, headers: ["Idempotency-Key": "a", "idempotency-key": "b"]).verdict
        == "400 validation_error")
  }

  @Test("an answer too large to keep is not made again, and says what it was")
  func notRetained() async throws {
    let bench = try await ServerBench()
    let text = String(repeating: "x", count: 90_000)
    var properties: JSONObject = ["body": .string(text)]
    for number in 0..<12 { properties["p\(number)"] = .string(text) }
    let id = try await bench.item("core.note", properties)
    let change: JSONObject = ["version": 1, "properties": ["title": "t"]]
    let first = try await bench.send("PATCH", "/items/\(id)", change, headers: Self.key)
    #expect(first.verdict == "200")
    let again = try await bench.send("PATCH", "/items/\(id)", change, headers: Self.key)
    #expect(again.verdict == "422 idempotency_result_not_retained")
    #expect(again.details?["original_status"] == 200)
    #expect(try await bench.stored(id)?.version == 2)
  }
}
