import MarfaModel
import Testing

@testable import Marfa

@Suite("The meaning of an answer")
struct AnswerClassifierTests {
  private let update = Fixture.update(["title": "B"], base: 1, read: ["title": "A"])
  private let keyed = Fixture.record(
    .createItem, body: ["type": "core.note", "source": "feed", "source_id": "7"])

  private func classify(
    _ status: Int, _ body: JSONValue? = nil, _ contract: ContractCheck = .ours,
    of write: QueueRecord
  ) -> AnswerClass {
    AnswerClassifier.classify(
      .answered(WriteAnswer(status: status, contract: contract, body: body)), of: write)
  }

  @Test("a connection that broke says nothing about the write (row 1)")
  func unreachable() {
    let outcome = SendOutcome.unreachable(.network(message: "Gone."))
    #expect(AnswerClassifier.classify(outcome, of: update) == .unavailable(why: "Gone."))
  }

  @Test("a request that could not be made counts (row 2)")
  func unmade() {
    let answer = AnswerClassifier.classify(.unmade(why: "No id."), of: update)
    #expect(answer == .unmade(why: "No id."))
  }

  @Test("an answer of another contract ends the drain, whatever its status (row 3)")
  func otherContract() {
    for status in [200, 401, 404, 500] {
      #expect(
        classify(status, nil, .other(served: "3"), of: update)
          == .otherContract(served: "3", status: status))
    }
    #expect(
      classify(200, nil, .other(served: nil), of: update)
        == .otherContract(served: nil, status: 200))
  }

  @Test("a success without a resolution is accepted, with the answered row (row 4)")
  func accepted() {
    let row = Fixture.item(["title": "B"], version: 2, tags: ["a"])
    #expect(
      classify(200, Fixture.answer(row), of: update)
        == .taken(
          .init(standing: .accepted, row: .item(row, tagged: true), acknowledged: false)))
  }

  @Test("a success is merged or conflicted by its resolution alone (row 4)")
  func resolutions() {
    let row = Fixture.item(version: 3)
    let merged = Fixture.answer(row, more: ["conflict_resolution": ["fields": ["title"]]])
    let conflicted = Fixture.answer(
      row, more: ["conflict_resolution": ["fields": ["body"], "conflicted_copy_id": "c"]])
    guard case .taken(let first) = classify(200, merged, of: update),
      case .taken(let second) = classify(200, conflicted, of: update)
    else {
      Issue.record("a resolution is a success")
      return
    }
    #expect(first.standing == .merged)
    #expect(second.standing == .conflicted(copy: "c"))
  }

  @Test("a success whose body lacks its row counts (row 4)")
  func unreadable() {
    for body in [nil, "text", ["item": [:]], ["item": ["id": "x"]]] as [JSONValue?] {
      guard case .counted = classify(200, body, of: update) else {
        Issue.record("\(String(describing: body)) should count")
        continue
      }
    }
  }

  @Test("a plain success needs no readable body (row 4)")
  func plain() {
    let tag = Fixture.record(.addTag, tag: "a", body: ["tags": ["a"]])
    guard case .taken(let taken) = classify(200, nil, of: tag) else {
      Issue.record("should be taken")
      return
    }
    #expect(taken.row == .plain)
  }

  @Test("an upload is taken only when the server names the same hash (row 4)")
  func uploads() {
    let upload = Fixture.record(.uploadBlob, item: nil, blob: "sha256:aa")
    #expect(
      classify(201, ["hash": "sha256:aa"], of: upload)
        == .taken(.init(standing: .accepted, row: .blob, acknowledged: false)))
    guard case .counted = classify(201, ["hash": "sha256:bb"], of: upload) else {
      Issue.record("another hash should count")
      return
    }
  }

  @Test(
    "a refusal without the contract is no word of the server, whatever its status (row 5)",
    arguments: [400, 401, 403, 404, 409, 422, 500, 502])
  func unnamed(status: Int) {
    guard case .unavailable = classify(status, nil, .unnamed, of: update) else {
      Issue.record("\(status) should be environmental")
      return
    }
  }

  @Test(
    "a busy or failing server says nothing about the write (row 6)",
    arguments: [
      408, 425, 429, 500, 503, 599,
    ])
  func busy(status: Int) {
    guard case .unavailable = classify(status, Fixture.refusal("x"), of: update) else {
      Issue.record("\(status) should be environmental")
      return
    }
  }

  @Test("a refused key parks the queue (row 7)")
  func keyRefused() {
    #expect(classify(401, Fixture.refusal("invalid_key"), of: update) == .keyRefused)
  }

  @Test("a missing grant blocks, a malformed one refuses (rows 8 and 13)")
  func grants() {
    let grant: JSONObject = ["grant": ["kind": "type", "name": "core.note", "level": "write"]]
    #expect(
      classify(403, Fixture.refusal("type_not_permitted", details: grant), of: update)
        == .blocked(.credentialRefused))
    let broken: [JSONValue] = [
      ["kind": "type", "name": "core.note"], ["kind": "x", "name": "n", "level": "write"],
      ["kind": "type", "name": 3, "level": "write"], ["kind": "type", "name": "", "level": "read"],
      "grant",
    ]
    for part in broken {
      #expect(
        classify(403, Fixture.refusal("type_not_permitted", details: ["grant": part]), of: update)
          == .refused(reason: "type_not_permitted"))
    }
  }

  @Test("each of the three blocking codes blocks with its reason (rows 9, 10 and 11)")
  func blocking() {
    #expect(
      classify(422, Fixture.refusal("idempotency_key_reused"), of: update) == .blocked(.keySpent))
    #expect(
      classify(409, Fixture.refusal("ancestor_unavailable"), of: update)
        == .blocked(.ancestorUnavailable))
    #expect(
      classify(409, Fixture.refusal("version_conflict"), of: update)
        == .blocked(.conflictUnresolved))
  }

  @Test("an earlier sending that is still under way counts (row 12)")
  func inFlight() {
    guard case .counted = classify(409, Fixture.refusal("idempotency_key_in_flight"), of: update)
    else {
      Issue.record("should count")
      return
    }
  }

  @Test(
    "any other refusal is final at its first answer (row 13)",
    arguments: [
      (400, "validation_error"), (403, "forbidden"), (404, "item_not_found"), (409, "link_taken"),
      (410, "gone"), (413, "too_large"), (422, "idempotency_result_not_retained"),
    ])
  func refused(status: Int, code: String) {
    #expect(classify(status, Fixture.refusal(code), of: update) == .refused(reason: code))
  }

  @Test("a refusal without an envelope has the reason unknown (row 13)")
  func refusedUnknown() {
    #expect(classify(404, nil, of: update) == .refused(reason: "unknown"))
  }

  @Test("a redirect ends the drain, even from something that names no contract (row 14)")
  func redirects() {
    for contract in [ContractCheck.ours, .unnamed] {
      let answer = WriteAnswer(status: 301, contract: contract, location: "https://x.example")
      #expect(
        AnswerClassifier.classify(.answered(answer), of: update)
          == .redirected(status: 301, location: "https://x.example"))
    }
  }

  @Test("a keyed create that meets another row lands on it (row 15)")
  func landed() {
    for code in ["version_conflict", "ancestor_unavailable"] {
      let body = Fixture.refusal(code, more: ["current": ["id": .string(Fixture.otherId)]])
      #expect(
        classify(409, body, of: keyed) == .landed(on: Fixture.otherId, reason: code))
    }
  }

  @Test("a keyed create that meets its own row, or names no row, blocks (rows 10 and 11)")
  func notLanded() {
    let own = Fixture.refusal(
      "version_conflict", more: ["current": ["id": .string(Fixture.itemId)]])
    #expect(classify(409, own, of: keyed) == .blocked(.conflictUnresolved))
    #expect(
      classify(409, Fixture.refusal("ancestor_unavailable"), of: keyed)
        == .blocked(.ancestorUnavailable))
  }

  @Test("a create under an unclaimed source is told apart from other refusals (row 16)")
  func unclaimed() {
    func answer(_ details: JSONObject) -> AnswerClass {
      classify(403, Fixture.refusal("forbidden", details: details), of: keyed)
    }
    #expect(answer(["source": "feed"]) == .unclaimed(source: "feed"))
    #expect(answer(["source": "other"]) == .refused(reason: "forbidden"))
    #expect(
      answer(["type": "core.note", "source": "feed", "allowed": []])
        == .refused(reason: "forbidden"))
    #expect(
      classify(403, Fixture.refusal("forbidden", details: ["source": "feed"]), of: update)
        == .refused(reason: "forbidden"))
  }

  @Test("a keyed create acknowledged onto the bin is refused, an unkeyed one accepted (row 17)")
  func binned() {
    let body = Fixture.answer(
      Fixture.item(state: .trashed, sourceId: "7"), more: ["acknowledged": true])
    #expect(classify(200, body, of: keyed) == .binned)
    let plain = Fixture.record(.createItem, body: ["id": .string(Fixture.itemId)])
    guard case .taken(let taken) = classify(200, body, of: plain) else {
      Issue.record("a repeated id is accepted")
      return
    }
    #expect(taken.acknowledged)
  }

  @Test("a replay is known by its header or by its body, and only from the server itself")
  func replays() {
    func isReplay(_ answer: WriteAnswer) -> Bool {
      AnswerClassifier.isReplay(.answered(answer))
    }
    #expect(isReplay(WriteAnswer(status: 200, replayed: true)))
    #expect(isReplay(WriteAnswer(status: 200, body: ["acknowledged": true])))
    #expect(!isReplay(WriteAnswer(status: 200, body: ["acknowledged": false])))
    #expect(!isReplay(WriteAnswer(status: 502, contract: .unnamed, replayed: true)))
  }

  @Test("bytes of an upload that are gone or unreadable are kept apart")
  func bytes() {
    let upload = Fixture.record(.uploadBlob, item: nil, blob: "sha256:aa")
    #expect(
      AnswerClassifier.classify(.bytesGone(hash: "sha256:aa"), of: upload)
        == .bytesGone(hash: "sha256:aa"))
    #expect(
      AnswerClassifier.classify(.bytesUnreadable(why: "Locked."), of: upload)
        == .undeliverable(why: "Locked."))
  }
}
