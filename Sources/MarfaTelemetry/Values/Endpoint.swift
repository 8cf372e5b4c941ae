import Foundation

/// Where reports go: a host that was checked, and the project's token.
struct Endpoint: Sendable, Hashable {
  let host: URL
  let token: String

  /// An address of the host; what the host's own address had behind its path is left out.
  func address(_ path: String) -> URL {
    var parts = URLComponents(url: host, resolvingAgainstBaseURL: true) ?? URLComponents()
    var prefix = parts.percentEncodedPath[...]
    while prefix.hasSuffix("/") { prefix.removeLast() }
    parts.percentEncodedPath = prefix + path
    parts.percentEncodedQuery = nil
    parts.fragment = nil
    // A host that was checked has a scheme and a name, from which an address can be made.
    return parts.url ?? host
  }
}
