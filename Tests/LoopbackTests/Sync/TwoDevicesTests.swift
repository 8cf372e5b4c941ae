import Marfa
import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("Two devices and one server")
struct TwoDevicesTests {
  @Test("what the server has is held whole after a load: tags, edges, archive and bin")
  func hydrates() async throws {
    try await Loopback.run { client in
      let one = try await client.note("One", tags: ["a", "b"])
      let two = try await client.note("Two")
      _ = try await client.request(
        "POST", "/edges",
        body: ["source_id": .string(one), "target_id": .string(two), "edge_type": "references"])
      let bin = try await client.note("Bin")
      _ = try await client.request("DELETE", "/items/\(bin)")
      let old = try await client.note("Old")
      _ = try await client.request(
        "POST", "/items/\(old)/transition", body: ["state": "archived"])
    } _: { loopback in
      let served = try await loopback.expectSame()
      #expect(served.items.count == 4)
      let held = try await loopback.phone.copy.items.list()
      #expect(Set(held.map(\.title)) == ["One", "Two"])
      #expect(held.first { $0.title == "One" }?.tags == ["a", "b"])
    }
  }

  @Test("a listing of several pages is held whole")
  func pages() async throws {
    try await Loopback.run { client in
      for number in 0..<450 { try await client.note("Note \(number)") }
    } _: { loopback in
      #expect(try await loopback.laptop.copy.status().items == 450)
      try await loopback.expectSame()
    }
  }

  @Test("an item made offline shows at once, reaches the server by a drain and the other device")
  func creates() async throws {
    try await Loopback.run { loopback in
      let id = try await loopback.laptop.note("Made", tags: ["x", "y"])
      let shown = try #require(try await loopback.laptop.copy.items.get(id))
      #expect(shown.version == 0 && shown.tags == ["x", "y"])
      #expect(try await loopback.phone.copy.items.get(id) == nil)
      let report = try await loopback.laptop.copy.queue.drain()
      #expect(report.verdicts.map(\.verdict) == [.accepted, .accepted, .accepted])
      #expect(try await loopback.laptop.copy.items.get(id)?.version == 1)
      _ = try await loopback.phone.copy.catchUp()
      #expect(try await loopback.phone.copy.items.get(id)?.tags == ["x", "y"])
      try await loopback.settle()
      try await loopback.expectSame()
    }
  }

  @Test("changes of one body by both keep both, the later one in a conflicted copy")
  func keepsBoth() async throws {
    try await Loopback.run {
      try await $0.note("Shared", "before")
    } _: { loopback in
      let id = try #require(try await loopback.laptop.copy.items.list().first?.id)
      try await loopback.laptop.set(id, "body", "laptop")
      try await loopback.phone.set(id, "body", "phone")
      #expect(try await loopback.laptop.copy.queue.drain().verdicts.first?.verdict == .accepted)
      let verdict = try await loopback.phone.copy.queue.drain().verdicts.first?.verdict
      guard case .conflicted(let sibling, ["body"]) = verdict else {
        Issue.record("The verdict is \(String(describing: verdict))")
        return
      }
      try await loopback.settle()
      let served = try await loopback.expectSame()
      #expect(served.items[id]?.body == "laptop")
      let copy = try #require(served.items[sibling])
      #expect(copy.body == "phone" && copy.tags == ["conflicted-copy"])
      #expect(served.edges.contains { $0.sourceId == sibling && $0.targetId == id })
    }
  }

  @Test("changes of one title by both leave the later one; of two properties, both")
  func merges() async throws {
    try await Loopback.run {
      try await $0.note("Shared")
    } _: { loopback in
      let id = try #require(try await loopback.laptop.copy.items.list().first?.id)
      try await loopback.laptop.set(id, "title", "laptop")
      try await loopback.laptop.set(id, "language", "de")
      try await loopback.phone.set(id, "title", "phone")
      try await loopback.phone.set(id, "notes", "noted")
      let first = try await loopback.laptop.copy.queue.drain()
      #expect(first.verdicts.map(\.verdict) == [.accepted, .accepted])
      let second = try await loopback.phone.copy.queue.drain()
      #expect(second.verdicts.map(\.verdict) == [.merged(fields: ["title"]), .accepted])
      try await loopback.settle()
      let served = try await loopback.expectSame()
      let item = try #require(served.items[id])
      #expect(item.title == "phone")
      #expect(item.properties["language"] == "de" && item.properties["notes"] == "noted")
    }
  }

  @Test("tags of both devices stay, and a tag taken off stays off")
  func tags() async throws {
    try await Loopback.run {
      try await $0.note("Tagged", tags: ["old"])
    } _: { loopback in
      let id = try #require(try await loopback.laptop.copy.items.list().first?.id)
      try await loopback.laptop.copy.tags.add("laptop", to: id)
      try await loopback.phone.copy.metadata.mergeTags(["phone", "both"], into: id)
      try await loopback.phone.copy.tags.remove("old", from: id)
      try await loopback.settle()
      var served = try await loopback.expectSame()
      #expect(served.items[id].map { Set($0.tags) } == ["laptop", "phone", "both"])
      #expect(served.items[id]?.version == 1)
      try await loopback.laptop.copy.metadata.replaceTags(of: id, with: ["only"])
      try await loopback.settle()
      served = try await loopback.expectSame()
      #expect(served.items[id]?.tags == ["only"])
    }
  }

