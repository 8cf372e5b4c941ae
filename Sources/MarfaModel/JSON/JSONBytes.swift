/// Growing bytes that JSON text is written into.
struct JSONBytes: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  init(capacity: Int = 256) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// What was written so far. Valid only during `body`.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: base, count: count))
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    base[count] = byte
    count += 1
  }

  mutating func appendWord(_ text: StaticString) {
    appendBytes(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func appendBytes(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if count + bytes.count > capacity { grow(by: bytes.count) }
    (base + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Appends a text as it is; its characters must need no escape.
  mutating func appendPlain(_ text: String) {
    var text = text
    text.withUTF8 { appendBytes($0) }
  }

  /// Appends a finite number.
  mutating func appendNumber(_ value: Double, _ spelling: JSONNumberSpelling) {
    if let short = JSONShortDecimal(value) {
      appendShort(short, spelling)
    } else {
      appendPlain(spelling.text(value))
    }
  }

  private mutating func appendShort(_ value: JSONShortDecimal, _ spelling: JSONNumberSpelling) {
    if value.isNegative { append(0x2D) }
    appendInteger(value.whole)
    if value.places > 0 {
      append(0x2E)
      var unit = value.unit
      while unit > 1 {
        unit /= 10
        append(0x30 + UInt8(truncatingIfNeeded: value.fraction / unit % 10))
      }
    } else if spelling == .shortest {
      append(0x2E)
      append(0x30)
    }
  }

  mutating func appendInteger(_ value: Int64) {
    if value < 0 { append(0x2D) }
    appendInteger(value.magnitude)
  }

  private mutating func appendInteger(_ value: UInt64) {
    var rest = value
    if rest < 10 {
      append(0x30 + UInt8(truncatingIfNeeded: rest))
      return
    }
    if count + 20 > capacity { grow(by: 20) }
    var length = 0
    var probe = rest
    while probe > 0 {
      probe /= 10
      length += 1
    }
    var place = count + length
    count = place
    while rest > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place -= 1
      base[place] = 0x30 + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
  }

  /// Appends a text in double quotes. Only `"`, `\` and control characters are escaped.
  @inline(__always)
  mutating func appendQuoted(_ text: String) {
    // A native text is read in place; one that Objective-C made is copied first.
    if text.utf8.withContiguousStorageIfAvailable({ appendQuoted(bytes: $0) }) == nil {
      var copy = text
      copy.withUTF8 { appendQuoted(bytes: $0) }
    }
  }

  /// Appends a text that is given as its bytes, which are UTF-8.
  mutating func appendQuoted(bytes: UnsafeBufferPointer<UInt8>) {
    if count + bytes.count + 2 > capacity { grow(by: bytes.count + 2) }
    base[count] = .jsonQuote
    count += 1
    let raw = UnsafeRawBufferPointer(bytes)
    // Copies eight bytes at a time for as long as none of them needs an escape.
    var place = 0
    while place + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word.holdsJSONSpecial { break }
      UnsafeMutableRawPointer(base + count).storeBytes(of: word, as: UInt64.self)
      count += 8
      place += 8
    }
    if place < bytes.count { appendTail(bytes, from: place) }
    append(.jsonQuote)
  }

  /// Appends what is left of a text, for which there is room if nothing of it needs an escape.
  @inline(__always)
  private mutating func appendTail(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    let rest = bytes.count - start
    if rest < 8, bytes.count >= 8 {
      // The last eight bytes, the first of which are written already.
      let word = UnsafeRawBufferPointer(bytes)
        .loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
      // One that is written already and needed an escape would have ended the copying before it.
      if !word.holdsJSONSpecial {
        UnsafeMutableRawPointer(base + count + rest - 8).storeBytes(of: word, as: UInt64.self)
        count += rest
        return
      }
    }
    var place = start
    while place < bytes.count, !bytes[place].isEscapedInJSON {
      // Room for the whole text was made; only escapes need more.
      base[count] = bytes[place]
      count += 1
      place += 1
    }
    if place < bytes.count {
      appendEscaping(UnsafeBufferPointer(rebasing: bytes[place...]))
    }
  }

  private mutating func appendEscaping(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for place in bytes.indices where bytes[place].isEscapedInJSON {
      appendBytes(UnsafeBufferPointer(rebasing: bytes[start..<place]))
      appendEscape(bytes[place])
      start = place + 1
    }
    appendBytes(UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(.jsonBackslash)
    switch byte {
    case .jsonQuote, .jsonBackslash: append(byte)
    case 0x08: append(0x62)
    case 0x0C: append(0x66)
    case 0x0A: append(0x6E)
    case 0x0D: append(0x72)
    case 0x09: append(0x74)
    default:
      appendWord("u00")
      append(Self.hex(byte >> 4))
      append(Self.hex(byte & 0x0F))
    }
  }

  private static func hex(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x57 + digit }

  private mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    target.update(from: base, count: count)
    base.deallocate()
    base = target
    capacity = larger
  }
}

extension UInt8 {
  /// Whether a text of JSON must escape the byte.
  fileprivate var isEscapedInJSON: Bool {
    self < 0x20 || self == .jsonQuote || self == .jsonBackslash
  }
}
