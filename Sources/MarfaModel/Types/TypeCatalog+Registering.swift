extension TypeCatalog {
  /// The catalog with one more item type.
  ///
  /// - Parameter definition: what ``TypeDefinition/init(registering:id:)`` accepted.
  /// - Throws: `validation_error` for an unknown parent or a chain that is circular or too long,
  ///   `invalid_schema`, `inheritance_violation`, `compatible_with_violation`; last of all
  ///   `type_already_exists`, so that a faulty definition under a taken name hears of its fault.
  public func registering(_ definition: TypeDefinition) throws(RuleRefusal) -> TypeCatalog {
    let next = with(definition)
    try next.judge(definition)
    guard !isKnown(definition.id) else { throw .typeExists(definition.id) }
    return next
  }

  /// The catalog with another shape of an item type that it holds.
  ///
  /// - Throws: `type_not_found`, `core_type_immutable`, or what ``registering(_:)`` throws; also
  ///   when a type under it would break, naming that type.
  public func replacing(_ definition: TypeDefinition) throws(RuleRefusal) -> TypeCatalog {
    try refuseUnchangeable(definition.id)
    let next = with(definition)
    try next.judge(definition)
    return next
  }

  /// The catalog without an item type. Whether items of it exist is the caller's to ask.
  ///
  /// - Throws: `type_not_found`, `core_type_immutable`, `type_has_subtypes`.
  public func removing(_ id: String) throws(RuleRefusal) -> TypeCatalog {
    try refuseUnchangeable(id)
    let children = types.filter { $0.parent == id && $0.id != id }.map(\.id)
    guard children.isEmpty else { throw .hasSubtypes(id, children) }
    return TypeCatalog(types: types.filter { $0.id != id }, edgeTypes: edgeTypes)
  }

  /// Refuses what cannot be replaced or deleted whoever asks.
  ///
  /// - Throws: `type_not_found`, `core_type_immutable`.
  public func refuseUnchangeable(_ id: String) throws(RuleRefusal) {
    guard isKnown(id) else { throw .typeNotFound(id) }
    guard !TypeId.isPlatform(id) else { throw .platformType(id) }
  }

  /// The catalog with one more edge type.
  ///
  /// - Parameter definition: what ``EdgeTypeDefinition/init(registering:in:)`` accepted.
  /// - Throws: `conflict` when a name is taken, as an identifier or as a reverse name.
  public func registering(
    edgeType definition: EdgeTypeDefinition
  ) throws(RuleRefusal) -> TypeCatalog {
    let taken = Set(edgeTypes.flatMap { [$0.id] + ($0.reverseName.map { [$0] } ?? []) })
    let names = [definition.id] + (definition.reverseName.map { [$0] } ?? [])
    if let name = names.first(where: taken.contains) ?? repeated(names) {
      throw .conflict("The name \(name) is taken by an edge type.", id: name)
    }
    return TypeCatalog(types: types, edgeTypes: edgeTypes + [definition])
  }

  /// The catalog without an edge type. Whether edges of it exist is the caller's to ask.
  ///
  /// - Throws: `edge_type_not_found`; `validation_error` for one that the product ships.
  public func removing(edgeType id: String) throws(RuleRefusal) -> TypeCatalog {
    guard let definition = edgeDefinition(id) else { throw .edgeTypeNotFound(id) }
    guard !definition.shipped else {
      throw .validation(path: "id", "The edge type \(id) belongs to the product.")
    }
    return TypeCatalog(types: types, edgeTypes: edgeTypes.filter { $0.id != id })
  }

  private func repeated(_ names: [String]) -> String? {
    Set(names).count == names.count ? nil : names.last
  }

  private func with(_ definition: TypeDefinition) -> TypeCatalog {
    TypeCatalog(types: types + [definition], edgeTypes: edgeTypes)
  }
}
