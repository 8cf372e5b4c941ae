/// What one request carries.
enum Parcel: Sendable {
  case failure(FailureReport)
  /// Records, and how many were dropped since the batch before.
  case records([LogRecord], dropped: Int)
}
