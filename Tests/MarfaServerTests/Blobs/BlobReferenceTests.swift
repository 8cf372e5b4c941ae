import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// Who reads which bytes: rows lend them (events-blobs-keys 4.4).
@Suite("Lending of bytes")
struct BlobReferenceTests {
  /// A bench with keys that write and read notes and tasks, none of which manages bytes.
  private func bench() async throws -> ServerBench {
    let bench = try await ServerBench()
    bench.key(
      "writer", types: ["core.note": .write, "core.task": .write], edges: ["*": .write],
      extensions: ["app": .write])
    bench.key("notes", types: ["core.note": .read])
    bench.key("edges", types: ["core.note": .read], edges: ["references": .read])
    bench.key("thief", types: ["core.note": .write])
    return bench
  }

  private func note(_ hash: String) -> JSONObject { ["body": .string("see \(hash)")] }

  @Test("bytes that nothing names are read by nobody, their uploader included")
  func unnamed() async throws {
    let bench = try await bench()
    let hash = try await bench.upload("a", as: "writer")
    #expect(try await bench.read(hash, as: "writer") == "404 blob_not_found")
    #expect(try await bench.read(hash, as: "owner") == "200", "who manages bytes reads all")
  }

  @Test("a row lends what its writer brought to whoever reads the row, in the bin too")
  func lends() async throws {
    let bench = try await bench()
    let hash = try await bench.upload("a", as: "writer")
    let item = try await bench.create("core.note", note(hash), as: "writer")
    let id = item["id"]?.string ?? ""
    for key in ["writer", "notes", "thief"] {
      #expect(try await bench.read(hash, as: key) == "200", "\(key)")
    }
    #expect(try await bench.send("DELETE", "/items/\(id)").status == 200)
    #expect(try await bench.read(hash, as: "notes") == "200")
    #expect(try await bench.send("POST", "/items/\(id)/purge").status == 200)
    #expect(try await bench.read(hash, as: "notes") == "404 blob_not_found")
  }

  @Test("naming bytes that one neither brought nor can read lends nothing")
  func noProof() async throws {
    let bench = try await bench()
    let hash = try await bench.upload("a", as: "writer")
    let stolen = try await bench.create("core.note", note(hash), as: "thief")
    #expect(try await bench.read(hash, as: "thief") == "404 blob_not_found")
    // The dead reference stays dead while the row keeps naming it, whoever writes.
    let id = stolen["id"]?.string ?? ""
    let kept = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["title": "t"]], as: "writer")
    #expect(kept.status == 200)
    #expect(try await bench.read(hash, as: "notes") == "404 blob_not_found")
    // Taken out and put back with proof it lends.
    let out = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 2, "properties": ["body": "none"]], as: "writer")
    #expect(out.status == 200)
    let back = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 3, "properties": .object(note(hash))], as: "writer")
    #expect(back.status == 200)
    #expect(try await bench.read(hash, as: "notes") == "200")
  }

  @Test("who can read bytes can lend them on; the row goes on lending when the first one is gone")
  func readersLendOn() async throws {
    let bench = try await bench()
    let hash = try await bench.upload("a", as: "writer")
    let first = try await bench.create("core.note", note(hash), as: "writer")
    _ = try await bench.create("core.note", note(hash), as: "thief")
    let id = first["id"]?.string ?? ""
    let emptied = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["body": "none"]], as: "writer")
    #expect(emptied.status == 200)
    #expect(try await bench.read(hash, as: "notes") == "200")
  }

  @Test("an earlier version lends nothing, and keeps the bytes")
  func versions() async throws {
    let bench = try await bench()
    let hash = try await bench.upload("a", as: "writer")
    let item = try await bench.create("core.note", note(hash), as: "writer")
    let id = item["id"]?.string ?? ""
    let patch = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["body": "none"]], as: "writer")
    #expect(patch.status == 200)
    #expect(try await bench.read(hash, as: "writer") == "404 blob_not_found")
    let named = try await bench.core.database.read { connection in
      try connection.exists(
        "SELECT 1 FROM blob_references WHERE kind = 'version' AND hash = ?1",
        [.text(String(hash.dropFirst(7)))])
    }
    #expect(named)
  }

  @Test("an edge lends to those who read its type and its source; an extension to its readers")
  func edgesAndExtensions() async throws {
    let bench = try await bench()
    let type = try await bench.send(
      "POST", "/edge-types",
      ["id": "pictured", "cardinality": "many-to-many"])
    #expect(type.status == 201, "\(type.json)")
    bench.key("pictured", types: ["core.note": .read], edges: ["pictured": .read])
    bench.key("app", types: ["core.note": .read], extensions: ["app": .read])
    let onEdge = try await bench.upload("edge", as: "writer")
    let onExtension = try await bench.upload("extension", as: "writer")
    let (one, two) = (try await bench.item(), try await bench.item("core.task", ["title": "t"]))
    let edge = try await bench.send(
      "POST", "/edges",
      [
        "source_id": .string(one), "target_id": .string(two), "edge_type": "pictured",
        "properties": ["ref": .string(onEdge)],
      ], as: "writer")
    #expect(edge.status == 201, "\(edge.json)")
    let put = try await bench.send(
      "PUT", "/items/\(one)/extensions/app", ["at": .string(onExtension)], as: "writer")
    #expect(put.status == 200)
    #expect(try await bench.read(onEdge, as: "pictured") == "200")
    #expect(try await bench.read(onEdge, as: "edges") == "404 blob_not_found")
    #expect(try await bench.read(onExtension, as: "app") == "200")
    #expect(try await bench.read(onExtension, as: "notes") == "404 blob_not_found")
    let id = edge.object("edge")["id"]?.string ?? ""
    #expect(try await bench.send("DELETE", "/edges/\(id)").status == 200)
    #expect(try await bench.read(onEdge, as: "pictured") == "404 blob_not_found")
    #expect(try await bench.send("DELETE", "/items/\(one)/extensions/app").status == 200)
    #expect(try await bench.read(onExtension, as: "app") == "404 blob_not_found")
  }

  @Test("a stale write cannot lend what the version it was made from named already")
  func staleBase() async throws {
    let bench = try await bench()
    let hash = try await bench.upload("a", as: "writer")
    let item = try await bench.create(
      "core.note", ["title": "t", "body": .string(hash)], as: "thief")
    let id = item["id"]?.string ?? ""
    // Version 2 drops the name; a write at version 1 brings it back in another property.
    let drop = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["body": "none"]], as: "thief")
    #expect(drop.status == 200)
    let stale = try await bench.send(
      "PATCH", "/items/\(id)", ["version": 1, "properties": ["title": .string(hash)]],
      as: "writer")
    #expect(stale.status == 200)
    #expect(try await bench.read(hash, as: "notes") == "404 blob_not_found")
  }
}
