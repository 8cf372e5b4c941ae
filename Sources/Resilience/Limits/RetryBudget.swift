/// A purse of retries shared by everything that talks to one server.
///
/// While the server is well it stays full and nothing notices it. In an outage it runs empty
/// after some dozens of retries, and from then on failures are thrown at once instead of adding
/// to the load. Only successes on the first try fill it again, a little each.
public final class RetryBudget: Sendable {
  /// The tokens of a budget that is made without a figure: 500, as in AWS's retry quota of 2026.
  public static let usualCapacity = Tuning.budgetCapacity

  private let state: Lock<RetryBudgetStateMachine>

  /// Makes a full budget.
  ///
  /// - Parameter capacity: its tokens, 500 by default; a retry after an ordinary failure or a
  ///   "too many" costs 14, one after a timeout 10, a success on the first try gives 1 back.
  ///   Zero allows no retry.
  public init(capacity: Int = RetryBudget.usualCapacity) {
    state = Lock(RetryBudgetStateMachine(capacity: capacity))
  }

  /// The tokens that are left.
  public var tokens: Int { state.withLock { $0.tokens } }

  /// Takes the cost of one retry.
  ///
  /// - Returns: false, with nothing taken, when not enough is left.
  public func withdraw(for failureClass: FailureClass) -> Bool {
    state.withLock { $0.withdraw(for: failureClass) }
  }

  /// Records that something succeeded without a retry.
  public func recordFirstTrySuccess() {
    state.withLock { $0.recordFirstTrySuccess() }
  }
}
