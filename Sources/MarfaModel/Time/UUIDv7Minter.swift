import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
#endif

/// Mints identifiers that ascend strictly, whatever the clock does.
///
/// Within one millisecond, and while the clock stands behind an earlier reading, a counter of 26
/// bits goes up; the 48 bits behind it are random in every id (RFC 9562, section 6.2, method 1).
public final class UUIDv7Minter: Sendable {
  private struct State {
    var milliseconds: UInt64 = 0
    var counter: UInt64 = 0
    /// Random words that were drawn and not used yet. Drawing is a call of the system, which takes
    /// longer than all else about an id.
    var words: [UInt64] = []

    /// The next id, with random words that are there; `nil` when they have run out.
    mutating func next(at now: UInt64) -> UUIDv7? {
      guard words.count >= 2 else { return nil }
      let tail = words.removeLast()
      if now <= milliseconds, counter < counterLimit {
        counter += 1
      } else {
        // A later millisecond, or the one after where the counter has run out.
        milliseconds = max(now, milliseconds + 1)
        // The counter's top bit starts at zero: 33 million ids fit into a millisecond, at least.
        counter = words.removeLast() >> (64 - 25)
      }
      return UUIDv7(
        milliseconds: milliseconds, upper: counter >> 14,
        lower: counter << 48 | tail & 0xFFFF_FFFF_FFFF)
    }
  }

  /// The process's own. Ids of one process ascend only if all come from one minter.
  public static let shared = UUIDv7Minter()

  /// The largest value of the counter's 26 bits.
  private static let counterLimit: UInt64 = 1 << 26 - 1
  /// Random words drawn at once: 256 bytes, the most that one call gives.
  private static let drawnWords = 32
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
    while true {
      if let id = state.withLock({ $0.next(at: now) }) { return id }
      let drawn = Self.draw()
      state.withLock { $0.words = drawn }
    }
  }

  /// Draws words from the system's random source.
  private static func draw() -> [UInt64] {
    var words = [UInt64](repeating: 0, count: drawnWords)
    #if canImport(Glibc)
      let isDrawn = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
      if isDrawn { return words }
    #endif
    // It makes no call of the system on Apple's, and waits where the system has nothing yet.
    var generator = SystemRandomNumberGenerator()
    for place in words.indices { words[place] = generator.next() }
    return words
  }
}
