import MarfaModel

/// Who may bring bytes and who may ask for them at all.
enum BlobAccess {
  /// Lets through who may write at least one registered type, or manages all bytes.
  ///
  /// - Throws: `type_not_permitted`; no single grant is named, since any would do.
  static func mayUpload(_ permissions: KeyPermissions, _ catalog: TypeCatalog) throws(RuleRefusal) {
    let writesAny = catalog.types.contains { type in
      !TypeId.isSystem(type.id) && permissions.writes(type: type.id, in: catalog)
    }
    guard writesAny || permissions.holds(.manageBlobs) else {
      throw RuleRefusal(
        status: 403, code: "type_not_permitted",
        message: "This key writes no type of item, so it cannot bring files.")
    }
  }

  /// Whether a key may perhaps bring bytes: it writes some type, which need not be registered. That
  /// can be told without the store.
  static func mightUpload(_ permissions: KeyPermissions) -> Bool {
    permissions.holds(.manageBlobs)
      || permissions[.types].levels.values.contains { $0 >= .write }
  }

  /// Lets through who reads anything at all, or manages all bytes.
  ///
  /// - Throws: `type_not_permitted`.
  static func mayRead(_ permissions: KeyPermissions) throws(RuleRefusal) {
    guard permissions.reachesAnyType || permissions.holds(.manageBlobs) else {
      throw .reachesNoType
    }
  }
}
