/// The name of the bytes of a file: their SHA-256, spelled `sha256:` and 64 hexadecimal digits.
package struct BlobHash: Sendable, Hashable, CustomStringConvertible {
  /// The 64 lowercase digits alone; files of bytes are named so.
  package let hex: String

  /// The name as it is written everywhere.
  package var text: String { Self.prefix + hex }

  /// The same as ``text``.
  package var description: String { text }

  private static let prefix = "sha256:"
  private static let digits = 64

  /// Reads a name; the digits alone are taken too, uppercase ones are not.
  package init?(_ text: String) {
    let hasPrefix = text.utf8.starts(with: Self.prefix.utf8)
    // By bytes: a mark behind the colon makes one character with it.
    let digits = Substring(text.utf8.dropFirst(hasPrefix ? Self.prefix.utf8.count : 0))
    guard digits.utf8.count == Self.digits, digits.utf8.allSatisfy(Self.isDigit) else { return nil }
    hex = String(digits)
  }

  /// The name that a property holds: only whole, with its prefix, and nothing around it.
  package init?(whole text: String) {
    guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
    self.init(text)
  }

  /// The names that stand anywhere in the texts of a value.
  ///
  /// One is a run of exactly 64 digits; a percent-encoded colon before it, `%3a`, does not belong
  /// to the run (events-blobs-keys 5.5).
  package static func references(in object: JSONObject) -> Set<BlobHash> {
    var found: Set<BlobHash> = []
    for (_, value) in object { collect(value, &found) }
    return found
  }

  private static func collect(_ value: JSONValue, _ found: inout Set<BlobHash>) {
    switch value {
    case .string(let text): collect(text, &found)
    case .array(let values): for value in values { collect(value, &found) }
    case .object(let object): for (_, value) in object { collect(value, &found) }
    case .null, .bool, .integer, .number: break
    }
  }

  private static func collect(_ text: String, _ found: inout Set<BlobHash>) {
    guard text.utf8.count >= digits else { return }
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        guard isDigit(bytes[start]) else {
          start += 1
          continue
        }
        var end = start + 1
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        var first = start
        // The end of an encoded colon looks like two more digits.
        if end - first == digits + 2, first > 0, bytes[first - 1] == UInt8(ascii: "%"),
          bytes[first] == UInt8(ascii: "3"), bytes[first + 1] == UInt8(ascii: "a")
        {
          first += 2
        }
        if end - first == digits {
          let digits = String(decoding: bytes[first..<end], as: UTF8.self)
          if let hash = BlobHash(digits) { found.insert(hash) }
        }
        start = end
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
