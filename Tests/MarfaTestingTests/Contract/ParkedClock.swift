import MarfaTesting

/// Tells the time, and never wakes whoever waits for it.
///
/// What a copy does by itself after a while (asking for a stream again, filling the index) would
/// come between two calls by chance.
final class ParkedClock: WaitingClock {
  private let system = SystemClock()
  private let parked = VirtualClock()

  var now: MonotonicInstant { system.now }
  var unixMilliseconds: Int64 { system.unixMilliseconds }

  func sleep(for duration: Duration) async throws { try await parked.sleep(for: duration) }
}
