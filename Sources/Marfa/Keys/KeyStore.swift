#if canImport(Security)
  import Security
#endif

/// Where an app keeps the keys of its servers.
///
/// A slot is named by a service (the app) and an account (the server). All calls wait for the
/// store; call them off the main actor where that matters.
public protocol KeyStore: Sendable {
  /// Keeps a key, in place of one that the slot holds.
  ///
  /// - Throws: ``Keychain/Failure``.
  func save(key: String, service: String, account: String) throws
  /// The key of a slot; `nil` when it holds none.
  ///
  /// - Throws: ``Keychain/Failure``, also for a key that is there but may not be read now.
  func key(service: String, account: String) throws -> String?
  /// Whether a slot holds a key, without reading it.
  ///
  /// - Parameter account: `nil` asks for any account of the service.
  /// - Throws: ``Keychain/Failure``.
  func holds(service: String, account: String?) throws -> Bool
  /// Empties a slot; an empty one is no error.
  ///
  /// - Throws: ``Keychain/Failure``.
  func delete(service: String, account: String) throws
}

extension KeyStore {
  /// Whether any account of a service holds a key.
  ///
  /// - Throws: ``Keychain/Failure``.
  public func holds(service: String) throws -> Bool { try holds(service: service, account: nil) }
}
