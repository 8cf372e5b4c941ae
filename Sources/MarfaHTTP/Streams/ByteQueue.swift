/// Bytes in the order they came, kept in the arrays they came in.
struct ByteQueue {
  private var chunks: [[UInt8]] = []
  /// The first chunk that still holds bytes, and how many of them are taken already.
  private var head = 0
  private var taken = 0

  /// How many bytes wait.
  private(set) var count = 0

  /// Appends bytes; keeps the array, copies nothing.
  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    chunks.append(bytes)
    count += bytes.count
  }

  /// Moves the first bytes into a buffer, as many as fit, and answers how many they were.
  mutating func move(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count, head < chunks.count {
      let amount = min(buffer.count - filled, chunks[head].count - taken)
      chunks[head].withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<(taken + amount)]))
      }
      filled += amount
      taken += amount
      if taken == chunks[head].count { dropHead() }
    }
    count -= filled
    return filled
  }

  /// Forgets everything.
  mutating func removeAll() { self = ByteQueue() }

  private mutating func dropHead() {
    chunks[head] = []
    head += 1
    taken = 0
    // Compacting at half keeps both the moving and the dead front small.
    if head * 2 >= chunks.count {
      chunks.removeFirst(head)
      head = 0
    }
  }
}
