import MarfaModel
import Testing

@testable import Marfa

@Suite("The request of a queued write")
struct WriteRequestTests {
  private static let item = Fixture.itemId
  private static let edge = Fixture.edgeId

  @Test(
    "each kind is sent by its method to its path",
    arguments: [
      (Fixture.record(.createItem), "POST", "/items"),
      (Fixture.record(.updateItem, base: 3), "PATCH", "/items/\(item)?conflict=auto"),
      (Fixture.record(.deleteItem, base: 3), "DELETE", "/items/\(item)?version=3"),
      (Fixture.record(.restoreItem), "POST", "/items/\(item)/restore"),
      (Fixture.record(.transitionItem), "POST", "/items/\(item)/transition"),
      (Fixture.record(.createEdge, edge: edge), "POST", "/edges"),
      (Fixture.record(.updateEdge, edge: edge), "PATCH", "/edges/\(edge)"),
      (Fixture.record(.deleteEdge, edge: edge), "DELETE", "/edges/\(edge)"),
      (Fixture.record(.replaceMetadata), "PUT", "/items/\(item)/metadata"),
      (Fixture.record(.mergeMetadata), "PATCH", "/items/\(item)/metadata"),
      (Fixture.record(.addTag, tag: "a"), "POST", "/items/\(item)/tags"),
      (Fixture.record(.removeTag, tag: "a"), "DELETE", "/items/\(item)/tags/a"),
      (Fixture.record(.writeExtension, namespace: "n"), "PUT", "/items/\(item)/extensions/n"),
      (Fixture.record(.deleteExtension, namespace: "n"), "DELETE", "/items/\(item)/extensions/n"),
      (Fixture.record(.uploadBlob, item: nil, blob: "sha256:aa"), "POST", "/blobs"),
    ])
  func targets(write: QueueRecord, method: String, target: String) throws {
    let request = try WriteRequest(write)
    #expect(request.method == method)
    #expect(request.target == target)
  }

  @Test(
    "a segment is percent-encoded whole, and dots alone never name a folder",
    arguments: [
      ("a b", "a%20b"), ("a/b", "a%2Fb"), ("?#%", "%3F%23%25"), ("é", "%C3%A9"), ("日", "%E6%97%A5"),
      (".", "%2E"), ("..", "%2E%2E"), ("a.b", "a.b"), ("-_~", "-_~"),
    ])
  func segments(tag: String, encoded: String) throws {
    let request = try WriteRequest(Fixture.record(.removeTag, tag: tag))
    #expect(request.path == "/items/\(Self.item)/tags/\(encoded)")
  }

  @Test("a JSON write carries its stored text to the byte, and its key")
  func jsonBody() throws {
    var write = Fixture.record(.updateItem, base: 1)
    write.bodyText = "{ \"properties\" : {} }"
    let request = try WriteRequest(write)
    #expect(request.body == .json("{ \"properties\" : {} }"))
    #expect(request.headers.map(\.name) == ["Accept", "Content-Type", "Idempotency-Key"])
    #expect(request.headers.map(\.value) == ["application/json", "application/json", "key-w1"])
  }

  @Test("an upload carries its bytes under their type, without a key")
  func upload() throws {
    let request = try WriteRequest(Fixture.record(.uploadBlob, item: nil, blob: "sha256:aa"))
    #expect(request.body == .blob(hash: "sha256:aa", mimeType: "text/plain"))
    #expect(request.idempotencyKey == nil)
    #expect(request.headers.map(\.value) == ["application/json", "text/plain"])
  }

  @Test(
    "a stored write that lacks what its kind needs makes no request",
    arguments: [
      Fixture.record(.updateItem, item: nil), Fixture.record(.deleteEdge),
      Fixture.record(.removeTag), Fixture.record(.writeExtension),
      Fixture.record(.uploadBlob, item: nil), Fixture.record(.deleteItem),
    ])
  func unmade(write: QueueRecord) {
    #expect(throws: WriteRequest.Unmade.self) { try WriteRequest(write) }
  }

  @Test("a create names its id when the caller did, or when there is no natural key")
  func createIds() {
    let minted = NewWrite.createItem(Draft(type: "core.note"), id: "i", tier: .library)
    let keyed = NewWrite.createItem(
      Draft(type: "core.note", source: "feed", sourceId: "7"), id: "i", tier: nil)
    let named = NewWrite.createItem(
      Draft(type: "core.note", id: "i", source: "feed", sourceId: "7"), id: "i", tier: nil)
    #expect(minted.body.keys == ["id", "type", "properties", "tier"])
    #expect(keyed.body.keys == ["type", "properties", "source", "source_id"])
    #expect(named.body.keys == ["id", "type", "properties", "source", "source_id"])
  }

  @Test("a create carries a version only when the caller read one, 0 included")
  func createVersions() {
    let read = NewWrite.createItem(
      Draft(type: "core.note", sourceId: "7", baseVersion: 0), id: "i", tier: nil)
    #expect(read.body["version"] == 0)
    #expect(
      NewWrite.createItem(Draft(type: "core.note"), id: "i", tier: nil).body["version"] == nil)
  }

  @Test("a create's tags are never in its body")
  func createTags() {
    let write = NewWrite.createItem(Draft(type: "core.note", tags: ["a"]), id: "i", tier: nil)
    #expect(write.body["tags"] == nil)
  }

  @Test("an edit names type and tier only where they differ from what is shown")
  func updateMoves() {
    let shown = Fixture.item(version: 4)
    let same = NewWrite.updateItem(
      shown, Edit(baseVersion: 4, type: "core.note", tier: .library))
    let other = NewWrite.updateItem(shown, Edit(baseVersion: 4, type: "core.task", tier: .feed))
    #expect(same.body.keys == ["properties", "version"])
    #expect(other.body["type"] == "core.task")
    #expect(other.body["retype"] == true)
    #expect(other.body["tier"] == "feed")
  }

  @Test("an edit on the shown version keeps what it read, one on an earlier version nothing")
  func updateBasis() {
    let shown = Fixture.item(["title": "A", "body": "B"], version: 4)
    let merge = NewWrite.updateItem(
      shown, Edit(properties: ["title": "C", "new": 1], baseVersion: 4))
    let whole = NewWrite.updateItem(
      shown, Edit(properties: ["new": 1], replaceProperties: true, baseVersion: 4))
    let asRead = NewWrite.updateItem(shown, Edit(properties: ["title": "C"], baseVersion: 2))
    #expect(merge.basis?.properties == ["title": "A", "new": .null])
    #expect(whole.basis?.properties == ["title": "A", "body": "B", "new": .null])
    #expect(asRead.basis == nil)
    #expect(asRead.body["version"] == 2)
  }

  @Test("an edge's move names only the ends that differ")
  func edgeMoves() {
    let write = NewWrite.updateEdge(
      Fixture.edge(), properties: [:], baseVersion: 1, source: Fixture.itemId, target: "t")
    #expect(write.body["source_id"] == nil)
    #expect(write.body["target_id"] == "t")
  }
}
