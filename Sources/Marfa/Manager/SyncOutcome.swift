/// How a piece of work ended.
struct SyncOutcome: Sendable {
  /// What the machine is told.
  var event: SyncStateMachine.Event
  /// The writes that were not taken and need a person.
  var refused: [QueuedWrite] = []
}
