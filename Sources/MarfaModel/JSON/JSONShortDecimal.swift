/// A number that a decimal of a few places says exactly, such as `5`, `0.25` or `-17.5`.
///
/// Most numbers that people write are of this kind, and finding their digits by division is several
/// times as fast as the general way. The digits are the shortest that read back as the same number:
/// no two decimals of up to fifteen digits are the nearest to one double, so there are no others.
struct JSONShortDecimal {
  /// Whether a minus sign stands before it.
  let isNegative: Bool
  /// The digits before the point.
  let whole: UInt64
  /// The digits behind the point, the last one not zero.
  let fraction: UInt64
  /// How many they are.
  let places: Int
  /// Ten to the power of ``places``.
  let unit: UInt64

  /// The most digits behind the point that are tried.
  private static let mostPlaces = 4
  /// Smaller than this, with all its places a number has fewer than sixteen digits.
  private static let limit = 1e11

  /// Takes a number apart; `nil` when it is none of this kind.
  @inline(__always)
  init?(_ value: Double) {
    let size = value.magnitude
    // Below the smallest of these the spelling has an exponent; zero has a sign to think of.
    guard size < Self.limit, size >= 0.001 else { return nil }
    var unit = 1.0
    for places in 0...Self.mostPlaces {
      let all = UInt64(size * unit + 0.5)
      // The division is exact to the last bit, so equality says that the digits read as the number.
      if Double(all) / unit == size {
        let one = UInt64(unit)
        isNegative = value < 0
        whole = all / one
        fraction = all % one
        self.places = places
        self.unit = one
        return
      }
      unit *= 10
    }
    return nil
  }
}
