import Testing

@testable import MarfaModel

/// Stale writes against what happened before them, one order of events a test.
@Suite struct MergeTableTests {
  /// The version that the stale writer saw.
  static let base = VersionedItem(
    id: "i1", version: 3, type: "core.note", tier: .library,
    occurredAt: "2026-03-01T08:00:00.000Z", sourceId: "a",
    properties: ["title": "Plan", "body": "base", "rating": 1])

  /// The current row: the base two versions on, with some changes.
  private func current(_ change: (inout VersionedItem) -> Void = { _ in }) -> VersionedItem {
    var item = Self.base
    item.version = 5
    change(&item)
    return item
  }

  private func stale(
    _ properties: JSONObject? = nil, mode: MergeWrite.Mode = .merge, type: String? = nil,
    tier: Tier? = nil, occurredAt: String? = nil, sourceId: String? = nil
  ) -> MergeWrite {
    MergeWrite(
      version: 3, properties: properties, mode: mode, type: type, tier: tier,
      occurredAt: occurredAt, sourceId: sourceId)
  }

  private func outcome(_ current: VersionedItem, _ write: MergeWrite) -> MergeOutcome {
    MergeInput(base: Self.base, current: current, write: write).outcome()
  }

  /// The row that was applied; an issue when nothing was.
  private func row(_ current: VersionedItem, _ write: MergeWrite) throws -> MergedRow {
    let outcome = outcome(current, write)
    guard case .applied(let row) = outcome else {
      Issue.record("not applied: \(outcome)")
      return MergedRow(current)
    }
    return row
  }

  // MARK: Merging properties

  @Test("one changes the title, another then changes the body from the old version: both stay")
  func different() throws {
    let row = try row(current { $0.properties["title"] = "theirs" }, stale(["body": "mine"]))
    #expect(row.properties == ["title": "theirs", "body": "mine", "rating": 1])
    #expect(row.changed == ["body"])
  }

  @Test("one changes the title, another then changes it from the old version: it collides")
  func collision() {
    let theirs = current { $0.properties["title"] = "theirs" }
    #expect(outcome(theirs, stale(["title": "mine"])) == .collision(fields: ["title"]))
  }

