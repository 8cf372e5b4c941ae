extension JSONReader {
  /// Reads a number. One whose exact value fits 64 bits is an integer, whatever its spelling.
  mutating func readNumber() throws(JSONFault) -> JSONValue {
    let start = at
    let isNegative = byte == 0x2D
    if isNegative { at += 1 }
    let firstDigit = at
    var value: UInt64 = 0
    // Eighteen digits always fit; longer ones are read the exact way.
    while 0x30...0x39 ~= byte {
      if at - firstDigit < 18 { value = value &* 10 &+ UInt64(text[at] &- 0x30) }
      at += 1
    }
    let digits = at - firstDigit
    guard digits > 0 else { throw fault(.invalidNumber) }
    if digits > 1, text[firstDigit] == 0x30 { throw fault(.invalidNumber, at: firstDigit) }
    if digits <= 18 {
      switch byte {
      case 0x2E:
        if let number = readShortFraction(whole: value, digits: digits, isNegative) {
          return number
        }
      case 0x45, 0x65: break
      default: return .integer(isNegative ? -Int64(value) : Int64(value))
      }
    }
    var literal = JSONDecimal(isNegative: isNegative)
    for place in firstDigit..<at { literal.append(text[place] &- 0x30, isFraction: false) }
    try readFraction(into: &literal)
    try readExponent(into: &literal)
    guard let number = literal.value else { throw fault(.numberTooLarge, at: start) }
    return number
  }

  /// Reads the fraction of a number that has no exponent and few digits, which nearly all are.
  ///
  /// Answers `nil`, having read nothing, when it is not such a one.
  private mutating func readShortFraction(
    whole: UInt64, digits: Int, _ isNegative: Bool
  ) -> JSONValue? {
    var value = whole
    var place = at + 1
    let last = place + 15 - digits
    while place < text.count, place <= last, 0x30...0x39 ~= text[place] {
      value = value &* 10 &+ UInt64(text[place] &- 0x30)
      place += 1
    }
    let places = place - at - 1
    guard places > 0, value > 0, place < text.count else { return nil }
    switch text[place] {
    case 0x30...0x39, 0x45, 0x65: return nil
    default: at = place
    }
    // Fifteen digits and the power of ten are exact doubles, so one division rounds correctly.
    let scaled = Double(value) / JSONDecimal.exactPowers[places]
    if let integer = Int64(exactly: scaled) { return .integer(isNegative ? -integer : integer) }
    return .number(isNegative ? -scaled : scaled)
  }

  private mutating func readFraction(into literal: inout JSONDecimal) throws(JSONFault) {
    guard byte == 0x2E else { return }
    at += 1
    guard 0x30...0x39 ~= byte else { throw fault(.invalidNumber) }
    while 0x30...0x39 ~= byte {
      literal.append(text[at] &- 0x30, isFraction: true)
      at += 1
    }
  }

  private mutating func readExponent(into literal: inout JSONDecimal) throws(JSONFault) {
    guard byte == 0x45 || byte == 0x65 else { return }
    at += 1
    let isNegative = byte == 0x2D
    if isNegative || byte == 0x2B { at += 1 }
    guard 0x30...0x39 ~= byte else { throw fault(.invalidNumber) }
    var exponent = 0
    while 0x30...0x39 ~= byte {
      // Beyond this the sign alone decides, and no text is long enough to make up for it.
      if exponent < 1_000_000_000_000 { exponent = exponent * 10 + Int(text[at] &- 0x30) }
      at += 1
    }
    literal.exponent += isNegative ? -exponent : exponent
  }
}
