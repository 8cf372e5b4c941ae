import MarfaModel

/// What the outcome of a request means for the write that was sent.
enum AnswerClass: Sendable, Hashable {
  /// Nothing was learned; the pass ends, nothing counts.
  case unavailable(why: String)
  /// No request could be made; it counts.
  case unmade(why: String)
  /// An answer that is no decision of the write; it counts.
  case counted(why: String)
  /// A server of another contract; the drain ends with the error, the write stays sent.
  case otherContract(served: String?, status: Int)
  /// A redirect, which is never followed; the drain ends with the error.
  case redirected(status: Int, location: String?)
  /// The drain ends with this error, the write untouched.
  case ended(MarfaError)
  /// The write's bytes can't be read now; nothing counts, the pass goes on.
  case undeliverable(why: String)
  /// The write's bytes are gone.
  case bytesGone(hash: String)
  /// The server took it.
  case taken(Taken)
  /// The key is refused (401): the whole queue is parked and the pass stops.
  case keyRefused
  /// It is held back; the pass goes on.
  case blocked(BlockedReason)
  /// The key may not write as this source: this create and its unanswered likes are held back.
  case unclaimed(source: String)
  /// It is not taken, and not sent again by itself.
  case refused(reason: String)
  /// A create met another row under its natural key, and that row could not take it.
  case landed(on: String, reason: String)
  /// A create met its row in the bin.
  case binned

  /// Whether the server took the write.
  var isTaken: Bool { if case .taken = self { true } else { false } }

  /// A success: how it was taken, and the row that the answer carries.
  struct Taken: Sendable, Hashable {
    /// Accepted, merged or conflicted.
    var standing: Standing
    /// The row.
    var row: AnsweredRow
    /// Whether the answer says that nothing was written, since the row was there.
    var acknowledged: Bool
    /// Whether the server only repeats an answer that it gave before, and the row with it: others
    /// may have written since.
    var repeated = false
  }
}
