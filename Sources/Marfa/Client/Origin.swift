import Foundation

/// What identifies a server: scheme, host, port and path prefix.
///
/// Scheme and host are lower-cased, the path keeps its case, a closing slash, a query and a
/// fragment are dropped. Two keys for one origin are the same server.
struct Origin: Sendable, Hashable {
  /// The normal form, such as `https://example.org:8600/team`.
  let text: String

  /// The origin of an address; `nil` unless it is `http(s)` with a host and without credentials.
  init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = parts.host?.lowercased(), !host.isEmpty,
      parts.user == nil, parts.password == nil
    else { return nil }
    var path = parts.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let usual = scheme == "http" ? 80 : 443
    let port = parts.port.map { $0 == usual ? "" : ":\($0)" } ?? ""
    text = "\(scheme)://\(bracketed)\(port)\(path)"
  }
}
