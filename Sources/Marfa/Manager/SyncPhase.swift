/// What a ``SyncManager`` was doing.
public enum SyncPhase: String, Sendable, Hashable, CaseIterable {
  /// Loading the slice whole.
  case hydrating
  /// Applying every event since the last one taken.
  case catchingUp = "catching_up"
  /// Sending what waits in the queue.
  case draining
  /// Holding the server's event stream.
  case following
}
