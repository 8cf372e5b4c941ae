import MarfaModel
import Testing

@testable import Marfa

@Suite("The version that a waiting write is sent on")
struct RebasingTests {
  private static func answered(
    _ write: QueueRecord, _ standing: Standing = .accepted, _ row: Item? = nil,
    acknowledged: Bool = false
  ) -> Rebasing.Answered {
    Rebasing.Answered(
      write: write, standing: standing, row: row.map { .item($0, tagged: true) },
      acknowledged: acknowledged)
  }

  private let create = Fixture.record(
    .createItem, body: ["type": "core.note", "properties": ["title": "A"]])
  private let first = Fixture.update(["title": "B"], base: 1, read: ["title": "A"], id: "w1")

  // MARK: - After an own create

  @Test("an edit on an own create moves onto the version that the create was given")
  func afterCreate() {
    let edit = Fixture.update(["title": "B"], base: 0, read: ["title": "A"])
    let row = Fixture.item(version: 1)
    let move = Rebasing.move(edit, after: Self.answered(create, .accepted, row))
    #expect(move == .onto(row))
    let moved = Rebasing.apply(move, to: edit)
    #expect(moved.baseVersion == 1)
    #expect(moved.body["version"] == 1)
    #expect(moved.body["properties"] == ["title": "B"])
  }

