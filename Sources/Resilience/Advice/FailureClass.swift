/// The kind of a failure, as far as waiting before the next try goes.
public enum FailureClass: Sendable, Hashable, CaseIterable {
  /// The other end, or the way to it, failed and may work a moment later.
  case transient
  /// The other end said that it is asked too often.
  case throttled
  /// No answer came within the time given.
  case timeout
}
