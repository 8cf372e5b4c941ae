/// The word that a tokenizer is at, folded.
struct WordBuffer: ~Copyable {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private var count = 0
  private var isASCII = true
  private var start = 0
  /// The byte behind the word in the text.
  var end = 0

  /// Lowercase letters and digits by byte; zero for the rest of ASCII.
  private static let folded: [UInt8] = (0..<128).map { (byte: UInt8) in
    switch byte {
    case 0x30...0x39, 0x61...0x7A: byte
    case 0x41...0x5A: byte + 0x20
    default: 0
    }
  }

  /// Makes an empty buffer; what goes beyond the capacity is cut off between characters.
  init(capacity: Int) {
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  var isEmpty: Bool { end == 0 }

  mutating func clear() {
    count = 0
    isASCII = true
    end = 0
  }

  /// Adds the ASCII letters and digits from a place on, and goes behind them. Answers whether
  /// there was one.
  mutating func addASCII(_ text: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
    let first = at
    Self.folded.withUnsafeBufferPointer { folded in
      while at < text.count, text[at] < 0x80 {
        let letter = folded[Int(text[at])]
        if letter == 0 { break }
        if count < bytes.count {
          bytes[count] = letter
          count += 1
        }
        at += 1
      }
    }
    guard at > first else { return false }
    if isEmpty { start = first }
    end = at
    return true
  }

  /// Adds a folded scalar.
  mutating func add(_ scalar: UInt32, _ range: Range<Int>) {
    if isEmpty { start = range.lowerBound }
    end = range.upperBound
    if scalar >= 0x80 { isASCII = false }
    // Outside ASCII a scalar is of four bytes at most.
    if count + (scalar < 0x80 ? 1 : 4) <= bytes.count { count += bytes.put(scalar, at: count) }
  }

  /// Gives the word, cut back to its stem where it may be English.
  func give(_ emit: SearchTokenizer.Emit) -> Bool {
    let length = isASCII ? PorterStemmer.stem(bytes, count: count) : count
    return emit(
      UnsafeBufferPointer(rebasing: bytes[..<length]),
      SearchTokenizer.Place(start: start, end: end, headEnd: end))
  }
}
