import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Queueing writes to items")
struct ItemWriteTests {
  private static let note = Fixture.item(
    ["title": "A", "body": "Text", "mood": "calm"], id: id(1), version: 3, tags: ["old"])

  /// A loaded copy with one note, whose follow is not running.
  private func start(_ bench: CopyBench) async throws -> WorkingCopy {
    bench.server.hold(Self.note)
    return try await bench.hydrated()
  }

  private func refuses(
    _ copy: WorkingCopy, _ code: String, _ serverCode: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
  ) async throws {
    let before = try await copy.queue.all().count
    let error = await thrown(sourceLocation: sourceLocation, call)
    #expect(error?.code() == code, sourceLocation: sourceLocation)
    if let serverCode { #expect(error?.serverCode == serverCode, sourceLocation: sourceLocation) }
    #expect(error?.message.isEmpty == false, sourceLocation: sourceLocation)
    #expect(try await copy.queue.all().count == before, sourceLocation: sourceLocation)
  }

  // MARK: - Creating

  @Test("a create shows at once at version 0, in the order of its type, at the slice's tier")
  func create() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.create(
      Draft(
        type: "core.note", properties: ["zeta": 1, "10": 2, "body": "B", "title": "T", "2": 3],
        tags: ["x", "y", "x"]))
    let item = try #require(try await copy.items.get(write.itemId ?? ""))
    #expect(item.version == 0 && item.tier == .library && item.state == .active)
    #expect(item.tags == ["x", "y"])
    #expect(item.createdAt == "2026-01-01T00:00:00.000Z")
    #expect(item.properties.keys.prefix(2) == ["2", "10"] && item.properties.keys.last == "zeta")
    let queue = try await copy.queue.all()
    #expect(queue.map(\.kind) == [.createItem, .addTag, .addTag])
    #expect(queue[0].body["tags"] == nil && queue[0].body["id"]?.string == write.itemId)
    #expect(queue[0].body["tier"] == "library")
    #expect(queue[1].dependsOn == [write.id])
    await copy.close()
  }

  @Test("every write of a create is told, its tags too")
  func createTold() async throws {
    let bench = try CopyBench()
    let copy = try await bench.openAlone()
    let ear = ChangeEar(copy.changes())
    let write = try await copy.items.create(
      Draft(type: "core.note", properties: ["body": "B"], tags: ["x", "y"]))
    await ear.wait { $0.count == 3 }
    #expect(ear.origins == [.local(.createItem), .local(.addTag), .local(.addTag)])
    #expect(ear.changes.allSatisfy { $0.itemId == write.itemId && $0.edgeId == nil })
    await copy.close()
  }

