import Testing

@testable import MarfaModel

/// Collisions that the type's policy resolves, and the answers that tell of it.
@Suite struct MergeResolutionTests {
  private let policy = MergePolicy(reading: [
    "fields": ["body": "keep_both_copies", "notes": "keep_both_copies"],
    "default": "last_writer_wins",
  ])
  private let base = MergeTableTests.base

  private func outcome(
    _ current: VersionedItem, _ write: MergeWrite, link: MergeInput.LinkField? = nil
  ) -> MergeOutcome {
    MergeInput(base: base, current: current, write: write)
      .outcome(.resolve(policy, link: link))
  }

  private func current(_ properties: JSONObject, tier: Tier? = .library) -> VersionedItem {
    var item = base
    item.version = 5
    item.tier = tier
    for (name, value) in properties { item.properties[name] = value }
    return item
  }

  private func resolution(
    _ current: VersionedItem, _ write: MergeWrite, link: MergeInput.LinkField? = nil
  ) throws -> MergeResolution? {
    let outcome = outcome(current, write, link: link)
    guard case .resolved(let resolution) = outcome else {
      Issue.record("not resolved: \(outcome)")
      return nil
    }
    return resolution
  }

  @Test("both change title and body: the row keeps the stored body, the copy gets the other one")
  func keepBoth() throws {
    let resolution = try #require(
      try resolution(
        current(["title": "theirs", "body": "theirs"]),
        MergeWrite(version: 3, properties: ["title": "mine", "body": "mine", "rating": 2])))
    #expect(resolution.row.properties == ["title": "mine", "body": "theirs", "rating": 2])
    #expect(resolution.copy == ["title": "mine", "body": "mine", "rating": 2])
    #expect(resolution.row.changed == ["title", "rating"])
    #expect(
      resolution.json(copyId: "c1") == [
        "fields": ["body", "title"],
        "strategy": ["body": "keep_both_copies", "title": "last_writer_wins"],
        "conflicted_copy_id": "c1",
      ])
  }

  @Test("only last-writer-wins fields collide: the write's values stand and no copy is made")
  func lastWriter() throws {
    let resolution = try #require(
      try resolution(
        current(["title": "theirs"], tier: nil),
        MergeWrite(version: 3, properties: ["title": "mine"], tier: .feed)))
    #expect(resolution.row.properties["title"] == "mine")
    #expect(resolution.row.tier == .feed)
    #expect(resolution.copy == nil)
    #expect(resolution.strategies == ["title": .lastWriterWins, "tier": .lastWriterWins])
    #expect(resolution.json(copyId: "c1")["conflicted_copy_id"] == nil)
  }

  @Test("an item field never follows the policy's default, even one that keeps both")
  func itemFields() throws {
    let keeping = MergePolicy(reading: ["default": "keep_both_copies"])
    let input = MergeInput(
      base: base, current: current([:], tier: nil), write: MergeWrite(version: 3, tier: .feed))
    guard case .resolved(let resolution) = input.outcome(.resolve(keeping, link: nil)) else {
      Issue.record("not resolved")
      return
    }
    #expect(resolution.row.tier == .feed)
    #expect(resolution.copy == nil)
  }

  @Test(
    "a replacing write that omits colliding fields clears one and leaves the other off the copy")
  func omitted() throws {
    let resolution = try #require(
      try resolution(
        current(["body": "theirs", "rating": 2]),
        MergeWrite(version: 3, properties: ["title": "Plan"], mode: .replace)))
    #expect(resolution.row.properties == ["title": "Plan", "body": "theirs"])
    #expect(resolution.copy == ["title": "Plan"])
  }

  @Test("nothing collides: the policy is not asked")
  func nothing() {
    guard
      case .applied = outcome(
        current(["title": "theirs"]), MergeWrite(version: 3, properties: ["body": "mine"]))
    else {
      Issue.record("not applied")
      return
    }
  }

  @Test("a colliding write that also moves the item is not resolved")
  func move() {
    #expect(
      outcome(
        current(["title": "theirs"]),
        MergeWrite(version: 3, properties: ["title": "mine"], type: "core.task"))
        == .collision(fields: ["title"]))
    var moved = current([:])
    moved.type = "core.link"
    #expect(
      outcome(moved, MergeWrite(version: 3, type: "core.task")) == .collision(fields: ["type"]))
  }

  @Test("the copy never takes the link; where the type requires one, nothing is resolved")
  func link() throws {
    let both = current(["body": "theirs", "url": "https://a.example"])
    let write = MergeWrite(version: 3, properties: ["body": "mine"])
    let optional = MergeInput.LinkField(name: "url", isRequired: false)
    let resolution = try #require(try resolution(both, write, link: optional))
    #expect(resolution.copy?["url"] == nil)
    #expect(resolution.row.properties["url"] == "https://a.example")
    let required = MergeInput.LinkField(name: "url", isRequired: true)
    #expect(outcome(both, write, link: required) == .collision(fields: ["body"]))
    // Without a copy to make, a required link is in nobody's way.
    _ = try titleCollision(required)
  }

  private func titleCollision(_ link: MergeInput.LinkField) throws -> MergeResolution? {
    try resolution(
      current(["title": "theirs"]), MergeWrite(version: 3, properties: ["title": "mine"]),
      link: link)
  }

  @Test("the refusal of a collision carries both versions, the sorted fields and the policy")
  func collisionJSON() throws {
    let conflict = VersionConflict.collision(
      current: current(["title": "Plan B"]), ancestor: base, fields: ["title", "body"],
      policy: policy)
    let body = conflict.json
    #expect(
      body.keys == ["error", "current", "ancestor", "conflicting_fields", "merge_policy"])
    #expect(body["error"]?.object?["code"] == "version_conflict")
    #expect(body["error"]?.object?["status"] == 409)
    #expect(body["conflicting_fields"] == ["body", "title"])
    #expect(body["merge_policy"]?.object == policy.json)
    #expect(
      body["ancestor"] == [
        "id": "i1", "version": 3, "type": "core.note", "tier": "library",
        "occurred_at": "2026-03-01T08:00:00.000Z", "source_id": "a",
        "properties": ["title": "Plan", "body": "base", "rating": 1],
      ])
  }

  @Test("the two shorter refusals carry nothing that is not theirs, and null for what is absent")
  func shortJSON() {
    var item = base
    item.sourceId = nil
    item.tier = nil
    #expect(VersionConflict.bare(current: item.json).json.keys == ["error", "current"])
    #expect(item.json["source_id"] == .some(.null))
    #expect(item.json["tier"] == .some(.null))
    let body = VersionConflict.ancestorUnavailable(current: item, requested: 2).json
    #expect(body.keys == ["error", "current", "requested_version"])
    #expect(body["error"]?.object?["code"] == "ancestor_unavailable")
    #expect(body["requested_version"] == 2)
  }
}
