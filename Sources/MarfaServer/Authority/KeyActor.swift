import MarfaModel

/// Who works on the keys.
enum KeyActor: Sendable {
  /// Someone with direct authority: the command on the server's own machine.
  case direct
  /// The holder of a key.
  case key(Credential)

  /// Judges whether the keys can be listed and revoked at all.
  ///
  /// - Throws: `forbidden`, naming `keys.mint`.
  func judgeListing() throws(RuleRefusal) {
    guard case .key(let credential) = self else { return }
    let permissions = credential.permissions
    guard permissions.holds(.mintKeys) || permissions.holds(.manageKeys) else {
      throw .lacksScope(KeyPermission.mintKeys.rawValue)
    }
  }

  /// Judges whether keys can be minted.
  ///
  /// - Throws: `forbidden`, naming `keys.mint`.
  func judgeMinting() throws(RuleRefusal) {
    guard case .key(let credential) = self else { return }
    try credential.permissions.judge(.mintKeys)
  }

  /// Whether every key is in reach, also one that holds more.
  var reachesEveryKey: Bool {
    switch self {
    case .direct: true
    case .key(let credential): credential.permissions.holds(.manageKeys)
    }
  }

  /// Whether a key is in reach: it holds nothing that the actor lacks.
  func reaches(_ key: KeyRecord, in catalog: TypeCatalog) -> Bool {
    guard case .key(let credential) = self, !reachesEveryKey, key.id != credential.id else {
      return true
    }
    return excess(of: key.permissions, in: catalog) == nil
  }

  /// Whether a key is in reach only because every key is.
  func onlyManages(_ key: KeyRecord, in catalog: TypeCatalog) -> Bool {
    guard case .key(let credential) = self, key.id != credential.id else { return false }
    return excess(of: key.permissions, in: catalog) != nil
  }

  /// The first thing in some permissions that the actor cannot give.
  func excess(of permissions: KeyPermissions, in catalog: TypeCatalog) -> PermissionExcess? {
    guard case .key(let credential) = self else { return nil }
    return permissions.excess(
      over: credential.permissions, ownSource: credential.source, in: catalog)
  }
}
