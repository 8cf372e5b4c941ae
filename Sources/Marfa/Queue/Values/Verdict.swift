/// What became of a queued write. The set is closed; no verdict yet is `nil`.
public enum Verdict: Sendable, Hashable {
  /// The server took it as it was.
  case accepted
  /// The server took it and merged it with another change; `fields` are the merged properties.
  case merged(fields: [String])
  /// The server kept both values: the losing one is the item `siblingId`.
  case conflicted(siblingId: String, fields: [String])
  /// It was not taken and is not sent again by itself.
  case refused(Refusal)
  /// It is held back for a reason; the copy still shows it.
  case blocked(reason: BlockedReason, refusal: Refusal? = nil)
  /// It failed five times in ways that count. The copy still shows it; release it to try again.
  case dead

  /// Whether the server took the write.
  public var isTaken: Bool {
    switch self {
    case .accepted, .merged, .conflicted: true
    case .refused, .blocked, .dead: false
    }
  }
}
