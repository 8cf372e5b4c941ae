/// An address checked before anything is sent to it, without changing a byte of it.
struct TransportAddress: Sendable, Hashable {
  /// The host as it is written, brackets of an IPv6 address included.
  let host: String
  /// Whether it is `https`.
  let isSecure: Bool

  /// Checks an address.
  ///
  /// - Throws: ``TransportError/notBuildable(_:)``.
  init(_ url: String) throws(TransportError) {
    let bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw .notBuildable(.url)
    }
    switch String(decoding: bytes[..<colon], as: UTF8.self).lowercased() {
    case "http": isSecure = false
    case "https": isSecure = true
    default: throw .notBuildable(.scheme)
    }
    let rest = bytes[bytes.index(after: colon)...]
    guard rest.starts(with: "//".utf8), bytes.allSatisfy(Self.isAddressByte) else {
      throw .notBuildable(.url)
    }
    let authority = rest.dropFirst(2).prefix { !Array("/?#".utf8).contains($0) }
    guard !authority.contains(UInt8(ascii: "@")) else { throw .notBuildable(.url) }
    let host: ArraySlice<UInt8>
    let port: ArraySlice<UInt8>
    if authority.first == UInt8(ascii: "[") {
      guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else {
        throw .notBuildable(.url)
      }
      host = authority[...end]
      port = authority[authority.index(after: end)...]
    } else {
      host = authority.prefix { $0 != UInt8(ascii: ":") }
      port = authority[host.endIndex...]
    }
    guard !host.isEmpty, Self.isPort(port) else { throw .notBuildable(.url) }
    self.host = String(decoding: host, as: UTF8.self)
  }

  /// Whether it names this machine, which no proxy stands before.
  var isLoopback: Bool {
    let name = host.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
      || (name.hasPrefix("127.")
        && name.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) })
  }

  /// Whether RFC 3986 lets this byte stand in an address.
  ///
  /// The others have to be percent-encoded by the caller: a line break would begin a second
  /// request, and a backslash is the end of the host to some and a part of it to others.
  private static func isAddressByte(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#""<>\^`{|}"#.utf8.contains(byte)
  }

  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    let digits = text.dropFirst()
    guard first == UInt8(ascii: ":"), !digits.isEmpty, digits.count <= 5,
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { return false }
    return (1...65_535).contains(number)
  }
}
