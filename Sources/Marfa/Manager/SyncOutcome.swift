/// How a piece of work ended.
struct SyncOutcome: Sendable {
  /// What the machine is told.
  var event: SyncStateMachine.Event
  /// What became of the writes that were not taken and need a person.
  var refused: [DrainVerdict] = []
}