  @Test("both change the title to the same value: it still collides")
  func sameValue() {
    let theirs = current {
      $0.properties["title"] = "same"
      $0.tier = .feed
    }
    #expect(
      outcome(theirs, stale(["title": "same"], tier: .feed))
        == .collision(fields: ["tier", "title"]))
  }

  @Test("one changes the title, another echoes the old title with a new body: the new title stays")
  func echo() throws {
    let row = try row(
      current { $0.properties["title"] = "theirs" }, stale(["title": "Plan", "body": "mine"]))
    #expect(row.properties == ["title": "theirs", "body": "mine", "rating": 1])
    #expect(row.changed == ["body"])
  }

  @Test("one removes a property, another echoes its old value: it stays removed")
  func echoOfRemoved() throws {
    let row = try row(current { $0.properties["rating"] = nil }, stale(["rating": 1, "body": "m"]))
    #expect(row.properties == ["title": "Plan", "body": "m"])
  }

  @Test("one removes a property, another changes it: it collides")
  func changeOfRemoved() {
    #expect(
      outcome(current { $0.properties["rating"] = nil }, stale(["rating": 2]))
        == .collision(fields: ["rating"]))
  }

  @Test("both add the same property: it collides even at one value")
  func bothAdd() {
    #expect(
      outcome(current { $0.properties["new"] = 1 }, stale(["new": 1]))
        == .collision(fields: ["new"]))
  }

  @Test("a merging write names a property as null: the stored value stays and nothing collides")
  func nullInMerge() throws {
    let theirs = current { $0.properties["title"] = "theirs" }
    let row = try row(theirs, stale(["title": nil, "rating": nil]))
    #expect(row.properties == theirs.properties)
    #expect(row.changed.isEmpty)
  }

  @Test("a composed spelling becomes a decomposed one: that is a change, not an echo")
  func spelling() throws {
    var base = Self.base
    base.properties["title"] = "caf\u{E9}"
    let input = MergeInput(
      base: base,
      current: current { $0.properties["title"] = "caf\u{E9}" },
      write: stale(["title": "cafe\u{301}"]))
    guard case .applied(let row) = input.outcome() else {
      Issue.record("not applied")
      return
    }
    #expect(row.properties["title"]?.string?.unicodeScalars.count == 5)
  }

  @Test("only the order inside an object differs from what was seen: kept where nobody else wrote")
  func reordered() throws {
    var base = Self.base
    base.properties["o"] = ["a": 1, "b": [2]]
    let write = stale(["o": ["b": [2], "a": 1]])
    let untouched = MergeInput(
      base: base, current: current { $0.properties["o"] = base.properties["o"] }, write: write)
    guard case .applied(let first) = untouched.outcome() else {
      Issue.record("not applied")
      return
    }
    #expect(first.properties["o"] == ["b": [2], "a": 1])
    let touched = MergeInput(
      base: base, current: current { $0.properties["o"] = ["a": 9, "b": [2]] }, write: write)
    guard case .applied(let second) = touched.outcome() else {
      Issue.record("not applied")
      return
    }
    #expect(second.properties["o"] == ["a": 9, "b": [2]])
  }

  @Test("properties named like members of every JavaScript object are judged by what the rows hold")
  func builtInNames() throws {
    let row = try row(current(), stale(["constructor": "x", "__proto__": "y", "toString": "z"]))
    #expect(row.properties["constructor"] == "x")
    #expect(row.properties["__proto__"] == "y")
    #expect(row.changed == ["constructor", "__proto__", "toString"])
  }

  // MARK: Replacing the whole set

  @Test("a replacing write leaves out what nobody changed since: it is cleared")
  func replaceClears() throws {
    let row = try row(current(), stale(["title": "Plan", "body": "mine"], mode: .replace))
    #expect(row.properties == ["title": "Plan", "body": "mine"])
    #expect(row.changed == ["body", "rating"])
  }

  @Test("one changes the rating, another replaces without it: it collides")
  func replaceCollides() {
    #expect(
      outcome(
        current { $0.properties["rating"] = 2 },
        stale(["title": "Plan", "body": "base"], mode: .replace))
        == .collision(fields: ["rating"]))
  }

  @Test("one removes the rating, another replaces without it: an echo")
  func replaceEchoesRemoval() throws {
    let row = try row(
      current { $0.properties["rating"] = nil },
      stale(["title": "mine", "body": "base"], mode: .replace))
    #expect(row.properties == ["title": "mine", "body": "base"])
    #expect(row.changed == ["title"])
  }

  @Test("one adds a property, another replaces without knowing it: it stays")
  func replaceKeepsAdded() throws {
    let row = try row(
      current { $0.properties["new"] = true },
      stale(["title": "Plan", "body": "base", "rating": 1], mode: .replace))
    #expect(row.properties["new"] == true)
    #expect(row.changed.isEmpty)
  }

  @Test("a null in a replacing write leaves the property out")
  func replaceNull() throws {
    let row = try row(
      current(), stale(["title": "Plan", "body": nil, "rating": 1], mode: .replace))
    #expect(row.properties == ["title": "Plan", "rating": 1])
  }

  // MARK: Item fields

  @Test("tier, own time and natural key are judged like properties, and named in the collision")
  func itemFields() throws {
    let write = stale(tier: .feed, occurredAt: "2026-04-01T00:00:00.000Z", sourceId: "b")
    let row = try row(current { $0.properties["title"] = "theirs" }, write)
    #expect(row.tier == .feed)
    #expect(row.occurredAt == "2026-04-01T00:00:00.000Z")
    #expect(row.sourceId == "b")
    let moved = current {
      $0.tier = nil
      $0.occurredAt = "2027-01-01T00:00:00.000Z"
      $0.sourceId = "c"
    }
    #expect(outcome(moved, write) == .collision(fields: ["occurred_at", "source_id", "tier"]))
  }

  @Test("one moves the own time, another echoes the old instant in another spelling: no collision")
  func instants() throws {
    let later = current { $0.occurredAt = "2027-01-01T00:00:00.000Z" }
    let row = try row(later, stale(occurredAt: "2026-03-01T10:00:00+02:00"))
    #expect(row.occurredAt == "2027-01-01T00:00:00.000Z")
  }

  // MARK: Moves

  @Test("nobody moved the item since: a move applies, beside another's property change")
  func move() throws {
    let row = try row(
      current { $0.properties["title"] = "theirs" }, stale(["body": "b"], type: "core.task"))
    #expect(row.type == "core.task")
    #expect(row.properties["title"] == "theirs")
  }

  @Test("one moves the item, another moves it elsewhere: it collides on the type, with all else")
  func moves() {
    let moved = current {
      $0.type = "core.link"
      $0.properties["body"] = "theirs"
    }
    #expect(
      outcome(moved, stale(["body": "mine"], type: "core.task"))
        == .collision(fields: ["body", "type"]))
  }

  @Test("one moves the item, another moves it to the same type with a new body: the body applies")
  func sameMove() throws {
    let moved = current { $0.type = "core.task" }
    let row = try row(moved, stale(["body": "mine"], type: "core.task"))
    #expect(row.type == "core.task")
    #expect(row.changed == ["body"])
  }

  // MARK: Without anything to compare

  @Test(
    "a stale write that changes nothing of the row is a bare conflict, before the snapshot matters")
  func bare() {
    for base in [nil, Self.base] {
      for write in [stale(), stale(type: "core.note"), MergeWrite(version: 99)] {
        #expect(
          MergeInput(base: base, current: current(), write: write).outcome() == .bareConflict)
      }
    }
  }

  @Test("an empty set of properties is a write, merged as nothing")
  func emptyProperties() throws {
    #expect(try row(current(), stale([:])).properties == Self.base.properties)
  }

  @Test("without a snapshot of the version named the ancestor is unavailable, whatever is asked")
  func noAncestor() {
    let input = MergeInput(base: nil, current: current(), write: stale(["title": "x"]))
    #expect(input.outcome() == .ancestorUnavailable)
    #expect(input.outcome(.resolve(MergePolicy(), link: nil)) == .ancestorUnavailable)
  }

  // MARK: At the current version

  @Test("at the current version a write applies whole, and replacing takes the order sent")
  func fresh() throws {
    var write = stale(["rating": 9, "title": "t"], mode: .replace)
    write.version = 5
    let row = try row(current { $0.properties["title"] = "theirs" }, write)
    #expect(row.properties.keys == ["rating", "title"])
    write.mode = .merge
    let merged = try self.row(current(), write)
    #expect(merged.properties == ["title": "t", "body": "base", "rating": 9])
  }

  @Test("existing places stay, additions follow as sent, and array indices come first by number")
  func order() throws {
    let theirs = current { $0.properties["z"] = 0 }
    let row = try row(theirs, stale(["10": 1, "y": 1, "body": "m", "2": 1, "01": 1, "a": 1]))
    #expect(row.properties.keys == ["2", "10", "title", "body", "rating", "z", "y", "01", "a"])
    let edge = try self.row(current(), stale(["4294967295": 1, "4294967294": 1, "0": 1]))
    #expect(edge.properties.keys == ["0", "4294967294", "title", "body", "rating", "4294967295"])
  }
}
