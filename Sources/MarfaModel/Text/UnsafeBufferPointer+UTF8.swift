extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte that begins no valid UTF-8 sequence (Unicode, table 3-7), or the
  /// count when all do.
  var firstInvalidUTF8: Int {
    let raw = UnsafeRawBufferPointer(self)
    var at = 0
    while at < count {
      // Most of most texts is ASCII: eight bytes at a time.
      if at + 8 <= count, raw.loadUnaligned(fromByteOffset: at, as: UInt64.self).isASCII {
        at += 8
        continue
      }
      let length = validSequence(at: at)
      guard length > 0 else { return at }
      at += length
    }
    return count
  }

  /// Whether these are the first bytes.
  func begins(with bytes: [UInt8]) -> Bool {
    guard bytes.count <= count else { return false }
    for place in bytes.indices where self[place] != bytes[place] { return false }
    return true
  }

  /// The scalar at a place and its number of bytes, or `nil` where no valid sequence begins.
  func scalar(at place: Int) -> (value: UInt32, length: Int)? {
    let length = validSequence(at: place)
    let first = UInt32(self[place])
    switch length {
    case 1: return (first, 1)
    case 2: return ((first & 0x1F) << 6 | continuation(place + 1), 2)
    case 3:
      return (
        (first & 0x0F) << 12 | continuation(place + 1) << 6 | continuation(place + 2), 3
      )
    case 4:
      return (
        (first & 0x07) << 18 | continuation(place + 1) << 12 | continuation(place + 2) << 6
          | continuation(place + 3), 4
      )
    default: return nil
    }
  }

  private func continuation(_ place: Int) -> UInt32 { UInt32(self[place] & 0x3F) }

  /// The length of the sequence at a place, or zero when it is not valid.
  private func validSequence(at place: Int) -> Int {
    let first = self[place]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    guard place + length <= count, second ~= self[place + 1] else { return 0 }
    for next in (place + 2)..<Swift.max(place + length, place + 2)
    where !(0x80...0xBF ~= self[next]) { return 0 }
    return length
  }
}

extension UInt64 {
  /// Whether each of the eight bytes is below 0x80.
  fileprivate var isASCII: Bool { self & 0x8080_8080_8080_8080 == 0 }
}

extension String {
  /// Whether these are the text's UTF-8 bytes.
  func holds(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.count == bytes.count
      && (utf8.withContiguousStorageIfAvailable { $0.holdsSame(as: bytes) }
        ?? utf8.elementsEqual(bytes))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the same bytes stand in a buffer of the same length.
  fileprivate func holdsSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    var place = 0
    while place + 8 <= count {
      let word = left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard word == right.loadUnaligned(fromByteOffset: place, as: UInt64.self) else {
        return false
      }
      place += 8
    }
    while place < count {
      guard left[place] == right[place] else { return false }
      place += 1
    }
    return true
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes a scalar as UTF-8 and answers its number of bytes. There must be room for them.
  func put(_ scalar: UInt32, at place: Int) -> Int {
    switch scalar {
    case ..<0x80:
      self[place] = UInt8(truncatingIfNeeded: scalar)
      return 1
    case ..<0x800:
      self[place] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
      self[place + 1] = continuation(scalar)
      return 2
    case ..<0x10000:
      self[place] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
      self[place + 1] = continuation(scalar >> 6)
      self[place + 2] = continuation(scalar)
      return 3
    default:
      self[place] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
      self[place + 1] = continuation(scalar >> 12)
      self[place + 2] = continuation(scalar >> 6)
      self[place + 3] = continuation(scalar)
      return 4
    }
  }

  private func continuation(_ bits: UInt32) -> UInt8 {
    0x80 | UInt8(truncatingIfNeeded: bits) & 0x3F
  }
}
