/// In which part of the work an error came: what a ``SyncManager`` hands over beside it.
public struct SyncSession: Sendable {
  /// The copy that is synced.
  public let copy: WorkingCopy
  /// What was being done.
  public let phase: SyncPhase
  /// How often it has failed in a row, this time included; from 1.
  public let attempt: Int
  /// The writes that the error is about, by their id in the queue; none when it is about the whole.
  public let writes: [String]

  /// Makes a session, for previews and tests.
  public init(copy: WorkingCopy, phase: SyncPhase, attempt: Int = 1, writes: [String] = []) {
    self.copy = copy
    self.phase = phase
    self.attempt = attempt
    self.writes = writes
  }
}
