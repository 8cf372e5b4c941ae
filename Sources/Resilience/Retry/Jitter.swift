/// How far a wait is spread at random, so that many clients do not come back together.
public enum Jitter: Sendable, Hashable, CaseIterable {
  /// The wait as the backoff gave it.
  case none
  /// Anything from zero to the wait.
  case full
  /// Half of the wait, and up to the other half on top.
  case equal

  /// Spreads one wait.
  ///
  /// - Parameters:
  ///   - delay: the wait as the backoff gave it.
  ///   - generator: where the randomness comes from.
  public func spread(
    _ delay: Duration, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    switch self {
    case .none: delay
    case .full: .random(in: .zero, delay, using: &generator)
    case .equal: .random(in: delay / 2, delay, using: &generator)
    }
  }
}

extension Duration {
  /// A wait between two bounds, evenly likely, to the nanosecond. Bounds the wrong way round give
  /// the lower one.
  static func random(
    in lower: Duration, _ upper: Duration, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let span = (upper - lower).wholeNanoseconds
    guard span > 0 else { return lower }
    return lower + .nanoseconds(Int64.random(in: 0...span, using: &generator))
  }
}
