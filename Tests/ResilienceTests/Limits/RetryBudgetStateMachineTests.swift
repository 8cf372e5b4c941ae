import Testing

@testable import Resilience

@Suite("RetryBudgetStateMachine") struct RetryBudgetStateMachineTests {
  /// Every class of failure with what a retry after it costs.
  private static let costs: [(FailureClass, Int)] = [
    (.transient, 14), (.throttled, 14), (.timeout, 10),
  ]

  @Test("each class of failure has its price, taken whole or not at all", arguments: 0...30)
  func pays(_ capacity: Int) {
    for (failure, cost) in Self.costs {
      var machine = RetryBudgetStateMachine(capacity: capacity)
      let isPaid = machine.withdraw(for: failure)
      #expect(isPaid == (capacity >= cost))
      #expect(machine.tokens == (isPaid ? capacity - cost : capacity))
    }
  }

  @Test("from every number of tokens, any event leaves one between nothing and the capacity")
  func staysWithinBounds() {
    for spent in 0...4 {
      var machine = RetryBudgetStateMachine(capacity: 40)
      for _ in 0..<spent { _ = machine.withdraw(for: .timeout) }
      let before = machine.tokens
      machine.recordFirstTrySuccess()
      #expect(machine.tokens == min(before + 1, 40))
      for (failure, _) in Self.costs {
        _ = machine.withdraw(for: failure)
        #expect((0...40).contains(machine.tokens))
      }
    }
  }

  @Test("a capacity below nothing holds nothing")
  func negative() {
    var machine = RetryBudgetStateMachine(capacity: -5)
    #expect(machine.tokens == 0)
    machine.recordFirstTrySuccess()
    #expect(machine.tokens == 0)
  }
}
