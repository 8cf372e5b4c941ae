/// What reaches a manager's driver, in the order in which it came.
enum SyncLetter: Sendable {
  /// Something for the machine.
  case event(SyncStateMachine.Event)
  /// The bell of the queue was rung.
  case rung
  /// The stream of this number told something.
  case heard(Change, stream: Int)
  /// That stream ended by itself.
  case streamEnded(Int)
  /// A hydration loaded so many items.
  case loaded(UInt64)
  /// What began under the key of this number is over.
  case finished(SyncOutcome, key: Int)
  /// Somebody waits until nothing runs.
  case quiet(CheckedContinuation<Void, Never>)
}
