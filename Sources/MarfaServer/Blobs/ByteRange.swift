/// The part of some bytes that a request asks for with `Range` (events-blobs-keys 4.2).
enum ByteRange: Sendable, Hashable {
  /// All of them: nothing was asked for, or nothing that is understood here.
  case whole
  /// These.
  case part(Range<Int>)
  /// Some that are not there.
  case outside

  /// The largest bound that is read: what every client's numbers can hold, 2^53 - 1.
  private static let largest = 9_007_199_254_740_991

  /// Reads a `Range` field: one part, `bytes=a-b` or `bytes=a-`. Anything else asks for all.
  init(_ field: String?, size: Int) {
    self = .whole
    guard let field, field.hasPrefix("bytes=") else { return }
    let bounds = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = Self.number(bounds[0]) else { return }
    var last = Self.largest
    if !bounds[1].isEmpty {
      guard let number = Self.number(bounds[1]) else { return }
      last = number
    }
    self = first >= size || last < first ? .outside : .part(first..<min(last, size - 1) + 1)
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), number <= largest
    else { return nil }
    return number
  }
}
