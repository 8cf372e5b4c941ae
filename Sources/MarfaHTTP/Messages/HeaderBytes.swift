/// What the standard says of single bytes and names in header fields.
enum HeaderBytes {
  /// Whether two names are the same but for the case of ASCII letters.
  static func sameName(_ bytes: UnsafeRawBufferPointer, _ name: String) -> Bool {
    let other = name.utf8
    guard bytes.count == other.count else { return false }
    var index = 0
    for byte in other {
      if lowercased(byte) != lowercased(bytes[index]) { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes are a token, the only thing a field name may be (RFC 9110, 5.6.2).
  static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(isTokenByte)
  }

  /// Whether a byte may not stand in a field's value: every control but the tab.
  static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != 0x09) || byte == 0x7F
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
      true
    // The marks that a token may hold beside letters and digits.
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E:
      true
    default:
      false
    }
  }
}
