import Resilience

/// The times that writes are stored under: as writes commit one after the other, so do they.
///
/// Who walks the rows by their change goes on from the latest time seen. A time taken when a
/// request comes would let a write that waited commit under an earlier one, and never be seen.
final class WriteClock: Sendable {
  /// The largest step back that is waited out (milliseconds): clocks are corrected by less. After
  /// a greater one the clock had been wrong before, and its new time is the true one.
  private static let patience: Int64 = 60_000

  private let last = Lock<Int64>(.min)

  /// The time of the write that begins now, given what the clock says (Unix milliseconds).
  func next(_ now: Int64) -> Int64 {
    last.withLock { last in
      let isSmallStepBack = now < last && last - now <= Self.patience
      if !isSmallStepBack { last = now }
      return last
    }
  }
}
