import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// Items that are files: their size is the server's to say (events-blobs-keys 4.6).
@Suite("File items")
struct FileItemTests {
  private func file(_ hash: String, _ further: JSONObject = [:]) -> JSONObject {
    var properties: JSONObject = ["blob_ref": .string(hash), "mime_type": "text/plain"]
    for (name, value) in further { properties[name] = value }
    return properties
  }

  private func size(_ item: JSONObject) -> JSONValue? {
    item["properties"]?.object?["size_bytes"]
  }

  @Test("a file item gets the size of the bytes that it lends, whatever was sent, and its subtypes")
  func sizes() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("12345")
    for type in ["core.file", "core.file.image"] {
      #expect(size(try await bench.create(type, file(hash))) == 5)
      #expect(size(try await bench.create(type, file(hash, ["size_bytes": 99]))) == 5)
      #expect(size(try await bench.create(type, file(hash, ["size_bytes": nil]))) == 5)
    }
    let note = try await bench.create("core.note", ["body": .string(hash), "size_bytes": 7])
    #expect(size(note) == 7, "other types keep what was sent")
    let told = try await bench.events().first.map { try JSONObject(json: $0.members) }
    #expect(size(told?["item"]?.object ?? [:]) == 5)
  }

  @Test("a size is left out where the bytes are unknown, not lent, or named with something around")
  func without() async throws {
    let bench = try await ServerBench()
    bench.key("writer", types: ["core.file": .write])
    let hash = try await bench.upload("12345")
    // The one who proves nothing comes first: later rows lend what their writer brought.
    let cases: [(String, String)] = [
      ("writer", hash), ("owner", bench.hash(of: "never brought")),
      ("owner", String(hash.dropFirst(7))), ("owner", " \(hash)"), ("owner", "nothing"),
    ]
    for (key, reference) in cases {
      let item = try await bench.create("core.file", file(reference, ["size_bytes": 99]), as: key)
      #expect(size(item) == nil, "\(reference)")
    }
  }

  @Test("a size that is no whole number is refused in every way of writing")
  func refused() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("12345")
    let create = try await bench.send(
      "POST", "/items",
      ["type": "core.file", "properties": .object(file(hash, ["size_bytes": "5"]))])
    #expect(create.verdict == "400 invalid_properties")
    let id = try await bench.create("core.file", file(hash))["id"]?.string ?? ""
    for mode in ["merge", "replace"] {
      let patch = try await bench.send(
        "PATCH", "/items/\(id)",
        [
          "version": 1, "properties_mode": .string(mode),
          "properties": .object(file(hash, ["size_bytes": "5"])),
        ])
      #expect(patch.verdict == "400 invalid_properties", "\(mode)")
    }
  }

  @Test("the size follows the reference; stale writes never collide over it, replacing keeps it")
  func follows() async throws {
    let bench = try await ServerBench()
    let small = try await bench.upload("1")
    let large = try await bench.upload("1234567")
    let id = try await bench.create("core.file", file(small))["id"]?.string ?? ""
    let other = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["blob_ref": .string(large)]])
    #expect(size(other.object("item")) == 7)
    // Made from version 1, with a size that changed since on both sides.
    let stale = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["title": "t", "size_bytes": 3]])
    #expect(stale.status == 200, "\(stale.json)")
    #expect(size(stale.object("item")) == 7)
    let replaced = try await bench.send(
      "PATCH", "/items/\(id)",
      ["version": 3, "properties_mode": "replace", "properties": .object(file(small))])
    #expect(replaced.status == 200)
    #expect(size(replaced.object("item")) == 1)
    // What is not changed keeps its place.
    let before = replaced.object("item")["properties"]?.object?.keys.map(\.self)
    let tier = try await bench.send("PATCH", "/items/\(id)", ["version": 4, "tier": "feed"])
    #expect(tier.object("item")["properties"]?.object?.keys.map(\.self) == before)
  }

  @Test("an item that becomes a file gets the size of its bytes in place of what it had")
  func retype() async throws {
    let bench = try await ServerBench()
    let hash = try await bench.upload("12345")
    let note = try await bench.create("core.note", file(hash, ["size_bytes": 99, "body": "x"]))
    let id = note["id"]?.string ?? ""
    let entered = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "type": "core.file", "retype": true])
    #expect(entered.status == 200, "\(entered.json)")
    #expect(size(entered.object("item")) == 5)
  }
}