  @Test("an edit on a create that was only repeated goes onto version 1, which is the create's")
  func afterRepeat() {
    let edit = Fixture.update(["title": "B"], base: 0, read: ["title": "A"])
    let row = Fixture.item(["title": "Z"], version: 5)
    #expect(
      Rebasing.move(edit, after: Self.answered(create, .accepted, row, acknowledged: true))
        == .version(1))
  }

  @Test("an edit that was made on a version of its own stays there after a create")
  func afterCreateOwnBase() {
    let edit = Fixture.update(["title": "B"], base: 3, read: ["title": "A"])
    #expect(
      Rebasing.move(edit, after: Self.answered(create, .accepted, Fixture.item(version: 4)))
        == .unchanged)
  }

  @Test("a create merged onto a moved row takes the edit along only where it shows what was read")
  func afterMergedCreate() {
    var keyed = create
    keyed.baseVersion = 2
    let edit = Fixture.update(["title": "B"], base: 0, read: ["title": "A"])
    let same = Fixture.item(["title": "A", "other": 1], version: 5)
    let other = Fixture.item(["title": "X"], version: 5)
    #expect(Rebasing.move(edit, after: Self.answered(keyed, .accepted, same)) == .onto(same))
    #expect(Rebasing.move(edit, after: Self.answered(keyed, .accepted, other)) == .version(2))
    let next = Fixture.item(["title": "X"], version: 3)
    #expect(Rebasing.move(edit, after: Self.answered(keyed, .accepted, next)) == .onto(next))
  }

  @Test("an edit stays when the create ahead was not taken")
  func afterRefusedCreate() {
    let edit = Fixture.update(["title": "B"], base: 0, read: ["title": "A"])
    for standing in [Standing.refused(reason: "x"), .dead, .blocked(.keySpent)] {
      #expect(Rebasing.move(edit, after: Self.answered(create, standing)) == .unchanged)
    }
  }

  // MARK: - After an edit of an item

  @Test("an edit moves onto an answer that shows what it was made on")
  func ontoAnswer() {
    let edit = Fixture.update(["body": "new"], base: 1, read: ["body": "old"])
    let row = Fixture.item(["title": "B", "body": "old"], version: 2)
    for standing in [Standing.accepted, .merged] {
      #expect(Rebasing.move(edit, after: Self.answered(first, standing, row)) == .onto(row))
    }
  }

  @Test("an edit stays where the answer shows something else than it was made on")
  func notHeld() {
    let edit = Fixture.update(["body": "new"], base: 1, read: ["body": "old"])
    let row = Fixture.item(["title": "B", "body": "theirs"], version: 2)
    #expect(Rebasing.move(edit, after: Self.answered(first, .accepted, row)) == .unchanged)
  }

  @Test("what is sent as it was read is not checked, and is dropped by the move")
  func echoes() {
    let edit = Fixture.update(
      ["title": "B", "body": "new"], base: 1, read: ["title": "B", "body": "old"])
    let row = Fixture.item(["title": "theirs", "body": "old"], version: 2)
    let move = Rebasing.move(edit, after: Self.answered(first, .accepted, row))
    #expect(move == .onto(row))
    #expect(Rebasing.apply(move, to: edit).body["properties"] == ["body": "new"])
  }

  @Test("a property that was not there when it was read must still not be there")
  func absent() {
    let edit = Fixture.update(["extra": 1], base: 1, read: ["extra": .null])
    let without = Fixture.item(["title": "B"], version: 2)
    let with = Fixture.item(["title": "B", "extra": 9], version: 2)
    #expect(Rebasing.move(edit, after: Self.answered(first, .accepted, without)) == .onto(without))
    #expect(Rebasing.move(edit, after: Self.answered(first, .accepted, with)) == .unchanged)
  }

  @Test("an edit that already stands on the answered version stays")
  func sameVersion() {
    let edit = Fixture.update(["body": "new"], base: 2, read: ["body": "old"])
    let row = Fixture.item(["body": "old"], version: 2)
    #expect(Rebasing.move(edit, after: Self.answered(first, .accepted, row)) == .unchanged)
  }

  @Test(
    "an edit goes back to the base of an edit ahead that did not take effect",
    arguments: [
      Standing.conflicted(copy: "c"), .refused(reason: "x"), .blocked(.conflictUnresolved),
      .blocked(.ancestorUnavailable), .blocked(.keySpent), .dead,
    ])
  func back(standing: Standing) {
    let edit = Fixture.update(["title": "C"], base: 4, read: ["title": "B"])
    #expect(Rebasing.move(edit, after: Self.answered(first, standing)) == .version(1))
  }

  @Test("an edit of other properties, or on the same or an earlier base, does not go back")
  func apart() {
    let other = Fixture.update(["body": "new"], base: 4, read: ["body": "old"])
    let same = Fixture.update(["title": "C"], base: 1, read: ["title": "B"])
    for edit in [other, same] {
      #expect(
        Rebasing.move(edit, after: Self.answered(first, .refused(reason: "x"))) == .unchanged)
    }
  }

  @Test("nothing moves behind an edit that a refused key kept back, or that has no verdict")
  func credential() {
    let edit = Fixture.update(["title": "C"], base: 4, read: ["title": "B"])
    for standing in [Standing.blocked(.credentialRefused), .unanswered] {
      #expect(Rebasing.move(edit, after: Self.answered(first, standing)) == .unchanged)
    }
  }

  @Test("an edit made on an earlier version never moves onto an answer, but may go back")
  func asRead() {
    let edit = Fixture.update(["title": "C"], base: 4, read: nil)
    let row = Fixture.item(["title": "B"], version: 5)
    #expect(Rebasing.move(edit, after: Self.answered(first, .accepted, row)) == .version(1))
    #expect(Rebasing.move(edit, after: Self.answered(first, .refused(reason: "x"))) == .version(1))
  }

  @Test("a write that was sent, is decided, or is to another row never moves")
  func untouchable() {
    let row = Fixture.item(["title": "B"], version: 2)
    var sent = Fixture.update(["title": "C"], base: 1, read: ["title": "B"], sent: true)
    #expect(Rebasing.move(sent, after: Self.answered(first, .accepted, row)) == .unchanged)
    sent.sent = false
    sent.standing = .accepted
    #expect(Rebasing.move(sent, after: Self.answered(first, .accepted, row)) == .unchanged)
    sent.standing = .unanswered
    sent.itemId = Fixture.otherId
    #expect(Rebasing.move(sent, after: Self.answered(first, .accepted, row)) == .unchanged)
  }

  @Test("a blocked edit moves as an unanswered one does: it is still to be sent")
  func blockedMoves() {
    let edit = Fixture.update(
      ["title": "C"], base: 1, read: ["title": "B"], standing: .blocked(.awaitingDependency))
    let row = Fixture.item(["title": "B"], version: 2)
    #expect(Rebasing.move(edit, after: Self.answered(first, .accepted, row)) == .onto(row))
  }

  @Test("a whole edit is made anew over the answered row, and keeps only its own changes")
  func whole() {
    let edit = Fixture.update(
      ["title": "C", "keep": 1], base: 1, read: ["title": "B", "gone": 2, "keep": 1],
      replace: true)
    let row = Fixture.item(["title": "B", "gone": 2, "keep": 7, "theirs": 3], version: 2)
    let move = Rebasing.move(edit, after: Self.answered(first, .accepted, row))
    #expect(move == .onto(row))
    let moved = Rebasing.apply(move, to: edit)
    #expect(moved.body["properties"] == ["title": "C", "keep": 7, "theirs": 3])
    #expect(moved.basis?.properties == row.properties)
  }

  @Test("whole edits behind one another on an own create all move on, one answer at a time")
  func wholeChain() {
    let edit = Fixture.update(
      ["title": "A", "p": 2], base: 0, read: ["title": "A", "p": 1, "gone": 3], replace: true)
    let created = Fixture.item(["title": "A"], version: 1)
    let once = Rebasing.apply(
      Rebasing.move(edit, after: Self.answered(create, .accepted, created)), to: edit)
    #expect(once.baseVersion == 1)
    let edited = Fixture.item(["title": "A", "p": 1, "gone": 3], version: 2)
    let move = Rebasing.move(once, after: Self.answered(first, .accepted, edited))
    #expect(move == .onto(edited))
    #expect(Rebasing.apply(move, to: once).body["properties"] == ["title": "A", "p": 2])
  }

  @Test("a whole edit does not clear what another one changed meanwhile")
  func wholeNotHeld() {
    let edit = Fixture.update(
      ["title": "B"], base: 1, read: ["title": "B", "gone": 2], replace: true)
    let row = Fixture.item(["title": "B", "gone": "changed"], version: 2)
    #expect(Rebasing.move(edit, after: Self.answered(first, .accepted, row)) == .unchanged)
  }

  // MARK: - Edges

  @Test("an edge's edit moves one version on, and only one")
  func edges() {
    let ahead = Fixture.record(
      .updateEdge, edge: Fixture.edgeId, base: 1, body: ["properties": ["a": 1], "version": 1])
    func edit(_ base: Int64) -> QueueRecord {
      Fixture.record(
        .updateEdge, id: "w2", seq: 2, edge: Fixture.edgeId, base: base,
        body: ["properties": ["a": 2], "version": .integer(base)])
    }
    func after(_ version: Int64, _ standing: Standing) -> Rebasing.Answered {
      Rebasing.Answered(
        write: ahead, standing: standing, row: .edge(Fixture.edge(version: version)))
    }
    #expect(Rebasing.move(edit(1), after: after(2, .accepted)) == .version(2))
    #expect(Rebasing.move(edit(2), after: after(2, .accepted)) == .unchanged)
    #expect(Rebasing.move(edit(1), after: after(5, .accepted)) == .unchanged)
    #expect(
      Rebasing.move(
        edit(3), after: Rebasing.Answered(write: ahead, standing: .refused(reason: "x")))
        == .version(1))
  }

  @Test("an edit of an own edge moves onto its create's answer, onto 1 after a repeat")
  func ownEdge() {
    let ahead = Fixture.record(.createEdge, edge: Fixture.edgeId)
    let edit = Fixture.record(
      .updateEdge, id: "w2", seq: 2, edge: Fixture.edgeId, base: 0,
      body: ["properties": ["a": 2], "version": 0])
    func after(_ acknowledged: Bool) -> Rebasing.Answered {
      Rebasing.Answered(
        write: ahead, standing: .accepted, row: .edge(Fixture.edge(version: 3)),
        acknowledged: acknowledged)
    }
    #expect(Rebasing.move(edit, after: after(false)) == .version(3))
    #expect(Rebasing.move(edit, after: after(true)) == .version(1))
  }

  // MARK: - Deletions

  private func deletion(_ seen: Item) -> QueueRecord {
    Fixture.record(
      .deleteItem, id: "w3", seq: 3, base: seen.version, basis: WriteBasis(item: seen))
  }

  @Test("a deletion of an own create goes onto its first answer")
  func deletesOwn() {
    let row = Fixture.item(version: 1, source: "key:7")
    let move = Rebasing.move(
      deletion(Fixture.item(version: 0)), after: Self.answered(create, .accepted, row))
    #expect(move == .onto(row))
    #expect(Rebasing.apply(move, to: deletion(Fixture.item(version: 0))).baseVersion == 1)
  }

  @Test("a deletion follows an own edit over exactly the row that the person saw")
  func deletesSame() {
    let seen = Fixture.item(["title": "B"], version: 1)
    let row = Fixture.item(["title": "B"], version: 2)
    #expect(
      Rebasing.move(deletion(seen), after: Self.answered(first, .accepted, row)) == .onto(row))
    let theirs = Fixture.item(["title": "B", "more": 1], version: 2)
    #expect(
      Rebasing.move(deletion(seen), after: Self.answered(first, .merged, theirs)) == .unchanged)
    #expect(
      Rebasing.move(deletion(seen), after: Self.answered(first, .conflicted(copy: "c"), row))
        == .unchanged)
  }

  @Test("create, edit and delete made offline go through one after the other")
  func chain() {
    let seen = Fixture.item(["title": "B"], version: 0)
    let created = Fixture.item(["title": "A"], version: 1, source: "key:7", occurredAt: "x")
    let edited = Fixture.item(["title": "B"], version: 2, source: "key:7", occurredAt: "x")
    let write = deletion(seen)
    let once = Rebasing.apply(
      Rebasing.move(write, after: Self.answered(create, .accepted, created)), to: write)
    #expect(once.baseVersion == 1)
    let twice = Rebasing.apply(
      Rebasing.move(once, after: Self.answered(first, .accepted, edited)), to: once)
    #expect(twice.baseVersion == 2)
  }
}
