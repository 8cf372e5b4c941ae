import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// What purges leave behind of links and natural keys (server-items 9.6).
@Suite("Tombstones")
struct TombstoneTests {
  private static let type: JSONObject = [
    "id": "shop.order", "label": "Order",
    "fields": ["vendor": ["type": "string"], "other": ["type": "string"]],
    "link_field": "vendor",
  ]

  /// A bench on which an order with the link `A-1` and the key `s1` was purged.
  private func purged() async throws -> ServerBench {
    let bench = try await ServerBench()
    #expect(try await bench.send("POST", "/types", Self.type).status == 201)
    let made = try await order(bench)
    let id = made.object("item")["id"]?.string ?? ""
    #expect(try await bench.send("DELETE", "/items/\(id)").status == 200)
    #expect(try await left(bench) == [0, 0], "the bin leaves nothing")
    #expect(try await bench.send("POST", "/items/\(id)/purge").status == 200)
    return bench
  }

  private func order(_ bench: ServerBench, type: String = "shop.order") async throws -> Answer {
    try await bench.send(
      "POST", "/items",
      ["type": .string(type), "properties": ["vendor": "A-1"], "source_id": "s1"])
  }

  private let links: JSONObject = ["type": "shop.order", "links": ["A-0", "A-1"]]
  private let keys: JSONObject = [
    "type": "shop.order", "source": "owner", "source_ids": ["s0", "s1"],
  ]

  /// The numbers of tombstones found by the link and by the key.
  private func left(_ bench: ServerBench) async throws -> [Int] {
    var counts: [Int] = []
    for body in [links, keys] {
      let answer = try await bench.send("POST", "/items/lookup", body)
      #expect(answer.status == 200, "\(answer.json)")
      counts.append(answer.json["tombstones"]?.array?.count ?? -1)
    }
    return counts
  }

  @Test("a purge leaves one tombstone for the link and one for the natural key, with its time")
  func leaves() async throws {
    let bench = try await purged()
    let now = Timestamp(clamping: bench.clock.unixMilliseconds).text
    let byLink = try await bench.send("POST", "/items/lookup", links)
    #expect(
      byLink.json["tombstones"]
        == [["link": "A-1", "purged_at": .string(now), "settled_at": .string(now)]])
    #expect(byLink.data.isEmpty)
    let byKey = try await bench.send("POST", "/items/lookup", keys)
    #expect(
      byKey.json["tombstones"]
        == [
          [
            "source": "owner", "source_id": "s1", "purged_at": .string(now),
            "settled_at": .string(now),
          ]
        ])
    // Under another type nothing is left, by ids neither.
    var other = keys
    other["type"] = "core.note"
    #expect(try await bench.send("POST", "/items/lookup", other).json["tombstones"] == [])
  }

  @Test("an item that holds the link or the key again removes the tombstones, a refused one none")
  func heldAgain() async throws {
    let bench = try await purged()
    let refused = try await bench.send(
      "POST", "/items", ["type": "shop.order", "properties": ["vendor": 1], "source_id": "s1"])
    #expect(refused.verdict == "400 invalid_properties")
    #expect(try await left(bench) == [1, 1])
    // The key is freed by an item of any type, the link by one of its own type.
    let note = try await bench.send(
      "POST", "/items", ["type": "core.note", "properties": ["body": "x"], "source_id": "s1"])
    #expect(note.status == 201)
    #expect(try await left(bench) == [1, 0])
    let bare = try await bench.send(
      "POST", "/items", ["type": "shop.order", "properties": ["vendor": "B"]])
    let id = bare.object("item")["id"]?.string ?? ""
    let patch = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["vendor": "A-1"]])
    #expect(patch.status == 200)
    #expect(try await left(bench) == [0, 0])
  }

  @Test("a type that links by another field drops its links' tombstones; registered anew, all")
  func typeChanges() async throws {
    let bench = try await purged()
    var same = Self.type
    same["label"] = "Order!"
    #expect(try await bench.send("PUT", "/types/shop.order", same).status == 200)
    #expect(try await left(bench) == [1, 1])
    var other = Self.type
    other["link_field"] = "other"
    #expect(try await bench.send("PUT", "/types/shop.order", other).status == 200)
    #expect(try await left(bench) == [0, 1])
    #expect(try await bench.send("DELETE", "/types/shop.order").status == 200)
    #expect(try await bench.send("POST", "/types", Self.type).status == 201)
    #expect(try await left(bench) == [0, 0])
  }

  @Test("settled times only advance, and the answer names the tombstones in order")
  func settles() async throws {
    let bench = try await purged()
    var body = links
    body["settled_at"] = "2099-01-01T01:00:00+01:00"
    let later = try await bench.send("POST", "/items/tombstones", body)
    #expect(later.status == 200)
    let row = later.json["tombstones"]?.array?.first?.object
    #expect(row?["settled_at"] == "2099-01-01T00:00:00.000Z")
    body["settled_at"] = "2001-01-01T00:00:00Z"
    let earlier = try await bench.send("POST", "/items/tombstones", body)
    #expect(earlier.json == later.json)
    var byKey = keys
    byKey["settled_at"] = "2098-01-01T00:00:00Z"
    let keyed = try await bench.send("POST", "/items/tombstones", byKey)
    #expect(
      keyed.json["tombstones"]?.array?.first?.object?["settled_at"] == "2098-01-01T00:00:00.000Z")
  }

  @Test("settling is refused without a type, a time or a selector, and beyond what a key writes")
  func settleRefused() async throws {
    let bench = try await purged()
    bench.key("reader", types: ["shop.order": .read])
    bench.key("writer", types: ["shop.order": .write])
    let time: JSONValue = "2099-01-01T00:00:00Z"
    let id = JSONValue.string(bench.newId())
    let cases: [(String, JSONObject, String)] = [
      ("writer", ["links": ["a"], "settled_at": time], "400 missing_required_field"),
      ("writer", ["type": "shop.order", "links": ["a"]], "400 missing_required_field"),
      ("writer", ["type": "shop.order", "settled_at": time], "400 validation_error"),
      ("writer", ["type": "shop.order", "ids": [id], "settled_at": time], "400 validation_error"),
      (
        "writer", ["type": "shop.order", "links": ["a"], "settled_at": "soon"],
        "400 validation_error"
      ),
      (
        "writer", ["type": "core.note", "links": ["a"], "settled_at": time], "400 validation_error"
      ),
      ("writer", ["type": "shop.none", "links": ["a"], "settled_at": time], "400 unknown_type"),
      (
        "reader", ["type": "shop.order", "links": ["a"], "settled_at": time],
        "403 type_not_permitted"
      ),
      (
        "writer",
        ["type": "shop.order", "source": "owner", "source_ids": ["s1"], "settled_at": time],
        "403 forbidden"
      ),
    ]
    for (key, body, verdict) in cases {
      let answer = try await bench.send("POST", "/items/tombstones", body, as: key)
      #expect(answer.verdict == verdict, "\(body)")
    }
  }

  @Test("a key that reads only a subtype is told of no tombstone")
  func subtypeReader() async throws {
    let bench = try await purged()
    let child = try await bench.send(
      "POST", "/types",
      ["id": "shop.order.big", "label": "Big", "parent": "shop.order", "fields": [:]])
    #expect(child.status == 201)
    bench.key("child", types: ["shop.order": .none, "shop.order.big": .read])
    let answer = try await bench.send("POST", "/items/lookup", links, as: "child")
    #expect(answer.status == 200)
    #expect(answer.json["tombstones"] == [])
  }
}
