import Foundation
import Resilience

/// The date of an instant that a status names, the same one however often it is shown.
///
/// A date worked out anew differs by a fraction of a millisecond each time, and two statuses that say
/// the same would pass for a change.
struct SyncDate: Sendable {
  private var instant: Duration?
  private var date = Date.distantPast

  /// How far the wall clock may run from the monotonic one before an instant gets another date: a
  /// person set it, or the machine slept.
  private static let drift: TimeInterval = 1

  /// The date of an instant.
  ///
  /// - Parameters:
  ///   - instant: on the clock that `now` is of.
  ///   - now: the instant now.
  ///   - wallTime: the date now.
  mutating func date(of instant: Duration, now: Duration, wallTime: Date) -> Date {
    let fresh = wallTime.addingTimeInterval((instant - now).fractionalSeconds)
    if instant == self.instant, abs(fresh.timeIntervalSince(date)) < Self.drift { return date }
    self.instant = instant
    date = fresh
    return fresh
  }
}
