import MarfaEngine
import MarfaModel
import Testing

@testable import MarfaServer

/// Creates and natural keys (server-items 5).
@Suite("Creating items")
struct ItemCreateTests {
  @Test("repeated tags are one tag, in the answer and in the event as in the store")
  func tags() async throws {
    let bench = try await ServerBench()
    // The second é is a letter with a mark: another spelling is another tag.
    let tags: JSONValue = ["a", "b", "a", "\u{E9}", "e\u{301}", "b"]
    let answer = try await bench.send(
      "POST", "/items", ["type": "core.note", "properties": ["body": "x"], "tags": tags])
    let wanted = ["a", "b", "\u{E9}", "e\u{301}"].map { Array($0.utf8) }
    func spelled(_ metadata: JSONObject) -> [[UInt8]] {
      (metadata["tags"]?.array ?? []).compactMap(\.string).map { Array($0.utf8) }
    }
    #expect(spelled(answer.object("metadata")) == wanted)
    let event = try #require(try await bench.events().first)
    #expect(spelled(try JSONObject(json: event.members)["metadata"]?.object ?? [:]) == wanted)
    let id = try #require(answer.object("item")["id"]?.string)
    #expect(try await bench.stored(id)?.tags.map { Array($0.utf8) } == wanted)
  }

  @Test("an upsert onto a link that another item holds is refused and changes nothing")
  func linkOfUpsert() async throws {
    let bench = try await ServerBench()
    try await bench.send(
      "POST", "/types",
      ["id": "user.page", "fields": ["url": ["type": "string"]], "link_field": "url"])
    func create(_ link: String, key: String) async throws -> Answer {
      try await bench.send(
        "POST", "/items",
        [
          "type": "user.page", "source_id": .string(key), "properties": ["url": .string(link)],
        ])
    }
    let first = try await create("A", key: "a")
    let second = try await create("B", key: "b")
    let answer = try await create("A", key: "b")
    #expect(answer.verdict == "409 link_taken")
    #expect(answer.details?["existing_id"] == first.object("item")["id"])
    let id = try #require(second.object("item")["id"]?.string)
    #expect(try await bench.stored(id)?.properties == ["url": "B"])
    #expect(try await bench.stored(id)?.version == 1)
    #expect(try await create("B", key: "b").verdict == "200")
  }

  @Test("an update whose members are all null changes nothing and says so")
  func nulls() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    for member in ["occurred_at", "tier", "source_id", "edges"] {
      let answer = try await bench.send("PATCH", "/items/\(id)", ["version": 1, member: .null])
      #expect(answer.verdict == "400 validation_error", "\(member)")
    }
    #expect(try await bench.stored(id)?.version == 1)
  }
}
