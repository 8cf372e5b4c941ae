import Resilience

/// Mints identifiers that ascend strictly, whatever the clock does.
///
/// Within one millisecond, and while the clock stands behind an earlier reading, a counter of 26
/// bits goes up; the 48 bits behind it are random in every id (RFC 9562, section 6.2, method 1).
public final class UUIDv7Minter: Sendable {
  private struct State {
    var milliseconds: UInt64 = 0
    var counter: UInt64 = 0

    /// Goes to a later millisecond with a fresh counter, or counts up where time stands still.
    mutating func advance(to now: UInt64, seed: UInt64) {
      if now > milliseconds {
        milliseconds = now
        counter = seed
      } else if counter < counterLimit {
        counter += 1
      } else {
        milliseconds += 1
        counter = seed
      }
    }
  }

  /// The process's own. Ids of one process ascend only if all come from one minter.
  public static let shared = UUIDv7Minter()

  /// The largest value of the counter's 26 bits.
  private static let counterLimit: UInt64 = 1 << 26 - 1
  /// The 48 bits that a timestamp has in an id.
  private static let latest: UInt64 = 1 << 48 - 1

  private let state = Lock(State())

  /// Makes a minter of its own, for tests.
  public init() {}

  /// Mints the next id.
  ///
  /// - Parameter milliseconds: the wall clock, as Unix milliseconds.
  public func mint(milliseconds: Int64) -> UUIDv7 {
    let now = min(UInt64(max(milliseconds, 0)), Self.latest)
    var random = SystemRandomNumberGenerator()
    let tail = random.next()
    // The counter's top bit starts at zero: 33 million ids fit into a millisecond, at least.
    let seed = random.next() >> (64 - 25)
    let (stamp, counter) = state.withLock { state in
      state.advance(to: now, seed: seed)
      return (state.milliseconds, state.counter)
    }
    return UUIDv7(
      milliseconds: stamp, upper: counter >> 14,
      lower: counter << 48 | tail & 0xFFFF_FFFF_FFFF)
  }
}