  @Test("a create of a type that the slice does not take is held as a pin")
  func createOutside() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.create(
      Draft(type: "core.task", properties: ["title": "T"]))
    #expect(try await copy.status().pinned == [write.itemId])
    #expect(try await copy.items.get(write.itemId ?? "") != nil)
    await copy.close()
  }

  @Test(
    "a create that names no tier is sent and shown at the slice's",
    arguments: [(SliceTier.library, Tier.library), (.feed, .feed), (.all, .library)])
  func tier(_ slice: SliceTier, _ tier: Tier) async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated(tier: slice)
    let write = try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    #expect(try await copy.items.get(write.itemId ?? "")?.tier == tier)
    #expect(write.body["tier"]?.string == tier.rawValue)
    await copy.close()
  }

  @Test("a create under a key that names a held row sends no tier and no id, and shows at its tier")
  func keyedCreate() async throws {
    let bench = try CopyBench()
    bench.server.hold(
      Fixture.item(
        ["title": "Held", "body": "B"], id: id(2), tier: .feed, version: 4, source: "rss",
        sourceId: "k1"))
    let copy = try await bench.hydrated(tier: .all)
    // The held row's own values stand in for what the create leaves out.
    let write = try await copy.items.create(
      Draft(type: "core.note", properties: ["title": "New"], source: "rss", sourceId: "k1"))
    #expect(write.body["tier"] == nil && write.body["id"] == nil)
    #expect(try await copy.items.get(write.itemId ?? "")?.tier == .feed)
    // Without a held row of that key only what is supplied is judged.
    let other = try await copy.items.create(
      Draft(type: "core.note", properties: ["title": "New"], source: "rss", sourceId: "k2"))
    #expect(other.body["tier"] == "library")
    try await refuses(copy, "validation", "invalid_properties") {
      try await copy.items.create(
        Draft(type: "core.note", properties: ["title": 5], source: "rss", sourceId: "k3"))
    }
    await copy.close()
  }

  @Test("a null for an optional field leaves it out of what is shown, and is sent as given")
  func createNulls() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.create(
      Draft(type: "core.note", properties: ["body": "B", "title": nil, "own": nil]))
    let shown = try #require(try await copy.items.get(write.itemId ?? ""))
    #expect(shown.properties.keys.contains("title") == false)
    #expect(shown.properties["own"] == .null)
    #expect(write.body["properties"]?.object?["title"] == .null)
    await copy.close()
  }

  @Test("a create that breaks a rule is refused by its class and code, and nothing is queued (R23)")
  func createRefusals() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let body: JSONObject = ["body": "B"]
    func draft(_ change: (inout Draft) -> Void) -> Draft {
      var draft = Draft(type: "core.note", properties: body)
      change(&draft)
      return draft
    }
    let cases: [(Draft, String, String?)] = [
      (draft { $0.type = "app.no.such" }, "unknown_type", nil),
      (draft { $0.type = "Nonsense" }, "unknown_type", nil),
      (draft { $0.properties = [:] }, "validation", "invalid_properties"),
      (draft { $0.properties["title"] = 5 }, "validation", "invalid_properties"),
      (draft { $0.properties[""] = 5 }, "validation", "validation_error"),
      (draft { $0.properties["own"] = .number(.nan) }, "invalid", nil),
      (draft { $0.properties["own"] = .number(.infinity) }, "invalid", nil),
      (draft { $0.id = "nonsense" }, "validation", "invalid_id"),
      (draft { $0.id = id(1).uppercased() }, "validation", "invalid_id"),
      (draft { $0.id = "0197a3c2-0000-4000-8000-000000000001" }, "validation", "invalid_id"),
      (draft { $0.occurredAt = "yesterday" }, "validation", "validation_error"),
      (draft { $0.baseVersion = -1 }, "invalid", nil),
      (draft { $0.tags = [""] }, "validation", "validation_error"),
      (draft { $0.tags = [" \u{FEFF}\u{2003}"] }, "validation", "validation_error"),
      (draft { $0.tags = [String(repeating: "x", count: 129)] }, "validation", "validation_error"),
      (draft { $0.tags = (0...100).map { "t\($0)" } }, "validation", "validation_error"),
    ]
    for (draft, code, serverCode) in cases {
      try await refuses(copy, code, serverCode) { try await copy.items.create(draft) }
    }
    try await copy.items.create(
      draft {
        $0.tags = (0..<99).map { "t\($0)" } + [String(repeating: "é", count: 128)]
        $0.occurredAt = "2026-02"
      })
    await copy.close()
  }

  @Test("a time is sent as it was spelled and shown as every time is kept")
  func occurredAt() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.create(
      Draft(type: "core.note", properties: ["body": "B"], occurredAt: "2026-02-03T04:05+02:00"))
    #expect(write.body["occurred_at"] == "2026-02-03T04:05+02:00")
    #expect(
      try await copy.items.get(write.itemId ?? "")?.occurredAt == "2026-02-03T02:05:00.000Z")
    await copy.close()
  }

  // MARK: - Updating

  @Test("a merging edit keeps places, appends what is new, and a null in it clears nothing")
  func merge() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.update(
      id(1),
      Edit(properties: ["new": 1, "mood": nil, "title": "B", "7": true], baseVersion: 3))
    let shown = try #require(try await copy.items.get(id(1)))
    #expect(shown.properties.keys == ["7", "title", "body", "mood", "new"])
    #expect(shown.properties["mood"] == "calm" && shown.title == "B")
    #expect(shown.version == 3)
    #expect(write.body["properties"]?.object?["mood"] == .null)
    #expect(write.body["type"] == nil && write.body["tier"] == nil)
    await copy.close()
  }

  @Test("a whole edit shows what was sent in its order, and clears the rest")
  func replace() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.items.update(
      id(1),
      Edit(
        properties: ["body": "B", "new": 1, "title": nil], replaceProperties: true, baseVersion: 3))
    let shown = try #require(try await copy.items.get(id(1)))
    #expect(shown.properties.filter { !$0.value.isNull }.map(\.key) == ["body", "new"])
    #expect(shown.title == nil)
    await copy.close()
  }

  @Test("edits upon edits show together, each on the version that the server knows")
  func editsUponEdits() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    for number in 1...5 {
      try await copy.items.update(
        id(1), Edit(properties: ["title": .string("\(number)")], baseVersion: 3))
    }
    let made = try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    try await copy.items.update(
      made.itemId ?? "", Edit(properties: ["body": "C"], baseVersion: 0))
    #expect(try await copy.items.get(id(1))?.title == "5")
    #expect(try await copy.items.get(made.itemId ?? "")?.body == "C")
    #expect(try await copy.queue.all().count == 7)
    await copy.close()
  }

  @Test("an edit that breaks a rule is refused by its class and code, and nothing is queued")
  func updateRefusals() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["body": "B"], id: id(2), state: .trashed))
    let copy = try await start(bench)
    let cases: [(String, Edit, Bool, String, String?)] = [
      (id(9), Edit(baseVersion: 1), false, "not_found", "item_not_found"),
      (id(2), Edit(baseVersion: 1), false, "not_found", "item_not_found"),
      (id(1), Edit(baseVersion: 2), false, "invalid", nil),
      (id(1), Edit(baseVersion: 4), false, "invalid", nil),
      (id(1), Edit(baseVersion: 4), true, "invalid", nil),
      (id(1), Edit(baseVersion: 0), true, "invalid", nil),
      (id(1), Edit(baseVersion: -1), true, "invalid", nil),
      (id(1), Edit(baseVersion: 3, type: "app.no.such"), false, "unknown_type", nil),
      (
        id(1), Edit(properties: ["title": 5], baseVersion: 3), false, "validation",
        "invalid_properties"
      ),
      (
        id(1), Edit(properties: ["title": 5], baseVersion: 2), true, "validation",
        "invalid_properties"
      ),
      (
        id(1), Edit(properties: ["title": "T"], replaceProperties: true, baseVersion: 3), false,
        "validation", "invalid_properties"
      ),
      (
        id(1), Edit(properties: ["body": nil], baseVersion: 3), false, "validation",
        "invalid_properties"
      ),
      (id(1), Edit(properties: ["": 1], baseVersion: 3), false, "validation", "validation_error"),
      (id(1), Edit(properties: ["x": .number(.nan)], baseVersion: 3), false, "invalid", nil),
    ]
    for (item, edit, asRead, code, serverCode) in cases {
      try await refuses(copy, code, serverCode) {
        if asRead {
          try await copy.items.updateAsRead(item, edit)
        } else {
          try await copy.items.update(item, edit)
        }
      }
    }
    // An earlier version is fine for an edit as it was read, and only what it sends is judged.
    try await copy.items.updateAsRead(id(1), Edit(properties: ["title": "B"], baseVersion: 2))
    await copy.close()
  }

  // MARK: - States

  @Test("a delete bins the row at once; a restore shows it again; both are queued")
  func deleteAndRestore() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.items.delete(id(1))
    #expect(try await copy.items.get(id(1)) == nil)
    #expect(try await copy.items.list(ListFilters(state: .trashed)).map(\.id) == [id(1)])
    #expect(try await copy.search("text").isEmpty)
    try await refuses(copy, "not_found", "item_not_found") { try await copy.items.delete(id(1)) }
    try await copy.items.restore(id(1))
    #expect(try await copy.items.get(id(1))?.state == .active)
    #expect(try await copy.search("text").count == 1)
    #expect(try await copy.queue.all().map(\.kind) == [.deleteItem, .restoreItem])
    await copy.close()
  }

  @Test("a row that is not held is restored by its id, once")
  func restoreById() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.items.restore(id(7))
    #expect(try await copy.items.get(id(7)) == nil)
    try await refuses(copy, "invalid") { try await copy.items.restore(id(7)) }
    try await refuses(copy, "validation", "invalid_id") { try await copy.items.restore("7") }
    try await refuses(copy, "validation", "invalid_transition") {
      try await copy.items.restore(id(1))
    }
    await copy.close()
  }

  @Test("a move between states follows the one rule; revoked is none")
  func transitions() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.items.transition(id(1), to: .archived)
    #expect(try await copy.items.get(id(1))?.state == .archived)
    #expect(try await copy.items.list().isEmpty)
    try await refuses(copy, "validation", "invalid_transition") {
      try await copy.items.transition(id(1), to: .archived)
    }
    try await refuses(copy, "invalid") { try await copy.items.transition(id(1), to: .revoked) }
    try await refuses(copy, "not_found", "item_not_found") {
      try await copy.items.transition(id(9), to: .archived)
    }
    await copy.close()
  }

  @Test("a write and what it shows are committed together: a refused one leaves no trace")
  func atomic() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await refuses(copy, "invalid") {
      try await copy.items.create(
        Draft(
          type: "core.note", properties: ["body": "B", "x": .number(.nan)], tags: ["t"],
          id: id(5)))
    }
    #expect(try await copy.items.get(id(5)) == nil)
    #expect(try await copy.status().items == 1)
    await copy.close()
  }
}
