import MarfaModel

@testable import MarfaServer

/// A key for each name that is asked for, with which everything may be done.
struct SimKeys: CredentialSource {
  let hasher = KeyHasher(salt: [1, 2, 3])

  /// A source that every key may claim.
  static let sharedSource = "import"

  func credential(bearer header: String?) async -> Credential? { known(bearer: header) }

  func known(bearer header: String?) -> Credential? {
    guard let header, header.hasPrefix("Bearer ") else { return nil }
    let name = String(header.dropFirst(7))
    var permissions = KeyPermissions.everything
    permissions.sources = [Self.sharedSource]
    return Credential(
      id: "key-\(name)", label: name, source: name, defaultTier: nil, permissions: permissions)
  }

  func settled(bearer header: String?) -> Credential? { known(bearer: header) }

  func refreshed(_ credential: Credential?) async -> Credential? { credential }

  func forgetCached() {}
}
