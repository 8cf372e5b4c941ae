/// How many writes of a pass may be on their way at once.
struct DrainPace: Sendable, Hashable {
  /// The most writes that are marked as sent and whose answers are not committed; 1 for none but
  /// the one under way.
  var ahead = Tuning.drainAhead
  /// How many answers are committed together at the most, while none is late.
  var gathered = Tuning.drainGathered
  /// Whether the next write goes out while answers are being committed.
  var overlaps = true

  /// Each write is settled before the next one is marked.
  static let single = DrainPace(ahead: 1, gathered: 1, overlaps: false)
}
