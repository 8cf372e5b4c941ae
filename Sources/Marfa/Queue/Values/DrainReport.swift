/// What one pass over the queue did.
///
/// Every write that the pass reached is in exactly one of the five counts, except those that a
/// refused key parked. A network outage is a report like any other, not an error.
public struct DrainReport: Sendable, Hashable {
  /// Sent, and answered by the server, whatever the answer was.
  public var answered: UInt64
  /// Held for a write that must be taken, or go out, first.
  public var held: UInt64
  /// Not delivered: met by the failure that ended the pass, or behind it; or bytes not readable now.
  public var undelivered: UInt64
  /// Given a verdict without being sent.
  public var unsent: UInt64
  /// No request could be made of it; each is also counted as a failure of the write.
  public var unmade: UInt64
  /// Why the pass ended early, in words; `nil` when it reached the end.
  public var unavailable: String?
  /// Every write that was attempted or settled, in queue order.
  public var verdicts: [DrainVerdict]
  /// Set when the server refused the key and the queue was parked, in words.
  public var stopped: String?
  /// The sources that the key may not write as, each once.
  public var unclaimedSources: [String]
  /// The longest wait that the server asked for, in seconds, at most 300.
  public var retryAfterSeconds: UInt64?

  /// Makes a report, for previews and tests.
  public init(
    answered: UInt64 = 0, held: UInt64 = 0, undelivered: UInt64 = 0, unsent: UInt64 = 0,
    unmade: UInt64 = 0, unavailable: String? = nil, verdicts: [DrainVerdict] = [],
    stopped: String? = nil, unclaimedSources: [String] = [], retryAfterSeconds: UInt64? = nil
  ) {
    self.answered = answered
    self.held = held
    self.undelivered = undelivered
    self.unsent = unsent
    self.unmade = unmade
    self.unavailable = unavailable
    self.verdicts = verdicts
    self.stopped = stopped
    self.unclaimedSources = unclaimedSources
    self.retryAfterSeconds = retryAfterSeconds
  }
}
