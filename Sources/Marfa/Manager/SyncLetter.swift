/// What reaches a manager's driver, in the order in which it came.
enum SyncLetter: Sendable {
  /// Something for the machine.
  case event(SyncStateMachine.Event)
  /// The queue may have something new to send.
  case rung
  /// The stream of this number told something.
  case heard(Change, stream: Int)
  /// That stream ended by itself.
  case streamEnded(Int)
  /// A hydration loaded so many items.
  case loaded(UInt64)
  /// What ran is over.
  case finished(SyncOutcome)
  /// Somebody waits until nothing runs.
  case quiet(CheckedContinuation<Void, Never>)
}
