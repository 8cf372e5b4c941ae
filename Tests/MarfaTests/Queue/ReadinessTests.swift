import MarfaModel
import Testing

@testable import Marfa

@Suite("Whether a write may go out")
struct ReadinessTests {
  private func judge(
    _ write: QueueRecord, _ others: [String: Readiness.Other] = [:]
  ) -> Readiness {
    Readiness.judge(write.asked) { others[$0] }
  }

  private func other(_ standing: Standing, landing: Bool = false) -> Readiness.Other {
    Readiness.Other(kind: .createItem, standing: standing, landing: landing)
  }

  private static let all: [Standing] =
    [.unanswered, .accepted, .merged, .conflicted(copy: "c"), .refused(reason: "x"), .dead]
    + BlockedReason.allCases.map(Standing.blocked)

  @Test("a write that names no other goes out")
  func alone() { #expect(judge(Fixture.record(.addTag)) == .ready) }

  @Test("a write ahead is in the way while it may still go out or may have gone", arguments: all)
  func follows(standing: Standing) {
    let inTheWay: [Standing] = [
      .unanswered, .blocked(.awaitingDependency), .blocked(.credentialRefused),
    ]
    let found = judge(Fixture.record(.addTag, follows: "a"), ["a": other(standing)])
    #expect(found == (inTheWay.contains(standing) ? .held(for: "a") : .ready))
  }

  @Test("a write ahead that is gone from the queue is in nobody's way")
  func followsGone() {
    #expect(judge(Fixture.record(.addTag, follows: "a")) == .ready)
  }

  @Test("a dependency holds until it is taken, and refuses when it never will be", arguments: all)
  func depends(standing: Standing) {
    let found = judge(Fixture.record(.addTag, dependsOn: ["a"]), ["a": other(standing)])
    switch standing {
    case .unanswered, .blocked: #expect(found == .held(for: "a"))
    case .accepted, .merged, .conflicted: #expect(found == .ready)
    case .refused:
      #expect(found == .refused(reason: "The creation of an item it waits for was refused."))
    case .dead:
      #expect(found == .refused(reason: "The creation of an item it waits for failed too often."))
    }
  }

  @Test("a dependency that is gone from the queue holds")
  func dependsGone() {
    #expect(judge(Fixture.record(.addTag, dependsOn: ["a"])) == .held(for: "a"))
  }

  @Test("a refused create whose landing is still to be read holds what waits for it")
  func landing() {
    let found = judge(
      Fixture.record(.addTag, dependsOn: ["a"]),
      ["a": other(.refused(reason: "version_conflict"), landing: true)])
    #expect(found == .held(for: "a"))
  }

  @Test("the write ahead is asked before the dependencies, so that a refusal waits for its turn")
  func order() {
    let write = Fixture.record(.addTag, dependsOn: ["b"], follows: "a")
    let others = ["a": other(.unanswered), "b": other(.refused(reason: "x"))]
    #expect(judge(write, others) == .held(for: "a"))
  }

  @Test("the first dependency that decides wins")
  func first() {
    let write = Fixture.record(.addTag, dependsOn: ["a", "b", "c"])
    let others = [
      "a": other(.accepted), "b": other(.unanswered), "c": other(.refused(reason: "x")),
    ]
    #expect(judge(write, others) == .held(for: "b"))
  }

  @Test("a deletion of a version that was never confirmed is refused")
  func deletion() {
    let unconfirmed = judge(Fixture.record(.deleteItem, base: 0))
    guard case .refused = unconfirmed else {
      Issue.record("should be refused")
      return
    }
    #expect(judge(Fixture.record(.deleteItem, base: 1)) == .ready)
  }
}
