/// Puts the head of an answer together from the lines that libcurl hands over: a value.
struct TransportHeadParser: Sendable {
  enum Outcome: Sendable {
    /// More lines are needed.
    case incomplete
    /// The head of the answer itself is whole.
    case complete(TransportHead)
    /// The lines are no head, or too many bytes.
    case failed(TransportError)
  }

  /// The most bytes of all lines together. Above, a hostile server fills memory; below, long
  /// tokens in fields would be cut off.
  static let limit = 262_144

  private var status: Int?
  private var fields: [(name: String, value: String)] = []
  private var size = 0
  private(set) var isComplete = false

  /// Takes one line, its ending included. Lines after the head (trailers) are passed over.
  mutating func take(_ line: UnsafeRawBufferPointer) -> Outcome {
    guard !isComplete else { return .incomplete }
    size += line.count
    guard size <= Self.limit else { return .failed(.connection(.tooLarge)) }
    let content = Self.trimmed(line[...])
    if content.isEmpty { return endHead() }
    if content.starts(with: "HTTP/".utf8) {
      guard let code = Self.status(content) else { return .failed(.connection(.unreadable)) }
      status = code
      fields = []
    } else if let first = line.first, first == 0x20 || first == 0x09 {
      // A folded line (obsolete): it goes on with the value before.
      if let last = fields.popLast() {
        fields.append((last.name, last.value + " " + Self.text(content)))
      }
    } else if let colon = content.firstIndex(of: UInt8(ascii: ":")) {
      let value = Self.trimmed(content[content.index(after: colon)...])
      fields.append((Self.text(Self.trimmed(content[..<colon])), Self.text(value)))
    }
    return .incomplete
  }

  private mutating func endHead() -> Outcome {
    guard let status else { return .incomplete }
    // 100 to 199 announce that the answer is still to come; 101 is asked for by no one here.
    guard status >= 200 else {
      self.status = nil
      fields = []
      return .incomplete
    }
    isComplete = true
    return .complete(TransportHead(status: status, headers: TransportHeaders(fields)))
  }

  private static func status(_ line: Slice<UnsafeRawBufferPointer>) -> Int? {
    let words = line.split(separator: 0x20, maxSplits: 2)
    guard words.count >= 2, words[1].count == 3,
      words[1].allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return words[1].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func trimmed(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
