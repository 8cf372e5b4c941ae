/// Reading percent-encoded text, as paths and queries carry it (RFC 3986, section 2.1).
public enum PercentEncoding {
  /// Decodes a path segment or another encoded part, refusing what no writer would have meant.
  ///
  /// - Returns: the text, or `nil` when an escape is cut short, is not hexadecimal, or the decoded
  ///   bytes are not valid UTF-8.
  public static func decode(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(percent) else { return String(text) }
    let (bytes, isExact) = decodedBytes(text.utf8, plusIsSpace: false)
    return isExact ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// Decodes one side of a query pair as browsers do: a broken escape stays as it was written,
  /// `+` is a space, and bytes that are not UTF-8 become U+FFFD.
  static func decodeQueryPart(_ part: Substring.UTF8View.SubSequence) -> String {
    guard part.contains(where: { $0 == percent || $0 == plus }) else {
      return String(decoding: part, as: UTF8.self)
    }
    return String(decoding: decodedBytes(part, plusIsSpace: true).bytes, as: UTF8.self)
  }

  private static let percent = UInt8(ascii: "%")
  private static let plus = UInt8(ascii: "+")

  private static func decodedBytes(
    _ source: some Collection<UInt8>, plusIsSpace: Bool
  ) -> (bytes: [UInt8], isExact: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var isExact = true
    var rest = source[...]
    while let byte = rest.popFirst() {
      if byte == percent {
        let digits = rest.prefix(2).compactMap(hexValue)
        if digits.count == 2 {
          bytes.append(digits[0] << 4 | digits[1])
          rest = rest.dropFirst(2)
        } else {
          isExact = false
          bytes.append(byte)
        }
      } else {
        bytes.append(plusIsSpace && byte == plus ? 0x20 : byte)
      }
    }
    return (bytes, isExact)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
