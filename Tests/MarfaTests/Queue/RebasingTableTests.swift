import MarfaModel
import Testing

@testable import Marfa

@Suite("The move of a waiting write, for every pair of kinds and every standing")
struct RebasingTableTests {
  private typealias Pair = (later: WriteKind, answered: WriteKind)

  /// The pairs that the table has rows for.
  private static let pairs: [Pair] = [
    (.updateItem, .createItem), (.updateItem, .updateItem), (.deleteItem, .createItem),
    (.deleteItem, .updateItem), (.updateEdge, .createEdge), (.updateEdge, .updateEdge),
  ]

  /// A write of a kind to one and the same row, on a version.
  private static func write(
    _ kind: WriteKind, _ id: String, seq: Int64, base: Int64?, value: JSONValue = "new",
    read: JSONValue = "old", property: String = "title", sent: Bool = false
  ) -> QueueRecord {
    var body: JSONObject = ["properties": [property: value]]
    if let base { body["version"] = .integer(base) }
    return Fixture.record(
      kind, id: id, seq: seq, edge: kind.isEdgeWrite ? Fixture.edgeId : nil, base: base,
      body: body, sent: sent,
      basis: WriteBasis(
        properties: [property: read],
        item: Fixture.item(["title": "old"], version: base ?? 1)))
  }

  /// The answered row: the item or the edge, showing what the waiting write was made on.
  private static func row(_ kind: WriteKind, version: Int64, title: JSONValue = "old")
    -> AnsweredRow
  {
    kind.isEdgeWrite
      ? .edge(Fixture.edge(["title": title], version: version))
      : .item(Fixture.item(["title": title], version: version), tagged: true)
  }

  @Test("a pair that the table does not name never moves anything", arguments: WriteKind.allCases)
  func otherPairs(later: WriteKind) {
    for answered in WriteKind.allCases
    where !Self.pairs.contains(where: { $0 == (later, answered) }) {
      for standing in WriteLifeTests.standings {
        for base: Int64 in [0, 1, 2, 3] {
          let move = Rebasing.move(
            Self.write(later, "w2", seq: 2, base: base),
            after: Rebasing.Answered(
              write: Self.write(answered, "w1", seq: 1, base: 1), standing: standing,
              row: Self.row(answered, version: 2)))
          #expect(move == .unchanged, "\(later) after \(answered) \(standing)")
        }
      }
    }
  }

  @Test("whatever the pair, a write that was sent or is decided never moves")
  func frozen() {
    for (later, answered) in Self.pairs {
      for standing in WriteLifeTests.standings {
        for own in WriteLifeTests.standings {
          for sent in [false, true] where sent || !own.isWaiting {
            var write = Self.write(later, "w2", seq: 2, base: 1, sent: sent)
            write.standing = own
            let move = Rebasing.move(
              write,
              after: Rebasing.Answered(
                write: Self.write(answered, "w1", seq: 1, base: 1), standing: standing,
                row: Self.row(answered, version: 2)))
            #expect(move == .unchanged, "\(later) \(own) after \(answered) \(standing)")
          }
        }
      }
    }
  }

  /// The rows of the table about an edit ahead of an edit.
  @Test(
    "an edit goes on, stays or goes back by the standing ahead, its base and what it shares",
    arguments: WriteLifeTests.standings)
  func edits(standing: Standing) {
    for kind in [WriteKind.updateItem, .updateEdge] {
      for base: Int64 in [1, 2] {
        for holds in [true, false] {
          for shares in [true, false] {
            let ahead = Self.write(
              kind, "w1", seq: 1, base: 1, property: shares ? "title" : "other")
            let later = Self.write(kind, "w2", seq: 2, base: base)
            let row = Self.row(kind, version: 2, title: holds ? "old" : "theirs")
            let move = Rebasing.move(
              later, after: Rebasing.Answered(write: ahead, standing: standing, row: row))
            // An edge has no merge: one version on is its own edit's result, whatever it shows.
            let fits = kind == .updateEdge || holds
            let expected: Rebasing.Move
            switch standing {
            case .unanswered, .blocked(.credentialRefused): expected = .unchanged
            case .accepted where fits && base == 1, .merged where fits && base == 1:
              expected = row.item.map(Rebasing.Move.onto) ?? .version(2)
            case .accepted where fits, .merged where fits: expected = .unchanged
            case .accepted, .merged, .conflicted, .refused, .blocked, .dead:
              expected = base > 1 && shares ? .version(1) : .unchanged
            }
            #expect(
              move == expected,
              "\(kind) base \(base) holds \(holds) shares \(shares) after \(standing)")
          }
        }
      }
    }
  }

  @Test(
    "an edit of an own create goes onto its answer, and stays when there is none",
    arguments: WriteLifeTests.standings)
  func creates(standing: Standing) {
    for (later, answered) in [
      (WriteKind.updateItem, WriteKind.createItem), (.updateEdge, .createEdge),
    ] {
      for base: Int64 in [0, 3] {
        for acknowledged in [true, false] {
          let row = Self.row(answered, version: 1)
          let move = Rebasing.move(
            Self.write(later, "w2", seq: 2, base: base),
            after: Rebasing.Answered(
              write: Self.write(answered, "w1", seq: 1, base: nil), standing: standing, row: row,
              acknowledged: acknowledged))
          let expected: Rebasing.Move =
            if !standing.isTaken || base != 0 {
              .unchanged
            } else if acknowledged {
              .version(1)
            } else {
              row.item.map(Rebasing.Move.onto) ?? .version(1)
            }
          #expect(move == expected, "\(later) base \(base) \(acknowledged) after \(standing)")
        }
      }
    }
  }

  @Test(
    "a deletion goes on only over the row that the person saw", arguments: WriteLifeTests.standings)
  func deletions(standing: Standing) {
    for (answered, base): (WriteKind, Int64) in [(.createItem, 0), (.updateItem, 1)] {
      for holds in [true, false] {
        let row = Self.row(
          answered, version: base + 1, title: holds || base == 0 ? "old" : "theirs")
        let move = Rebasing.move(
          Self.write(.deleteItem, "w2", seq: 2, base: base),
          after: Rebasing.Answered(
            write: Self.write(answered, "w1", seq: 1, base: base == 0 ? nil : base),
            standing: standing, row: row))
        let isTaken = standing == .accepted || standing == .merged
        let expected: Rebasing.Move =
          isTaken && (holds || base == 0)
          ? row.item.map(Rebasing.Move.onto) ?? .unchanged : .unchanged
        #expect(move == expected, "\(answered) holds \(holds) after \(standing)")
      }
    }
  }
}
