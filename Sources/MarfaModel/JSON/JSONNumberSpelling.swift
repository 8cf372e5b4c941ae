/// How numbers with a fraction, or beyond 64 bits, are spelled in JSON text.
public enum JSONNumberSpelling: Sendable, Hashable, CaseIterable {
  /// Swift's shortest spelling that reads back as the same number, such as `1e+20` or `5.0`.
  case shortest
  /// The same digits laid out as ECMAScript does (`Number::toString`).
  ///
  /// Such as `100000000000000000000` or `5`. Stored properties are spelled so, because filters compare texts.
  case ecmaScript

  /// The spelling of a finite number.
  func text(_ value: Double) -> String {
    switch self {
    case .shortest: value.description
    case .ecmaScript: Self.ecmaScript(value)
    }
  }

  private static func ecmaScript(_ value: Double) -> String {
    if value == 0 { return "0" }
    let spelling = value.description
    if spelling.hasSuffix(".0") { return String(spelling.dropLast(2)) }
    guard let mark = spelling.firstIndex(of: "e") else {
      // Swift and ECMAScript share the fixed notation, but for the border below 0.0001.
      return spelling
    }
    let isNegative = value < 0
    let mantissa = spelling[..<mark].drop { $0 == "-" }
    let whole = mantissa.prefix { $0 != "." }
    let fraction = mantissa.dropFirst(whole.count + 1)
    let digits = whole + (fraction == "0" ? "" : fraction)
    let exponent = Int(spelling[spelling.index(after: mark)...]) ?? 0
    // The value is 0.DIGITS times ten to the power `point`.
    let point = whole.count + exponent
    return (isNegative ? "-" : "") + layOut(String(digits), point: point)
  }

  private static func layOut(_ digits: String, point: Int) -> String {
    let count = digits.count
    switch point {
    case count...21 where count <= 21:
      return digits + String(repeating: "0", count: point - count)
    case 1...21:
      return digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0:
      return "0." + String(repeating: "0", count: -point) + digits
    default:
      let exponent = point - 1
      let rest = digits.dropFirst()
      return digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e"
        + (exponent < 0 ? "-" : "+") + String(abs(exponent))
    }
  }
}
