extension KeyPermissions {
  /// Judges a read of a type that the request itself names, such as a type filter.
  ///
  /// An item of a type that the key does not read is answered as missing instead.
  ///
  /// - Throws: `type_not_permitted`.
  public func judgeRead(type: String, in catalog: TypeCatalog) throws(RuleRefusal) {
    guard reads(type: type, in: catalog) else { throw .typeNotPermitted(type, .read) }
  }

  /// Judges a write of items of a type through the ordinary operations.
  ///
  /// Items of the `system` types, saved views aside, have operations of their own: no key writes
  /// them here, whatever its map says.
  ///
  /// - Throws: `type_not_permitted`.
  public func judgeItemWrite(type: String, in catalog: TypeCatalog) throws(RuleRefusal) {
    if TypeId.isSystem(type), type != TypeId.view { throw .systemType(type) }
    guard writes(type: type, in: catalog) else { throw .typeNotPermitted(type, .write) }
  }

  /// Judges a read or write of edges of a type. The source's type is judged before.
  ///
  /// - Throws: `edge_permission_denied`.
  public func judge(edgeType: String, _ level: GrantLevel) throws(RuleRefusal) {
    guard self[.edges].level(of: edgeType) >= level.permission else {
      throw .edgePermissionDenied(edgeType, level)
    }
  }

  /// Judges a read or write of an extension namespace. The item's type is judged before.
  ///
  /// - Throws: `forbidden`.
  public func judge(extension namespace: String, _ level: GrantLevel) throws(RuleRefusal) {
    guard self[.extensions].level(of: namespace) >= level.permission else {
      throw .extensionNotPermitted(namespace, level)
    }
  }

  /// Judges a registration of a type (`types`) or edge type (`edge_types`).
  ///
  /// - Throws: `forbidden`.
  public func judgeRegistration(_ resource: String) throws(RuleRefusal) {
    guard writes(metadata: resource) else { throw .metadataNotPermitted(resource) }
  }

  /// Judges an operation that takes a permission.
  ///
  /// - Throws: `forbidden`.
  public func judge(_ permission: KeyPermission) throws(RuleRefusal) {
    guard holds(permission) else { throw .lacksScope(permission.rawValue) }
  }
}

extension GrantLevel {
  /// The level as an entry of a map.
  var permission: PermissionLevel {
    switch self {
    case .read: .read
    case .write: .write
    }
  }
}

extension PermissionLevel {
  /// The level as a grant names it; nothing is granted by `none`.
  var grant: GrantLevel { self == .write ? .write : .read }
}
