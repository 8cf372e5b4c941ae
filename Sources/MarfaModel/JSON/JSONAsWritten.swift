/// Tells whether a stored JSON text can be sent on as it is, without making values of it.
///
/// A text that this project wrote is, nearly always, what reading it and writing it again would
/// give. This says so where one look can tell: no white space, each key once, valid UTF-8, whole
/// numbers, and no escape but the short ones. It answers `false` for every other text, a damaged one
/// included, which is then read as any text is and refused with the reason.
package enum JSONAsWritten {
  /// The levels that are looked at; deeper texts are read.
  private static let depth = 8
  /// The keys that are looked at in objects around one another; each is compared with those before
  /// it, so many would take longer than reading them.
  private static let keys = 64

  /// Whether reading this object and writing it again surely gives the same bytes.
  package static func holdsObject(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.first == .jsonOpenBrace else { return false }
    return withUnsafeTemporaryAllocation(of: Look.Key.self, capacity: keys) { keys in
      var look = Look(text: text, keys: keys)
      return look.object(levels: depth) && look.at == text.count
    }
  }

  /// A walk over the text that ends at the first doubt.
  private struct Look {
    /// Where a key stands. Plain enough to need no clearing up.
    struct Key {
      let start: Int
      let length: Int
    }

    let text: UnsafeBufferPointer<UInt8>
    let keys: UnsafeMutableBufferPointer<Key>
    var keyCount = 0
    var at = 0

    private var byte: UInt8 { at < text.count ? text[at] : 0 }

    mutating func object(levels: Int) -> Bool {
      at += 1
      guard byte != .jsonCloseBrace else { return skip() }
      let first = keyCount
      while true {
        guard key(notSince: first), byte == .jsonColon, skip(), value(levels: levels) else {
          return false
        }
        switch byte {
        case .jsonComma: at += 1
        case .jsonCloseBrace:
          keyCount = first
          return skip()
        default: return false
        }
      }
    }

    private mutating func list(levels: Int) -> Bool {
      at += 1
      guard byte != .jsonCloseBracket else { return skip() }
      while value(levels: levels) {
        switch byte {
        case .jsonComma: at += 1
        case .jsonCloseBracket: return skip()
        default: return false
        }
      }
      return false
    }

    private mutating func value(levels: Int) -> Bool {
      switch byte {
      case .jsonQuote: string()
      case .jsonOpenBrace: levels > 1 && object(levels: levels - 1)
      case .jsonOpenBracket: levels > 1 && list(levels: levels - 1)
      case 0x74: word("true")
      case 0x66: word("false")
      case 0x6E: word("null")
      default: wholeNumber()
      }
    }

    private mutating func skip() -> Bool {
      at += 1
      return true
    }

    private mutating func word(_ word: StaticString) -> Bool {
      let length = word.utf8CodeUnitCount
      guard text.count - at >= length else { return false }
      for place in 0..<length where text[at + place] != word.utf8Start[place] { return false }
      at += length
      return true
    }

    /// A number of at most 18 digits, which surely fits 64 bits. A fraction or an exponent is left
    /// standing, and doubted by whoever expects a comma.
    private mutating func wholeNumber() -> Bool {
      if byte == 0x2D {
        at += 1
        // Minus zero reads as zero.
        guard byte != 0x30 else { return false }
      }
      guard byte != 0x30 else { return skip() }
      let start = at
      while 0x30...0x39 ~= byte { at += 1 }
      return 1...18 ~= at - start
    }

    /// A key of plain ASCII that this object doesn't have yet. Other keys can be the same text in
    /// other bytes.
    private mutating func key(notSince first: Int) -> Bool {
      guard byte == .jsonQuote, keyCount < keys.count else { return false }
      let start = at + 1
      guard let (isASCII, hasEscapes) = scan(), isASCII, !hasEscapes else { return false }
      let length = at - 1 - start
      for place in first..<keyCount where isSame(keys[place], start, length) { return false }
      keys.initializeElement(at: keyCount, to: Key(start: start, length: length))
      keyCount += 1
      return true
    }

    private func isSame(_ key: Key, _ start: Int, _ length: Int) -> Bool {
      guard key.length == length else { return false }
      for place in 0..<length where text[key.start + place] != text[start + place] { return false }
      return true
    }

    private mutating func string() -> Bool {
      let start = at + 1
      guard let (isASCII, _) = scan() else { return false }
      if isASCII { return true }
      let bytes = UnsafeBufferPointer(rebasing: text[start..<at - 1])
      return bytes.firstInvalidUTF8 == bytes.count
    }

    /// Goes from an opening quote to behind the closing one.
    private mutating func scan() -> (isASCII: Bool, hasEscapes: Bool)? {
      let raw = UnsafeRawBufferPointer(text)
      var place = at + 1
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
        guard place < text.count else { return nil }
        switch text[place] {
        case .jsonQuote:
          at = place + 1
          return (gathered & .eight(0x80) == 0, hasEscapes)
        case .jsonBackslash:
          hasEscapes = true
          guard place + 1 < text.count, Self.isShortEscape(text[place + 1]) else { return nil }
          place += 2
        case 0x00..<0x20: return nil
        default:
          gathered |= UInt64(text[place])
          place += 1
        }
      }
    }

    /// Whether the writer, too, spells a character by this letter behind a backslash.
    private static func isShortEscape(_ letter: UInt8) -> Bool {
      switch letter {
      case .jsonQuote, .jsonBackslash, 0x62, 0x66, 0x6E, 0x72, 0x74: true
      default: false
      }
    }
  }
}
