import MarfaModel

/// What came of a read that was owed.
enum DrainLineRead: Sendable, Hashable {
  /// The server answered about the row.
  case answered(ReadAnswer)
  /// It failed in a way that says nothing of the connection.
  case failed
  /// The server could not be reached, or asks to wait.
  case unavailable(why: String, retryAfter: Duration?)
  /// The key is refused.
  case keyRefused
  /// The drain can't go on: another contract, a redirect.
  case ended(MarfaError)
}
