/// Numbers for the different words of a query, found again for each word of a text.
struct WordNumbers {
  private struct Entry {
    let word: [UInt8]
    let number: Int
  }

  /// The words by their hash; most of the lists are empty, and few hold two.
  private var buckets: [[Entry]]
  private(set) var count = 0

  /// Makes room for so many words.
  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    buckets = Array(repeating: [], count: size)
  }

  /// The number of a word, a new one for a word not met yet.
  mutating func number(of word: [UInt8]) -> Int {
    let known = word.withUnsafeBufferPointer { find($0) }
    if let known { return known }
    let place = word.withUnsafeBufferPointer { bucket(of: $0) }
    buckets[place].append(Entry(word: word, number: count))
    count += 1
    return count - 1
  }

  /// The number of a word, `nil` when it is none of them.
  @inline(__always)
  func find(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
    for entry in buckets[bucket(of: word)]
    where entry.word.count == word.count && word.begins(with: entry.word) {
      return entry.number
    }
    return nil
  }

  @inline(__always)
  private func bucket(of word: UnsafeBufferPointer<UInt8>) -> Int {
    // FNV-1a (Fowler, Noll and Vo). A query has few words, and its own are all that can collide.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & (buckets.count - 1)
  }
}
