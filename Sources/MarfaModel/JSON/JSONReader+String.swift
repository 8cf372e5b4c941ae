extension UInt8 {
  static let jsonQuote: UInt8 = 0x22
  static let jsonBackslash: UInt8 = 0x5C
  static let jsonOpenBrace: UInt8 = 0x7B
  static let jsonCloseBrace: UInt8 = 0x7D
  static let jsonOpenBracket: UInt8 = 0x5B
  static let jsonCloseBracket: UInt8 = 0x5D
  static let jsonComma: UInt8 = 0x2C
  static let jsonColon: UInt8 = 0x3A
}

extension UInt64 {
  /// The eight bytes of a word, each set to `byte`.
  static func eight(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Whether one of the eight bytes ends a plain run of a JSON text: below 0x20, `"` or `\`.
  ///
  /// Exact: a byte with its high bit set is never taken for one.
  var holdsJSONSpecial: Bool {
    @inline(__always) get {
      let quote = self ^ .eight(.jsonQuote)
      let backslash = self ^ .eight(.jsonBackslash)
      let low = (self &- .eight(0x20)) & ~self
      let quoted = (quote &- .eight(1)) & ~quote
      let slashed = (backslash &- .eight(1)) & ~backslash
      return (low | quoted | slashed) & .eight(0x80) != 0
    }
  }
}

extension JSONReader {
  /// Goes from an opening quote to behind the closing one, without reading the escapes yet.
  mutating func scanString() throws(JSONFault) -> JSONSpan {
    let start = at + 1
    let raw = UnsafeRawBufferPointer(text)
    var place = start
    var hasEscapes = false
    // The high bits of all bytes, gathered.
    var gathered: UInt64 = 0
    while true {
      while place + 8 <= text.count {
        let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        if word.holdsJSONSpecial { break }
        gathered |= word
        place += 8
      }
      guard place < text.count else { throw fault(.stringOpen, at: text.count) }
      switch text[place] {
      case .jsonQuote:
        at = place + 1
        return JSONSpan(
          start: start, length: place - start, isASCII: gathered & .eight(0x80) == 0,
          hasEscapes: hasEscapes)
      case .jsonBackslash:
        // The byte behind it is looked at when the escapes are read.
        hasEscapes = true
        place += 2
      case 0x00..<0x20:
        throw fault(.controlCharacter, at: place)
      default:
        gathered |= UInt64(text[place])
        place += 1
      }
    }
  }

  /// The text of a span.
  func readString(_ span: JSONSpan) throws(JSONFault) -> String {
    if span.hasEscapes { return try readEscaped(span) }
    let bytes = UnsafeBufferPointer(rebasing: text[span.start..<span.start + span.length])
    let string = String(decoding: bytes, as: UTF8.self)
    // Decoding repairs what is not valid, and so changes its bytes. Comparing them costs little;
    // `String(validating:as:)` takes several times as long as decoding does.
    guard span.isASCII || string.holds(bytes) else {
      throw fault(.invalidUTF8, at: span.start + bytes.firstInvalidUTF8)
    }
    return string
  }

  private func readEscaped(_ span: JSONSpan) throws(JSONFault) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(span.length)
    let end = span.start + span.length
    var place = span.start
    while place < end {
      var plainEnd = place
      while plainEnd < end, text[plainEnd] != .jsonBackslash { plainEnd += 1 }
      let plain = UnsafeBufferPointer(rebasing: text[place..<plainEnd])
      let invalid = plain.firstInvalidUTF8
      guard invalid == plain.count else { throw fault(.invalidUTF8, at: place + invalid) }
      bytes.append(contentsOf: plain)
      place = plainEnd
      if place < end { try readEscape(&place, end: end, into: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads one escape. The scan has made sure that a byte follows the backslash.
  private func readEscape(
    _ place: inout Int, end: Int, into bytes: inout [UInt8]
  ) throws(JSONFault) {
    let letter = text[place + 1]
    switch letter {
    case .jsonQuote, .jsonBackslash, 0x2F: bytes.append(letter)
    case 0x62: bytes.append(0x08)
    case 0x66: bytes.append(0x0C)
    case 0x6E: bytes.append(0x0A)
    case 0x72: bytes.append(0x0D)
    case 0x74: bytes.append(0x09)
    case 0x75:
      bytes.append(contentsOf: String(try readUnicodeEscape(&place, end: end)).utf8)
      return
    default: throw fault(.unknownEscape, at: place + 1)
    }
    place += 2
  }

  /// Reads `\uXXXX`, and its second half where it is the first of a surrogate pair.
  private func readUnicodeEscape(
    _ place: inout Int, end: Int
  ) throws(JSONFault) -> Unicode.Scalar {
    let start = place
    let first = try readHex(at: start + 2, end: end)
    place = start + 6
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, place + 1 < end, text[place] == .jsonBackslash, text[place + 1] == 0x75
    else { throw fault(.loneSurrogate, at: start) }
    let second = try readHex(at: place + 2, end: end)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault(.loneSurrogate, at: start) }
    place += 6
    return scalar
  }

  private func readHex(at start: Int, end: Int) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for place in start..<start + 4 {
      guard place < end else { throw fault(.hexExpected, at: place) }
      switch text[place] {
      case let digit where 0x30...0x39 ~= digit: value = value << 4 | UInt32(digit - 0x30)
      case let digit where 0x41...0x46 ~= digit: value = value << 4 | UInt32(digit - 0x37)
      case let digit where 0x61...0x66 ~= digit: value = value << 4 | UInt32(digit - 0x57)
      default: throw fault(.hexExpected, at: place)
      }
    }
    return value
  }
}
