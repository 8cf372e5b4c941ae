import MarfaModel
import Resilience

/// One of the things a manager sees to: whether it is owed, when it may run, what stands against it.
///
/// Times count from the manager's start.
struct SyncJob: Sendable, Hashable {
  /// Trouble that time or the network heals.
  struct Trouble: Sendable, Hashable {
    var error: MarfaError
    var since: Duration
  }

  /// What makes two failures the same one to a person, whatever numbers their texts hold.
  struct Signature: Sendable, Hashable {
    var kind: MarfaErrorKind
    var remedy: Remedy

    init(_ error: MarfaError) {
      kind = MarfaErrorKind(error)
      remedy = error.remedy
    }
  }

  /// Whether it has to be done.
  var isOwed = false
  /// The earliest time it may be done.
  var notBefore: Duration = .zero
  /// The time before which the server asked not to be called.
  var floor: Duration = .zero
  /// Failures in a row.
  var attempt = 0
  /// Trouble that passes by itself.
  var trouble: Trouble?
  /// What needs a person. It goes only when this very job succeeds.
  var problem: MarfaError?
  /// What the person was told last of this job.
  var told: Signature?
  /// Whether a stream that ended for what stands here is had again, and has lasted so far.
  var isHeldAgain = false

  /// Makes it due, not before the time that the server named.
  mutating func hasten(to now: Duration) { notBefore = max(now, floor) }
}
