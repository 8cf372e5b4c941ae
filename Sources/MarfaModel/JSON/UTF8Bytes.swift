extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte that begins no valid UTF-8 sequence (Unicode, table 3-7), or the
  /// count when all do.
  var firstInvalidUTF8: Int {
    var at = 0
    while at < count {
      let length = validSequence(at: at)
      guard length > 0 else { return at }
      at += length
    }
    return count
  }

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
