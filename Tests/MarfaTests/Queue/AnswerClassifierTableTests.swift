import MarfaModel
import Testing

@testable import Marfa

@Suite("The meaning of every status, code and kind of write")
struct AnswerClassifierTableTests {
  private static let codes: [String?] = [
    nil, "validation_error", "item_not_found", "forbidden", "type_not_permitted",
    "idempotency_key_reused", "idempotency_key_in_flight", "ancestor_unavailable",
    "version_conflict", "write_contention", "conflict",
  ]
  private static let contracts: [ContractCheck] = [.ours, .unnamed, .other(served: "9")]

  private static func body(_ code: String?) -> JSONValue? {
    code.map { Fixture.refusal($0, more: ["current": ["id": .string(Fixture.itemId)]]) }
  }

  /// What the rows of the specification's table say, without a look at the classifier.
  private static func expected(
    _ status: Int, _ code: String?, _ contract: ContractCheck, _ kind: WriteKind
  ) -> String {
    switch (contract, status) {
    case (.other, _): return "otherContract"
    case (_, 100..<200), (_, 300..<400): return "redirected"
    case (.unnamed, _): return "unavailable"
    case (.ours, 200..<300): return kind.answerShape == .plain ? "taken" : "counted"
    case (.ours, 408), (.ours, 425), (.ours, 429), (.ours, 500..<600): return "unavailable"
    case (.ours, 401): return "keyRefused"
    case (.ours, 422) where code == "idempotency_key_reused": return "blocked key_spent"
    case (.ours, 409) where code == "ancestor_unavailable": return "blocked ancestor_unavailable"
    case (.ours, 409) where code == "version_conflict": return "blocked conflict_unresolved"
    case (.ours, 409) where code == "idempotency_key_in_flight": return "counted"
    case (.ours, _): return "refused \(code ?? "unknown")"
    }
  }

  private static func word(_ answer: AnswerClass) -> String {
    switch answer {
    case .unavailable: "unavailable"
    case .unmade: "unmade"
    case .counted: "counted"
    case .otherContract: "otherContract"
    case .redirected: "redirected"
    case .ended: "ended"
    case .undeliverable: "undeliverable"
    case .bytesGone: "bytesGone"
    case .taken: "taken"
    case .keyRefused: "keyRefused"
    case .blocked(let reason): "blocked \(reason.rawValue)"
    case .unclaimed: "unclaimed"
    case .refused(let reason): "refused \(reason)"
    case .landed: "landed"
    case .binned: "binned"
    }
  }

  @Test(
    "the first row that matches decides, for every kind of write", arguments: WriteKind.allCases)
  func table(kind: WriteKind) {
    // Under the row's own id, so that a create meets itself and does not land.
    let write = Fixture.record(kind, edge: Fixture.edgeId, body: ["source_id": "7"])
    for contract in Self.contracts {
      for status in 100..<600 {
        for code in Self.codes {
          let answer = AnswerClassifier.classify(
            .answered(
              WriteAnswer(status: status, contract: contract, body: Self.body(code))), of: write)
          let expected = Self.expected(status, code, contract, kind)
          if Self.word(answer) != expected {
            Issue.record("\(kind) \(status) \(code ?? "-") \(contract): \(answer), not \(expected)")
          }
        }
      }
    }
  }

  @Test("what came of a request that has no answer is its own class, for every kind of write")
  func withoutAnswer() {
    for kind in WriteKind.allCases {
      let write = Fixture.record(kind)
      for (outcome, word) in [
        (SendOutcome.unreachable(.network(message: "")), "unavailable"),
        (.unmade(why: ""), "unmade"), (.bytesUnreadable(why: ""), "undeliverable"),
        (.bytesGone(hash: "h"), "bytesGone"), (.ended(.io(message: "")), "ended"),
      ] {
        #expect(Self.word(AnswerClassifier.classify(outcome, of: write)) == word)
      }
    }
  }
}
