import MarfaModel
import MarfaTesting
import Testing

@testable import Marfa

@Suite("Conflicted copies and thumbnails")
struct CopiesAndThumbnailsTests {
  private func edge(_ number: Int, from source: Int, to target: Int, _ time: String) -> Edge {
    Edge(
      id: id(number), sourceId: id(source), targetId: id(target), edgeType: "derived-from",
      properties: [:], version: 1, createdAt: time, updatedAt: time)
  }

  @Test("conflicted copies and their original are found by tag and edge, whatever is held")
  func copies() async throws {
    let bench = try CopyBench()
    let tag = "conflicted-copy"
    bench.server.hold(
      Fixture.item(id: id(2), tags: [tag]), Fixture.item(id: id(3), tags: [tag]),
      Fixture.item(id: id(4)), Fixture.item(id: id(5), state: .trashed, tags: [tag]),
      Fixture.item(id: id(6), tags: [tag]))
    bench.server.hold(
      edge(102, from: 2, to: 1, Fixture.later), edge(103, from: 3, to: 1, Fixture.time),
      edge(104, from: 4, to: 1, Fixture.time), edge(105, from: 5, to: 1, Fixture.time))
    let copy = try await bench.hydrated()
    #expect(try await copy.items.conflictedCopies(of: id(1)).map(\.id) == [id(3), id(2)])
    #expect(try await copy.items.original(ofConflictedCopy: id(2)) == id(1))
    for number in [1, 4, 5, 6, 9] {
      #expect(try await copy.items.original(ofConflictedCopy: id(number)) == nil)
    }
    await copy.close()
  }

  private static let png = "data:image/png;base64,iVBORw0KGgo="

  private func declared(_ bench: CopyBench) async throws -> WorkingCopy {
    let copy = try await bench.openAlone()
    try await copy.declareTypes([
      [
        "id": "app.garden.plant", "label": "Plant",
        "fields": ["name": ["type": "string"], "picture": ["type": "thumbnail"]],
      ]
    ])
    return copy
  }

  @Test("an item's thumbnail is read from its type's field, and none is no error")
  func thumbnail() async throws {
    let bench = try CopyBench()
    let copy = try await declared(bench)
    let write = try await copy.items.create(
      Draft(type: "app.garden.plant", properties: ["picture": .string(Self.png)]))
    let image = try #require(try await copy.items.thumbnail(write.itemId ?? ""))
    #expect(image.mimeType == "image/png" && image.bytes.count == 8)
    let plain = try await copy.items.create(Draft(type: "app.garden.plant"))
    #expect(try await copy.items.thumbnail(plain.itemId ?? "") == nil)
    let note = try await copy.items.create(Draft(type: "core.note", properties: ["body": "A"]))
    #expect(try await copy.items.thumbnail(note.itemId ?? "") == nil)
    #expect(await thrown { _ = try await copy.items.thumbnail(id(9)) }?.serverCode == "not_held")
    #expect(try await copy.search("iVBORw0KGgo").isEmpty)
    await copy.close()
  }

  @Test("a field that holds no image is told as decoding, with the item's id")
  func unreadable() async throws {
    let bench = try CopyBench()
    let type: JSONObject = [
      "id": "app.garden.plant", "label": "Plant", "version": 1,
      "fields": ["picture": ["type": "thumbnail"]],
    ]
    bench.server.set { $0.types.append(type) }
    bench.server.hold(
      Fixture.item(["picture": "data:image/gif;base64,AAAA"], id: id(1), type: "app.garden.plant"))
    let copy = try await bench.hydrated(["app.garden.plant"])
    let error = await thrown { _ = try await copy.items.thumbnail(id(1)) }
    #expect(error?.code() == "decoding" && error?.message.contains(id(1)) == true)
    await copy.close()
  }
}