  @Test("an edge waits for the items it connects, is changed and taken away")
  func edges() async throws {
    try await Loopback.run { loopback in
      let (laptop, phone) = (loopback.laptop, loopback.phone)
      let one = try await laptop.note("One")
      let two = try await laptop.note("Two")
      let write = try await laptop.copy.edges.create(from: one, to: two, type: "references")
      let edge = try #require(write.edgeId)
      #expect(write.dependsOn.count == 2)
      try await loopback.settle()
      try await loopback.expectSame()
      #expect(try await phone.copy.edges.to(two).map(\.id) == [edge])
      let held = try #require(try await phone.copy.edges.from(one).first)
      try await phone.copy.edges.update(
        edge, properties: ["why": "so"], baseVersion: held.version)
      try await loopback.settle()
      try await loopback.expectSame()
      #expect(try await laptop.copy.edges.from(one).first?.properties["why"] == "so")
      try await laptop.copy.edges.delete(edge)
      #expect(try await laptop.copy.edges.from(one).isEmpty)
      try await loopback.settle()
      try await loopback.expectSame()
      #expect(try await phone.copy.edges.from(one).isEmpty)
    }
  }

  @Test("a delete and a restore reach the other device with the edges of the item")
  func deletes() async throws {
    try await Loopback.run { client in
      let one = try await client.note("One")
      let two = try await client.note("Two")
      for (from, to) in [(one, two), (two, one)] {
        _ = try await client.request(
          "POST", "/edges",
          body: [
            "source_id": .string(from), "target_id": .string(to), "edge_type": "references",
          ])
      }
    } _: { loopback in
      let (laptop, phone) = (loopback.laptop, loopback.phone)
      let id = try #require(try await laptop.copy.items.list().first { $0.title == "One" }?.id)
      try await laptop.copy.items.delete(id)
      #expect(try await laptop.copy.items.get(id) == nil)
      try await loopback.settle()
      try await loopback.expectSame()
      #expect(try await phone.copy.items.get(id) == nil)
      #expect(try await phone.copy.search("One").isEmpty)
      try await phone.copy.items.restore(id)
      try await loopback.settle()
      let served = try await loopback.expectSame()
      #expect(served.items[id]?.state == .active)
      #expect(served.edges.count == 2)
      #expect(try await laptop.copy.items.get(id)?.title == "One")
      #expect(try await laptop.copy.search("One").count == 1)
    }
  }

  @Test("an archived item leaves the other device's list and is found by its state")
  func transitions() async throws {
    try await Loopback.run {
      try await $0.note("Old")
    } _: { loopback in
      let id = try #require(try await loopback.laptop.copy.items.list().first?.id)
      try await loopback.laptop.copy.items.transition(id, to: .archived)
      try await loopback.settle()
      try await loopback.expectSame()
      #expect(try await loopback.phone.copy.items.list().isEmpty)
      let archived = try await loopback.phone.copy.items.list(ListFilters(state: .archived))
      #expect(archived.map(\.id) == [id])
    }
  }

  @Test("an edit of what the other device deleted is refused, told, and nothing is stuck behind it")
  func editOfDeleted() async throws {
    try await Loopback.run {
      try await $0.note("Gone")
    } _: { loopback in
      let id = try #require(try await loopback.laptop.copy.items.list().first?.id)
      try await loopback.laptop.copy.items.delete(id)
      let edit = try await loopback.phone.set(id, "title", "Edited")
      let other = try await loopback.phone.note("Behind it")
      _ = try await loopback.laptop.copy.queue.drain()
      let report = try await loopback.phone.copy.queue.drain()
      #expect(report.verdicts.map(\.id).first == edit.id)
      guard case .refused(let refusal) = report.verdicts.first?.verdict else {
        Issue.record("The verdict is \(String(describing: report.verdicts.first?.verdict))")
        return
      }
      #expect(refusal.trashed)
      #expect(report.verdicts.last?.verdict == .accepted)
      #expect(report.verdicts.last?.itemId == other)
      // The refused text is kept for the person.
      let kept = try await loopback.phone.copy.queue.all().first { $0.id == edit.id }
      #expect(kept?.body["properties"]?.object?["title"] == "Edited")
      try await loopback.settle()
      try await loopback.expectSame()
    }
  }

  @Test("an edge that both draw is taken once; the second is refused and put back")
  func sameEdge() async throws {
    try await Loopback.run { client in
      try await client.note("One")
      try await client.note("Two")
    } _: { loopback in
      let ids = try await loopback.laptop.copy.items.list().map(\.id)
      for device in [loopback.laptop, loopback.phone] {
        try await device.copy.edges.create(from: ids[0], to: ids[1], type: "references")
      }
      #expect(try await loopback.laptop.copy.queue.drain().verdicts[0].verdict == .accepted)
      let report = try await loopback.phone.copy.queue.drain()
      guard case .refused = report.verdicts[0].verdict else {
        Issue.record("The verdict is \(String(describing: report.verdicts[0].verdict))")
        return
      }
      try await loopback.settle()
      let served = try await loopback.expectSame()
      #expect(served.edges.count == 1)
    }
  }

  @Test("several edits of one item by one device, made offline, land one behind the other")
  func chains() async throws {
    try await Loopback.run {
      try await $0.note("Chain")
    } _: { loopback in
      let id = try #require(try await loopback.laptop.copy.items.list().first?.id)
      for number in 0..<5 { try await loopback.laptop.set(id, "body", .string("body \(number)")) }
      let report = try await loopback.laptop.copy.queue.drain()
      #expect(report.verdicts.allSatisfy { $0.verdict == .accepted })
      try await loopback.settle()
      let served = try await loopback.expectSame()
      #expect(served.items[id]?.version == 6 && served.items[id]?.body == "body 4")
    }
  }
}
