import Foundation

extension Telemetry {
  /// A PostHog project: its host and the token that lets reports in.
  public struct Destination: Sendable, Hashable {
    let endpoint: Endpoint

    /// Checks a host and a token.
    ///
    /// - Parameters:
    ///   - host: an `https` address, or for tests an `http` one of this machine (`localhost`,
    ///     127.0.0.0/8, `::1`).
    ///   - projectToken: the project's token, from a build setting that public source lacks.
    /// - Throws: ``ConfigurationError``, which repeats neither of the two.
    public init(host: URL, projectToken: String) throws(ConfigurationError) {
      guard Self.carriesNoCredentials(host) else { throw .hostCarriesCredentials }
      guard Self.isAllowed(host) else { throw .hostNotAllowed }
      guard !projectToken.isEmpty else { throw .emptyToken }
      // A control character could end a header's line.
      guard !projectToken.unicodeScalars.contains(where: Self.isBlank) else { throw .blankInToken }
      endpoint = Endpoint(host: host, token: projectToken)
    }

    private static func carriesNoCredentials(_ host: URL) -> Bool {
      // Both readings, because a user name without letters counts as none for one of them.
      host.user == nil && host.password == nil
        && URLComponents(url: host, resolvingAgainstBaseURL: true)?.percentEncodedUser == nil
    }

    private static func isAllowed(_ url: URL) -> Bool {
      guard let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty else {
        return false
      }
      switch url.scheme?.lowercased() {
      case "https": return true
      case "http": return isLoopback(host)
      default: return false
      }
    }

    private static func isLoopback(_ host: String) -> Bool {
      let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      if name == "localhost" || name == "::1" || name == "0:0:0:0:0:0:0:1" { return true }
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      // Four decimal numbers only: resolvers read other spellings in other ways.
      return parts.count == 4 && parts[0] == "127"
        && parts.allSatisfy { part in
          part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && UInt8(part) != nil
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
  }
}
