/// A shape with the bytes of its keys, which outlive the text that they were read from.
struct CarriedShape {
  let shape: JSONShape
  private let bytes: [UInt8]
  private let lengths: [Int]

  /// Copies the keys out of their text.
  init(_ shape: JSONShape, _ keys: [JSONSpan], of text: UnsafeBufferPointer<UInt8>) {
    self.shape = shape
    lengths = keys.map(\.length)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lengths.reduce(0, +))
    for key in keys { bytes.append(contentsOf: text[key.start..<key.start + key.length]) }
    self.bytes = bytes
  }

  /// Whether the keys from a place on are these, byte for byte.
  func matches(
    _ keys: borrowing JSONScratch<JSONSpan>, from first: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard lengths.count == keys.count - first else { return false }
    var place = 0
    for (index, length) in lengths.enumerated() {
      let key = keys[first + index]
      guard key.length == length else { return false }
      for offset in 0..<length where bytes[place + offset] != text[key.start + offset] {
        return false
      }
      place += length
    }
    return true
  }
}
