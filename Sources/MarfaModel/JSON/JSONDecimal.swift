/// A decimal literal: its significant digits and where the point stands.
struct JSONDecimal {
  private let isNegative: Bool
  /// The digits from the first one that is not zero, without the zeros at the end.
  private var digits: [UInt8] = []
  /// Places read behind the kept digits: zeros, unless `isCut`.
  private var waitingZeros = 0
  /// Whether there were more digits than are kept.
  private var isCut = false
  /// The power of ten that the digits, read as a whole number, are scaled by.
  var exponent = 0

  /// No double needs more significant digits than 767 to be told from its neighbours.
  private static let keptDigits = 800
  /// The powers of ten that a double holds exactly.
  static let exactPowers: [Double] = (0...22).map { power in
    (0..<power).reduce(1.0) { value, _ in value * 10 }
  }

  init(isNegative: Bool) { self.isNegative = isNegative }

  mutating func append(_ digit: UInt8, isFraction: Bool) {
    if isFraction { exponent -= 1 }
    if digit == 0 {
      if !digits.isEmpty { waitingZeros += 1 }
      return
    }
    guard digits.count + waitingZeros < Self.keptDigits else {
      // Zeros fill up what is kept; of what lies beyond, only the number of places counts.
      let room = Self.keptDigits - digits.count
      digits.append(contentsOf: repeatElement(0, count: room))
      waitingZeros += 1 - room
      isCut = true
      return
    }
    digits.append(contentsOf: repeatElement(0, count: waitingZeros))
    digits.append(digit)
    waitingZeros = 0
  }

  /// The number, or `nil` when no finite double is near it.
  var value: JSONValue? {
    guard !digits.isEmpty else { return .integer(0) }
    // The zeros at the end (and digits that were cut) are part of the power of ten.
    let power = exponent + waitingZeros
    if !isCut, digits.count <= 19 {
      let whole = digits.reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1) }
      if let integer = integer(whole, power: power) { return .integer(integer) }
      if whole < 1 << 53, abs(power) <= 22 {
        let scale = Self.exactPowers[abs(power)]
        let magnitude = power < 0 ? Double(whole) / scale : Double(whole) * scale
        return .number(isNegative ? -magnitude : magnitude)
      }
    }
    return nearestDouble(power: power).map(JSONValue.number)
  }

  private func integer(_ whole: UInt64, power: Int) -> Int64? {
    guard power >= 0, digits.count + power <= 19 else { return nil }
    var value = whole
    for _ in 0..<power {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    guard isNegative else { return Int64(exactly: value) }
    return value == 1 << 63 ? .min : Int64(exactly: value).map { -$0 }
  }

  private func nearestDouble(power: Int) -> Double? {
    var text = isNegative ? "-" : ""
    text.reserveCapacity(digits.count + 16)
    for digit in digits { text.unicodeScalars.append(Unicode.Scalar(0x30 + digit)) }
    var scale = power
    if isCut {
      // One more digit that is not zero stands for all that were cut.
      text += "1"
      scale -= 1
    }
    // Far beyond every double, whatever the digits are, and short of what the parser counts with.
    scale = min(max(scale, -10_000), 10_000)
    guard let value = Double(text + "e\(scale)"), value.isFinite else { return nil }
    return value
  }
}
