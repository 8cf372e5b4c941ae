import MarfaModel
import Testing

@testable import Marfa

@Suite("What the copy shows over the server's row")
struct LaidOverTests {
  @Test("a create shows a row of version 0 until it is answered")
  func create() {
    let write = Fixture.record(
      .createItem,
      body: ["type": "core.note", "properties": ["title": "A"], "tier": "feed"])
    let row = LaidOver.item(nil, [write])
    #expect(row?.version == 0)
    #expect(row?.state == .active)
    #expect(row?.source == "device")
    #expect(row?.tier == .feed)
    #expect(row?.occurredAt == Fixture.later)
    #expect(row?.properties == ["title": "A"])
  }

  @Test("a create shows the properties it was given to show, and its own time")
  func createShown() {
    let write = Fixture.record(
      .createItem,
      body: [
        "type": "core.note", "properties": ["title": "A", "x": .null],
        "occurred_at": .string(Fixture.time), "source": "feed", "source_id": "7",
      ], basis: WriteBasis(properties: ["title": "A"]))
    let row = LaidOver.item(nil, [write])
    #expect(row?.properties == ["title": "A"])
    #expect(row?.occurredAt == Fixture.time)
    #expect(row?.source == "feed")
    #expect(row?.sourceId == "7")
  }

  @Test("a merge sets whole values, clears nothing with null, and keeps the version")
  func merge() {
    let write = Fixture.update(
      ["title": "B", "gone": .null, "new": [1]], base: 1, read: [:],
      more: ["type": "core.task", "tier": "feed", "source_id": "9"])
    let row = LaidOver.item(Fixture.item(["gone": 1, "title": "A"], version: 3), [write])
    #expect(row?.properties == ["gone": 1, "title": "B", "new": [1]])
    #expect(row?.version == 3)
    #expect(row?.type == "core.task")
    #expect(row?.tier == .feed)
    #expect(row?.sourceId == "9")
  }

  @Test("a whole edit sets its changes, clears what it read and left out, and leaves the rest")
  func whole() {
    let write = Fixture.update(
      ["b": 2, "a": 9, "nulled": .null], base: 1, read: ["a": 1, "b": 2, "c": 3, "nulled": 4],
      replace: true)
    let row = LaidOver.item(Fixture.item(["a": 1, "b": 5, "c": 3, "nulled": 4, "d": 6]), [write])
    #expect(row?.properties == ["b": 5, "a": 9, "d": 6])
  }

  @Test("a whole edit made on an earlier version is laid as a merge")
  func asRead() {
    let write = Fixture.update(["a": 9], base: 1, read: nil, replace: true)
    let row = LaidOver.item(Fixture.item(["a": 1, "b": 2], version: 4), [write])
    #expect(row?.properties == ["a": 9, "b": 2])
  }

  @Test(
    "states are shown at once",
    arguments: [
      (Fixture.record(.deleteItem, base: 1), ItemState.trashed),
      (Fixture.record(.restoreItem), .active),
      (Fixture.record(.transitionItem, body: ["state": "archived"]), .archived),
    ])
  func states(write: QueueRecord, state: ItemState) {
    let start: ItemState = state == .active ? .trashed : .active
    #expect(LaidOver.item(Fixture.item(state: start), [write])?.state == state)
  }

  @Test("tags are added once, replaced and taken off")
  func tags() {
    let row = Fixture.item(tags: ["a", "b"])
    func shown(_ write: QueueRecord) -> [String]? { LaidOver.item(row, [write])?.tags }
    #expect(shown(Fixture.record(.addTag, tag: "c", body: ["tags": ["c"]])) == ["a", "b", "c"])
    #expect(shown(Fixture.record(.addTag, tag: "a", body: ["tags": ["a"]])) == ["a", "b"])
    #expect(
      shown(Fixture.record(.mergeMetadata, body: ["tags": ["c", "a", "c"]])) == ["a", "b", "c"])
    #expect(shown(Fixture.record(.replaceMetadata, body: ["tags": ["x", "x"]])) == ["x"])
    #expect(shown(Fixture.record(.removeTag, tag: "a")) == ["b"])
  }

  @Test("extensions show nothing")
  func extensions() {
    let row = Fixture.item()
    #expect(LaidOver.item(row, [Fixture.record(.writeExtension, namespace: "n")]) == row)
  }

  @Test("several writes are laid in queue order")
  func order() {
    let row = LaidOver.item(
      nil,
      [
        Fixture.record(.createItem, body: ["type": "core.note", "properties": ["title": "A"]]),
        Fixture.update(["title": "B"], base: 0, read: ["title": "A"]),
        Fixture.record(.addTag, tag: "a", body: ["tags": ["a"]]),
        Fixture.record(.deleteItem, base: 0),
      ])
    #expect(row?.properties == ["title": "B"])
    #expect(row?.tags == ["a"])
    #expect(row?.state == .trashed)
  }

  @Test("writes over a row that is not there show nothing")
  func nothing() {
    #expect(LaidOver.item(nil, [Fixture.record(.deleteItem, base: 1)]) == nil)
    #expect(LaidOver.edge(nil, [Fixture.record(.updateEdge, edge: Fixture.edgeId)]) == nil)
  }

  @Test("an edge is made, changed, moved and hidden")
  func edges() {
    let create = Fixture.record(
      .createEdge, target: Fixture.otherId, edge: Fixture.edgeId,
      body: ["edge_type": "references", "properties": ["a": 1]])
    let made = LaidOver.edge(nil, [create])
    #expect(made?.version == 0)
    #expect(made?.properties == ["a": 1])
    let moved = LaidOver.edge(
      Fixture.edge(["a": 1, "b": 2]),
      [
        Fixture.record(
          .updateEdge, edge: Fixture.edgeId,
          body: ["properties": ["a": 3], "target_id": "t", "version": 1])
      ])
    #expect(moved?.properties == ["a": 3, "b": 2])
    #expect(moved?.targetId == "t")
    #expect(moved?.sourceId == Fixture.itemId)
    #expect(
      LaidOver.edge(Fixture.edge(), [Fixture.record(.deleteEdge, edge: Fixture.edgeId)]) == nil)
  }

  @Test("a later state is known by version, then by time, and an unreadable time decides nothing")
  func stamps() {
    func stamp(_ version: Int64, _ time: String) -> RowStamp {
      RowStamp(Fixture.item(version: version, updatedAt: time))
    }
    #expect(stamp(2, Fixture.time).isLater(than: stamp(1, Fixture.later)))
    #expect(!stamp(1, Fixture.later).isLater(than: stamp(2, Fixture.time)))
    #expect(stamp(1, Fixture.later).isLater(than: stamp(1, Fixture.time)))
    #expect(!stamp(1, Fixture.time).isLater(than: stamp(1, Fixture.time)))
    #expect(!stamp(1, "soon").isLater(than: stamp(1, Fixture.time)))
    #expect(
      stamp(1, "2026-01-02T05:04:05.000+01:00").isLater(than: stamp(1, Fixture.time)))
  }
}
