/// What a link or an embed of a body was found to mean.
public enum BodyTarget: Sendable, Hashable {
  /// One item.
  case item(id: String)
  /// Nothing known here; the server is asked at the next drain.
  case pending
  /// Nothing that the copy or the server knows.
  case missing
  /// Several items.
  case ambiguous
  /// The server gave no answer to keep; the reason is its code, or `unanswered`.
  case refused(reason: String)
}
