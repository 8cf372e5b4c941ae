import MarfaModel

/// What became of one request, as the line to the server tells it.
enum SendOutcome: Sendable, Hashable {
  /// The server answered, or something in its place did.
  case answered(WriteAnswer)
  /// No whole answer arrived; the request may have taken effect.
  case unreachable(MarfaError)
  /// No request could be made.
  case unmade(why: String)
  /// The bytes of an upload can't be read now; another time they may be.
  case bytesUnreadable(why: String)
  /// The bytes of an upload are gone.
  case bytesGone(hash: String)
  /// The drain can't go on, and the write was not judged: a credential that is gone, a full disk.
  case ended(MarfaError)
}
