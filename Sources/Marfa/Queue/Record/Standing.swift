/// How a queued write stands, as the queue stores it.
enum Standing: Sendable, Hashable {
  /// Not answered.
  case unanswered
  /// Taken as it was.
  case accepted
  /// Taken and merged.
  case merged
  /// Taken with a copy of the losing values.
  case conflicted(copy: String)
  /// Not taken: the server's code, or a sentence where no request was made.
  case refused(reason: String)
  /// Held back.
  case blocked(BlockedReason)
  /// Failed five times.
  case dead

  /// Whether the server took the write.
  var isTaken: Bool {
    switch self {
    case .accepted, .merged, .conflicted: true
    case .unanswered, .refused, .blocked, .dead: false
    }
  }

  /// Whether the next pass may send the write.
  var isUnanswered: Bool {
    switch self {
    case .unanswered: true
    case .accepted, .merged, .conflicted, .refused, .blocked, .dead: false
    }
  }

  /// Whether the write still counts for what the copy shows: unanswered, blocked or dead.
  var isWaiting: Bool {
    switch self {
    case .unanswered, .blocked, .dead: true
    case .accepted, .merged, .conflicted, .refused: false
    }
  }
}
