extension KeyPermissions {
  /// The first thing that these permissions hold and a ceiling does not; `nil` when they fit.
  ///
  /// Compared as a whole: a wildcard fits only under one as wide, and an entry with which the
  /// ceiling narrows its own wildcard narrows what fits under it.
  ///
  /// - Parameters:
  ///   - ceiling: what the giving key holds.
  ///   - ownSource: the giving key's own source, which it can pass on as a claim.
  ///   - catalog: the types, for wildcards that reach subtypes by declaration.
  public func excess(
    over ceiling: KeyPermissions, ownSource: String, in catalog: TypeCatalog
  ) -> PermissionExcess? {
    let permission = KeyPermission.allCases.first { holds($0) && !ceiling.holds($0) }
    if let permission { return .permission(permission) }
    if let excess = typeExcess(over: ceiling, in: catalog) { return excess }
    for family in PermissionFamily.allCases where family != .types {
      if let excess = excess(over: ceiling, family) { return excess }
    }
    let allowed = Set(ceiling.sources).union([ownSource])
    return sources.first { !allowed.contains($0) }.map(PermissionExcess.source)
  }

  /// Levels change only where either map has an entry or a registered type inherits one, so
  /// comparing these places compares everything.
  private func typeExcess(
    over ceiling: KeyPermissions, in catalog: TypeCatalog
  ) -> PermissionExcess? {
    let (mine, theirs) = (self[.types], ceiling[.types])
    let places = Set(mine.levels.keys).union(theirs.levels.keys).union(catalog.types.map(\.id))
    for name in places.sorted(by: ResolvedType.byBytes) {
      let wanted = mine.level(ofPattern: name, in: catalog)
      if wanted > theirs.level(ofPattern: name, in: catalog) {
        return .entry(.types, name: name, wanted)
      }
    }
    return nil
  }

  private func excess(
    over ceiling: KeyPermissions, _ family: PermissionFamily
  ) -> PermissionExcess? {
    let (mine, theirs) = (self[family], ceiling[family])
    let places = Set(mine.levels.keys).union(theirs.levels.keys)
    for name in places.sorted(by: ResolvedType.byBytes) {
      let wanted = mine.level(of: name)
      if wanted > theirs.level(of: name) { return .entry(family, name: name, wanted) }
    }
    return nil
  }
}
