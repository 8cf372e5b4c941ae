import MarfaTesting
import Testing

@Suite("A fake copy's writes")
struct FakeWriteTests {
  private let fake = Sample.fake()
  private var copy: WorkingCopy { fake.copy }
  private let bread = Sample.id(1)
  private let milk = Sample.id(2)

  private func set(_ name: String, _ value: JSONValue, on id: String) async throws -> QueuedWrite {
    let held = try #require(try await copy.items.get(id))
    return try await copy.items.update(
      id, Edit(properties: [name: value], baseVersion: held.version))
  }

  @Test(
    "every write is taken, shown at once, and accepted by a drain that nothing scripts (R42–R47, R82)"
  )
  func allKinds() async throws {
    let made = try await copy.items.create(
      Draft(type: Sample.noteType.id, properties: ["title": "Tea"], tags: ["hot"]))
    let tea = try #require(made.itemId)
    #expect(try await copy.items.get(tea)?.version == 0)
    _ = try await set("rating", 5, on: bread)
    try await copy.items.updateAsRead(bread, Edit(properties: ["rating": 6], baseVersion: 1))
    try await copy.items.transition(milk, to: .archived)
    try await copy.items.transition(milk, to: .active)
    try await copy.items.delete(milk)
    try await copy.items.restore(milk)
    let edge = try await copy.edges.create(from: tea, to: bread, type: "about")
    try await copy.edges.update(
      Sample.id(9), properties: ["why": "both"], baseVersion: 1)
    try await copy.tags.add("x", to: bread)
    try await copy.tags.remove("x", from: bread)
    try await copy.metadata.replaceTags(of: bread, with: ["a", "b"])
    try await copy.metadata.mergeTags(["c"], into: bread)
    try await copy.extensions.write("shop", ["aisle": 4], on: bread)
    try await copy.extensions.delete("shop", from: bread)
    let report = try await copy.queue.drain()
    #expect(report.verdicts.allSatisfy { $0.verdict == .accepted })
    #expect(report.answered == 16 && report.undelivered == 0 && report.unavailable == nil)
    let held = try #require(try await copy.items.get(bread))
    #expect(held.version == 3 && held.properties["rating"] == 6 && held.tags == ["a", "b", "c"])
    #expect(try await copy.items.get(tea)?.version == 1)
    #expect(try await copy.items.get(tea)?.schemaVersion == 3)
    #expect(try await copy.items.get(tea)?.tags == ["hot"])
    #expect(try await copy.items.get(milk)?.state == .active)
    #expect(try await copy.edges.from(tea).map(\.version) == [1])
    #expect(try await copy.edges.from(bread).map(\.version) == [2])
    try await copy.edges.delete(#require(edge.edgeId))
    try await copy.queue.drain()
    #expect(try await copy.edges.from(tea) == [])
  }

  @Test("arguments are checked as the shipping copy checks them, with its words (R23, R25)")
  func checks() async throws {
    let error = await #expect(throws: MarfaError.self) {
      try await copy.items.create(
        Draft(
          type: Sample.noteType.id,
          properties: ["title": "T", "extra": .number(.nan)]))
    }
    #expect(error?.code() == "invalid" && error?.message.contains("extra") == true)
    let missing = await #expect(throws: MarfaError.self) {
      try await copy.items.create(Draft(type: Sample.noteType.id))
    }
    #expect(missing?.code() == "validation")
    #expect(fake.writes == [])
  }

  @Test("what only a server could answer is refused by name, and nothing changes (R43, R65–R67)")
  func inputs() async throws {
    let type = Sample.noteType.id
    let before = try await copy.items.list()
    let note: @Sendable (String) -> Draft = {
      Draft(type: type, properties: ["title": "T", "body": .string($0)])
    }
    var keyed = note("plain")
    keyed.sourceId = "7"
    var held = note("plain")
    held.id = bread
    try await copy.declareTypes([
      ["id": "app.shelf.book", "fields": ["isbn": ["type": "string"]]]
    ])
    let calls: [(String, () async throws -> Void)] = [
      ("Items.create(_:) with a sourceId", { try await copy.items.create(keyed) }),
      ("Items.create(_:) with the id of a held row", { try await copy.items.create(held) }),
      ("Items.create(_:) with body links", { try await copy.items.create(note("[[Milk]]")) }),
      ("Items.create(_:) with body links", { try await copy.items.create(note("![[a.png]]")) }),
      ("Items.create(_:) with body links", { try await copy.items.create(note("![a](b.png)")) }),
      (
        "Items.update(_:_:) with body links",
        { _ = try await set("body", "see [[Milk]]", on: bread) }
      ),
      (
        "Items.update(_:_:) with a sourceId",
        {
          try await copy.items.update(
            bread, Edit(properties: ["title": "T"], baseVersion: 1, sourceId: "7"))
        }
      ),
      (
        "Items.update(_:_:) with a type that the copy does not load",
        {
          try await copy.items.update(
            bread,
            Edit(
              properties: ["isbn": "1"], replaceProperties: true, baseVersion: 1,
              type: "app.shelf.book"))
        }
      ),
      (
        "Items.restore(_:) with an id that is not held",
        { try await copy.items.restore(Sample.id(77)) }
      ),
      (
        "Edges.create(from:to:type:properties:id:) with the id of a held row",
        {
          try await copy.edges.create(from: bread, to: milk, type: "about", id: Sample.id(9))
        }
      ),
      (
        "Items.list(_:sort:) with a filter",
        { _ = try await copy.items.list(ListFilters(filter: "properties.rating = 1")) }
      ),
      (
        "WorkingCopy.search(_:filters:limit:) with a filter",
        { _ = try await copy.search("x", filters: SearchFilters(filter: "properties.rating = 1")) }
      ),
      (
        "WorkingCopy.hydrate(types:tier:edgeTypes:)",
        { try await copy.hydrate(types: [type], tier: .all) }
      ),
      ("WorkingCopy.catchUp()", { try await copy.catchUp() }),
      ("Queue.release(_:)", { try await copy.queue.release("x") }),
      ("Queue.release(reason:)", { try await copy.queue.release(reason: .keySpent) }),
    ]
    for (name, call) in calls { #expect(await refused(call) == name) }
    #expect(fake.writes == [])
    #expect(try await copy.items.list() == before)
    // Code is text: nothing of it links.
    try await copy.items.create(note("`[[Milk]]` is how a link is written"))
    try await copy.items.update(bread, Edit(properties: ["title": "[[Milk]]"], baseVersion: 1))
  }

  @Test("an edit made on an earlier version is refused, one on the held version is not (R42, R65)")
  func earlierVersion() async throws {
    _ = try await set("rating", 5, on: bread)
    try await copy.queue.drain()
    #expect(
      await refused {
        try await copy.items.updateAsRead(bread, Edit(properties: ["rating": 7], baseVersion: 1))
      } == "Items.updateAsRead(_:_:) with an earlier version")
    try await copy.items.updateAsRead(bread, Edit(properties: ["rating": 7], baseVersion: 2))
  }

  @Test(
    "a script gives each write its verdict, once, and writes tells it as it stands (R81, R84–R86)")
  func verdicts() async throws {
    let asked = Asked()
    fake.verdict = { write in
      asked.note(write.kind)
      return write.kind == .addTag
        ? .refused(
          Refusal(
            reason: "tag_not_allowed", code: "tag_not_allowed", message: "Not this one.",
            fields: [FieldRefusal(field: "tags", message: "No.")])) : .accepted
    }
    _ = try await set("rating", 5, on: bread)
    try await copy.tags.add("x", to: bread)
    #expect(fake.writes.map(\.verdict) == [nil, nil])
    let report = try await copy.queue.drain()
    #expect(asked.kinds == [.updateItem, .addTag])
    let refusal = Refusal(
      reason: "tag_not_allowed", code: "tag_not_allowed", message: "Not this one.",
      fields: [FieldRefusal(field: "tags", message: "No.")])
    #expect(report.verdicts.map(\.verdict) == [.accepted, .refused(refusal)])
    #expect(fake.writes.map(\.verdict) == [.accepted, .refused(refusal)])
    #expect(try await copy.items.get(bread)?.tags == [])
    #expect(try await copy.queue.takeAnswered().count == 2)
    #expect(try await copy.queue.all() == [])
    #expect(fake.writes.map(\.verdict) == [.accepted, .refused(refusal)])
    try await copy.queue.drain()
    #expect(asked.kinds.count == 2)
  }

  @Test(
    "a verdict of nil leaves that write and all behind it unanswered, and the next drain asks again (R83)"
  )
  func lostServer() async throws {
    _ = try await set("rating", 5, on: bread)
    try await copy.tags.add("x", to: milk)
    fake.verdict = { _ in nil }
    let report = try await copy.queue.drain()
    #expect(report.undelivered == 2 && report.answered == 0 && report.unavailable != nil)
    #expect(fake.writes.map(\.verdict) == [nil, nil])
    #expect(try await copy.items.get(bread)?.properties["rating"] == 5)
    fake.verdict = { _ in .accepted }
    #expect(try await copy.queue.drain().answered == 2)
  }

  @Test("a refused create takes its row and what waits for it along (R81)")
  func refusedCreate() async throws {
    fake.verdict = { write in
      write.kind == .createItem
        ? .refused(Refusal(reason: "forbidden", code: "forbidden")) : .accepted
    }
    let made = try await copy.items.create(
      Draft(type: Sample.noteType.id, properties: ["title": "Tea"], tags: ["hot"]))
    let tea = try #require(made.itemId)
    let report = try await copy.queue.drain()
    #expect(report.answered == 1 && report.unsent == 1)
    #expect(try await copy.items.get(tea) == nil)
    #expect(try await copy.queue.discard(made.id) == true)
    #expect(fake.writes.count == 2)
  }

  @Test("a refused edit goes back to what lay beneath, with what still waits laid over it (R81)")
  func refusedEdit() async throws {
    _ = try await set("title", "Brot", on: bread)
    _ = try await set("rating", 9, on: bread)
    let first = fake.writes[0].id
    fake.verdict = { $0.id == first ? .refused(Refusal(reason: "no", code: "no")) : nil }
    try await copy.queue.drain()
    let held = try #require(try await copy.items.get(bread))
    #expect(held.title == "Bread" && held.properties["rating"] == 9 && held.version == 1)
  }

  @Test(
    "a refused key parks the whole queue and stops the pass; a missing grant holds back one write (R81)"
  )
  func refusedKey() async throws {
    let grant = MissingGrant(kind: .type, name: Sample.noteType.id, level: .write)
    fake.verdict = { write in
      write.kind == .addTag
        ? .blocked(
          reason: .credentialRefused,
          refusal: Refusal(reason: "forbidden", code: "forbidden", grant: grant)) : .accepted
    }
    try await copy.tags.add("x", to: bread)
    _ = try await set("rating", 5, on: milk)
    let report = try await copy.queue.drain()
    #expect(report.stopped == nil && report.answered == 2)
    guard case .blocked(.credentialRefused, let refusal?) = fake.writes[0].verdict else {
      Issue.record("The write was not blocked.")
      return
    }
    #expect(refusal.grant == grant)
    fake.verdict = { _ in .blocked(reason: .credentialRefused) }
    _ = try await set("rating", 6, on: milk)
    #expect(try await copy.queue.drain().stopped != nil)
  }

  @Test("a source that the key may not write as holds back its create alone, and is told (R81)")
  func unclaimedSource() async throws {
    fake.verdict = { write in
      write.body["source"] == "mail"
        ? .blocked(
          reason: .credentialRefused, refusal: Refusal(reason: "forbidden", code: "forbidden"))
        : .accepted
    }
    let type = Sample.noteType.id
    try await copy.items.create(Draft(type: type, properties: ["title": "A"], source: "mail"))
    try await copy.items.create(Draft(type: type, properties: ["title": "B"]))
    let report = try await copy.queue.drain()
    #expect(report.unclaimedSources == ["mail"] && report.stopped == nil)
    #expect(report.answered == 2 && report.verdicts.last?.verdict == .accepted)
  }

  @Test(
    "a write blocked for good can be withdrawn, and its row is the server's again (R59)",
    arguments: [BlockedReason.ancestorUnavailable, .conflictUnresolved])
  func withdraws(_ reason: BlockedReason) async throws {
    fake.verdict = { _ in .blocked(reason: reason) }
    let write = try await set("title", "Brot", on: bread)
    try await copy.queue.drain()
    #expect(fake.writes.map(\.verdict) == [.blocked(reason: reason)])
    #expect(try await copy.items.get(bread)?.title == "Brot")
    #expect(try await copy.queue.withdraw(write.id))
    #expect(try await copy.items.get(bread)?.title == "Bread")
    #expect(try await copy.queue.all() == [])
  }

  @Test("merged, conflicted, spent and dead are told as the shipping queue tells them (R81)")
  func otherVerdicts() async throws {
    let verdicts: [Verdict] = [
      .merged(fields: ["title"]), .conflicted(siblingId: Sample.id(50), fields: ["title"]),
      .blocked(reason: .keySpent), .dead,
    ]
    for verdict in verdicts {
      let fake = Sample.fake()
      fake.verdict = { _ in verdict }
      try await fake.copy.items.update(
        bread, Edit(properties: ["title": "Brot", "rating": 1], baseVersion: 1))
      let report = try await fake.copy.queue.drain()
      #expect(report.verdicts.map(\.verdict) == [verdict])
      #expect(fake.writes.map(\.verdict) == [verdict])
      let held = try #require(try await fake.copy.items.get(bread))
      if case .conflicted = verdict {
        // The server kept its own value beside the copy's.
        #expect(held.title == "Bread" && held.properties["rating"] == 1 && held.version == 2)
      } else {
        #expect(held.title == "Brot")
      }
    }
  }

  @Test("answered writes are forgotten as the shipping queue forgets them (R57, R58, R61, R62)")
  func forgets() async throws {
    _ = try await set("rating", 5, on: bread)
    #expect(try await copy.queue.all().count == 1)
    try await copy.queue.drain()
    #expect(try await copy.queue.forgetAnswered() == 1)
    #expect(try await copy.queue.all() == [])
    #expect(fake.writes.map(\.verdict) == [.accepted])
  }

  @Test(
    "writes tells the tags of a create beside it, and a discarded write as it last stood (R84, R86)"
  )
  func tellsAll() async throws {
    try await copy.items.create(
      Draft(type: Sample.noteType.id, properties: ["title": "Tea"], tags: ["hot", "sweet"]))
    #expect(fake.writes.map(\.kind) == [.createItem, .addTag, .addTag])
    #expect(fake.writes == (try await copy.queue.all()))
  }

  @Test(
    "changes tells what the shipping feed tells, and what the test sends in between (R24, R63, R87)"
  )
  func changes() async throws {
    let ears = [ChangeEar(copy.changes()), ChangeEar(copy.changes())]
    let write = try await copy.tags.add("x", to: bread)
    fake.send(Change(origin: .serverUnreachable(.network(message: "No network."))))
    let report = try await copy.queue.drain()
    for ear in ears {
      await ear.wait(for: .refreshed(.drained))
      #expect(
        ear.origins == [
          .local(.addTag), .serverUnreachable(.network(message: "No network.")),
          .answered(report.verdicts[0]), .refreshed(.drained),
        ])
      #expect(ear.changes[0].itemId == bread)
      #expect(report.verdicts[0].id == write.id)
    }
    await copy.close()
    for ear in ears { await ear.ended() }
  }
}

/// What a script was asked.
private final class Asked: Sendable {
  private let state = Lock<[WriteKind]>([])
  var kinds: [WriteKind] { state.withLock { $0 } }
  func note(_ kind: WriteKind) { state.withLock { $0.append(kind) } }
}
