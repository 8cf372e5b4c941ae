import CSQLite
import Resilience

/// Copies the write-ahead log back into the store, beside the writes.
///
/// It works on a connection of its own each time the log has grown by the set length, and waits
/// for nobody. Under writes that never pause the log can't be emptied that way, since there is
/// always a newer page; past four lengths the writer stops for one copy, which is short because
/// most of it is done. A copy that fails leaves the log as it is, and the data whole: it is tried
/// again after the next length.
final class SQLiteCheckpointer: Sendable {
  /// Lengths of the log after which the writer itself makes a copy.
  ///
  /// Below 2 the writer would stop while the copy beside it is still at work; much above, a long
  /// burst of writes leaves a log that every read has to search.
  private static let lengthsBeforeStopping: Int32 = 4

  private struct State {
    var isCopying = false
    /// The log's length at which the next copy is due.
    var due: Int32
    /// The log's length at which the writer stops for a copy.
    var stop: Int32
  }

  private enum Step {
    case none, beside, stopped
  }

  private let worker: SQLiteWorker
  private let length: Int32
  private let state: Lock<State>

  /// Makes a checkpointer.
  ///
  /// - Parameter length: pages of log after which a copy is due, at least 1.
  init(_ worker: SQLiteWorker, length: Int32) {
    self.worker = worker
    self.length = min(max(1, length), 1 << 24)
    state = Lock(State(due: self.length, stop: self.length * Self.lengthsBeforeStopping))
  }

  /// Told of the log's length after a commit, on the writer's queue.
  func committed(_ connection: SQLiteConnection) {
    let pages = connection.log.pages
    let step = state.withLock { state -> Step in
      if pages < length {
        // The log was emptied and started again.
        state.due = length
        state.stop = length * Self.lengthsBeforeStopping
        return .none
      }
      if pages >= state.stop {
        state.stop = pages + length
        return .stopped
      }
      guard pages >= state.due, !state.isCopying else { return .none }
      state.isCopying = true
      state.due = pages + length
      return .beside
    }
    switch step {
    case .none: break
    case .beside: worker.run { self.copy($0) }
    case .stopped:
      // After the copy that may be at work beside: two at once would refuse each other.
      worker.runAndWait { _ in }
      try? connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
    }
  }

  private func copy(_ worker: SQLiteWorker) {
    try? worker.connected().checkpoint(SQLITE_CHECKPOINT_PASSIVE)
    state.withLock { $0.isCopying = false }
  }

  /// Ends a copy at work and closes the connection.
  func close() async {
    await worker.disconnected()
  }
}
