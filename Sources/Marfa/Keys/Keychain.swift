import Foundation

#if canImport(Security)
  import Security
#endif

/// The keychain of the system: Apple's, or on Linux the desktop's Secret Service.
///
/// A Linux machine without a desktop session has no Secret Service; then every call throws
/// ``Failure`` with the status "not available". There is no silent fallback: a server or a build
/// machine chooses ``FileKeyStore`` itself.
public struct Keychain: KeyStore {
  private let store: any KeyStore

  /// The default keychain of the person who runs the process.
  public static let system = Keychain(store: systemStore())

  private static func systemStore() -> any KeyStore {
    #if canImport(Security)
      return AppleKeychain()
    #else
      return SecretService()
    #endif
  }

  /// Keeps a key, in place of one that the slot holds.
  ///
  /// - Throws: ``Failure``.
  public func save(key: String, service: String, account: String) throws {
    try store.save(key: key, service: service, account: account)
  }

  /// The key of a slot; `nil` when it holds none.
  ///
  /// - Throws: ``Failure``.
  public func key(service: String, account: String) throws -> String? {
    try store.key(service: service, account: account)
  }

  /// Whether a slot holds a key. The secret is left alone, so nobody is asked for a password.
  ///
  /// - Parameter account: `nil` asks for any account of the service.
  /// - Throws: ``Failure``.
  public func holds(service: String, account: String? = nil) throws -> Bool {
    try store.holds(service: service, account: account)
  }

  /// Empties a slot; an empty one is no error.
  ///
  /// - Throws: ``Failure``.
  public func delete(service: String, account: String) throws {
    try store.delete(service: service, account: account)
  }
}
