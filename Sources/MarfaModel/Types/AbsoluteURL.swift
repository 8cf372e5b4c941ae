/// The texts that `url` fields take: what the URL Standard's parser accepts without a base.
///
/// An approximation in one point: names in other scripts are taken without running them through
/// IDNA, so a name that only IDNA refuses passes.
enum AbsoluteURL {
  /// The schemes whose URLs must name a host, with `file`, whose host may be empty.
  private static let specialSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp", "file"]

  /// Whether a text parses as an absolute URL.
  static func isValid(_ text: String) -> Bool {
    let scalars = trimmed(text)
    guard let colon = scalars.firstIndex(of: ":") else { return false }
    guard let scheme = scheme(scalars[..<colon]) else { return false }
    let rest = scalars[(colon + 1)...]
    if scheme == "file" { return isFile(rest) }
    guard specialSchemes.contains(scheme) else {
      // Without two slashes the rest is an opaque path, which takes anything.
      guard rest.starts(with: ["/", "/"]) else { return true }
      let authority = rest.dropFirst(2).prefix { !"/?#".unicodeScalars.contains($0) }
      return authority.isEmpty || isAuthority(authority, special: false)
    }
    // A special scheme skips any number of slashes of either kind before its host.
    let authority = rest.drop { $0 == "/" || $0 == "\\" }
      .prefix { !"/\\?#".unicodeScalars.contains($0) }
    return isAuthority(authority, special: true)
  }

  /// Without control characters and spaces at the ends, and without tabs and line breaks at all.
  private static func trimmed(_ text: String) -> [Unicode.Scalar] {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    return scalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }
  }

  private static func scheme(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
    guard let first = scalars.first, first.isASCII, first.properties.isAlphabetic else {
      return nil
    }
    let marks = "+-.".unicodeScalars
    guard
      scalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || marks.contains($0))
      })
    else { return nil }
    return String(String.UnicodeScalarView(scalars)).lowercased()
  }

  private static func isFile(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    let slashes = rest.prefix { $0 == "/" || $0 == "\\" }.count
    guard slashes == 2 else { return true }
    let host = rest.dropFirst(2).prefix { !"/\\?#".unicodeScalars.contains($0) }
    let isDrive = host.count == 2 && (host.last == ":" || host.last == "|")
    return host.isEmpty || isDrive || URLHost.isValid(host, special: true)
  }

  /// Credentials, a host and a port.
  private static func isAuthority(
    _ authority: ArraySlice<Unicode.Scalar>, special: Bool
  ) -> Bool {
    var host = authority
    if let at = host.lastIndex(of: "@") {
      host = host[(at + 1)...]
      // Credentials without a host name nothing.
      if host.isEmpty { return false }
    }
    let bracket = host.lastIndex(of: "]") ?? host.startIndex
    if let colon = host[bracket...].lastIndex(of: ":") {
      let port = host[(colon + 1)...]
      guard port.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
      let digits = port.drop { $0 == "0" }
      guard digits.isEmpty || UInt16(String(String.UnicodeScalarView(digits))) != nil else {
        return false
      }
      host = host[..<colon]
      if host.isEmpty { return false }
    }
    return URLHost.isValid(host, special: special)
  }
}
