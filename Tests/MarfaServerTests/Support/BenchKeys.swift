import MarfaModel
import Resilience

@testable import MarfaServer

/// Keys that a test makes up: the secret of each is its name.
final class BenchKeys: CredentialSource {
  let hasher = KeyHasher(salt: [1, 2, 3])
  private let held = Lock<[String: Credential]>([:])

  /// Adds a key, or changes what it holds.
  func add(_ name: String, permissions: KeyPermissions, tier: Tier? = nil) {
    let credential = Credential(
      id: "key-\(name)", label: name, source: name, defaultTier: tier, permissions: permissions)
    held.withLock { $0[name] = credential }
  }

  /// Ends a key.
  func remove(_ name: String) { held.withLock { $0[name] = nil } }

  /// The key whose name the header bears.
  func credential(bearer header: String?) async -> Credential? {
    guard let header, header.hasPrefix("Bearer ") else { return nil }
    let name = String(header.dropFirst(7))
    return held.withLock { $0[name] }
  }

  /// The key whose name the header bears.
  func known(bearer header: String?) -> Credential? {
    guard let header, header.hasPrefix("Bearer ") else { return nil }
    return held.withLock { $0[String(header.dropFirst(7))] }
  }

  /// The key whose name the header bears.
  func settled(bearer header: String?) -> Credential? { known(bearer: header) }

  /// The key as it stands now.
  func refreshed(_ credential: Credential?) async -> Credential? {
    guard let credential else { return nil }
    return held.withLock { $0[credential.label] }
  }

  /// Nothing is cached.
  func forgetCached() {}
}
