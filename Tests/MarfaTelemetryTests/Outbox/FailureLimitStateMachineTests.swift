import Resilience
import Testing

@testable import MarfaTelemetry

@Suite("The limits on failures")
struct FailureLimitStateMachineTests {
  private func report(_ kind: String, _ operation: String = "drain") -> FailureReport {
    FailureReport(kind: kind, sentence: "s", code: nil, operation: operation)
  }

  private func at(_ seconds: Int) -> MonotonicInstant {
    MonotonicInstant(offset: .seconds(seconds))
  }

  @Test("a second failure of a pair inside a minute is held back and counted (R127, R129)")
  func silence() {
    var limits = FailureLimitStateMachine()
    #expect(limits.meet(report("a"), now: at(0)) == .tell(heldBack: 0))
    #expect(limits.meet(report("a"), now: at(1)) == .holdBack)
    #expect(limits.meet(report("a"), now: at(59)) == .holdBack)
    #expect(limits.meet(report("a"), now: at(60)) == .tell(heldBack: 2))
    #expect(limits.meet(report("a"), now: at(120)) == .tell(heldBack: 0))
  }

  @Test("another kind or another operation is a pair of its own (R127)")
  func pairs() {
    var limits = FailureLimitStateMachine()
    #expect(limits.meet(report("a"), now: at(0)) == .tell(heldBack: 0))
    #expect(limits.meet(report("b"), now: at(0)) == .tell(heldBack: 0))
    #expect(limits.meet(report("a", "load"), now: at(0)) == .tell(heldBack: 0))
    #expect(limits.meet(report("b"), now: at(5)) == .holdBack)
  }

  @Test("the thirty-first failure of any hour is held back until the first is an hour old (R128)")
  func window() {
    var limits = FailureLimitStateMachine()
    for second in 0..<30 {
      #expect(limits.meet(report("k\(second)"), now: at(second)) == .tell(heldBack: 0))
    }
    #expect(limits.meet(report("late"), now: at(30)) == .holdBack)
    #expect(limits.meet(report("late"), now: at(3_599)) == .holdBack)
    #expect(limits.meet(report("late"), now: at(3_600)) == .tell(heldBack: 2))
    #expect(limits.meet(report("next"), now: at(3_600)) == .holdBack)
    #expect(limits.meet(report("next"), now: at(3_601)) == .tell(heldBack: 1))
  }

  @Test("forgetting what was held back leaves the limits as they were (R116)")
  func forgetting() {
    var limits = FailureLimitStateMachine()
    #expect(limits.meet(report("a"), now: at(0)) == .tell(heldBack: 0))
    #expect(limits.meet(report("a"), now: at(1)) == .holdBack)
    limits.forgetHeldBack()
    #expect(limits.meet(report("a"), now: at(2)) == .holdBack)
    #expect(limits.meet(report("a"), now: at(60)) == .tell(heldBack: 1))
  }

  @Test("the pairs that are remembered are bounded, and the longest unseen is forgotten first")
  func bounded() {
    var settings = FailureLimitStateMachine.Settings()
    settings.mostPairs = 2
    var limits = FailureLimitStateMachine(settings: settings)
    for (second, kind) in ["a", "b", "c"].enumerated() {
      #expect(limits.meet(report(kind), now: at(second)) == .tell(heldBack: 0))
    }
    #expect(limits.meet(report("b"), now: at(3)) == .holdBack)
    #expect(limits.meet(report("c"), now: at(3)) == .holdBack)
    #expect(limits.meet(report("a"), now: at(3)) == .tell(heldBack: 0))
  }
}
