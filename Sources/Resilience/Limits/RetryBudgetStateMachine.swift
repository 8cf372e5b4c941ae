/// The tokens of a retry budget: a value without a clock or a lock.
struct RetryBudgetStateMachine: Sendable, Hashable {
  let capacity: Int
  private(set) var tokens: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 0)
    tokens = self.capacity
  }

  /// Takes the cost of one retry, or answers false and takes nothing.
  mutating func withdraw(for failureClass: FailureClass) -> Bool {
    let cost = Self.cost(of: failureClass)
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }

  /// Gives back what a first-try success earns, up to the capacity.
  mutating func recordFirstTrySuccess() {
    tokens = min(tokens + Tuning.budgetFirstTrySuccess, capacity)
  }

  static func cost(of failureClass: FailureClass) -> Int {
    switch failureClass {
    case .transient, .throttled: Tuning.budgetTransientCost
    case .timeout: Tuning.budgetTimeoutCost
    }
  }
}
