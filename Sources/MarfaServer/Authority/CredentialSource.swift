/// Where credentials come from.
protocol CredentialSource: Sendable {
  /// What turns the secrets of keys that are minted into what the store holds of them.
  var hasher: KeyHasher { get }
  /// The credential of an `Authorization` header; `nil` when nobody holds it.
  ///
  /// - Throws: what the store throws. A store that cannot be read is no reason to refuse a key,
  ///   which would make its holder throw it away.
  func credential(bearer header: String?) async throws -> Credential?
  /// The same as far as it is known without waiting; `nil` also when nobody can tell at once.
  func known(bearer header: String?) -> Credential?
  /// The same for a request that is answered at once: also `nil` when its use is to be noted, which
  /// is a write.
  func settled(bearer header: String?) -> Credential?
  /// The same credential as it stands now; `nil` when it has ended.
  ///
  /// - Throws: what the store throws.
  func refreshed(_ credential: Credential?) async throws -> Credential?
  /// Forgets what is cached, since keys were changed.
  func forgetCached()
}
