extension TransportRequest {
  /// Checks what would let a request say something else than it means.
  ///
  /// - Returns: the checked address.
  /// - Throws: ``TransportError/notBuildable(_:)``; nothing has been sent.
  func checked() throws(TransportError) -> TransportAddress {
    guard Self.isToken(method) else { throw .notBuildable(.method) }
    for (name, value) in headers {
      guard Self.isToken(name), value.utf8.allSatisfy(Self.isFieldByte) else {
        throw .notBuildable(.header)
      }
    }
    return try TransportAddress(url)
  }

  /// Whether a request that got lost may be sent again without asking the caller.
  ///
  /// By its method (RFC 9110, section 9.2.2), or because it carries a key under which the server
  /// does it once.
  var isReplayable: Bool {
    ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method)
      || TransportHeaders(headers)["Idempotency-Key"] != nil
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default:
          "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func isFieldByte(_ byte: UInt8) -> Bool {
    byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
  }
}
