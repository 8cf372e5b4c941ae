/// Every item type and edge type that is known, with their ancestors worked out.
///
/// A value that never changes: registering, replacing and deleting answer a new catalog or a
/// refusal. Making one costs time in the number of types; reading it is a dictionary look-up.
public struct TypeCatalog: Sendable {
  /// The most ancestors that a type may have when it is registered.
  public static let ancestorLimit = 10

  /// The most ancestors that are walked when a stored or served catalog is read.
  public static let walkLimit = 64

  /// The item types, sorted by identifier.
  public var types: [TypeDefinition] { contents.types }
  /// The edge types, sorted by identifier.
  public var edgeTypes: [EdgeTypeDefinition] { contents.edgeTypes }

  /// What is in it, in one object: every request of a server is handed its catalog.
  private final class Contents: Sendable {
    let types: [TypeDefinition]
    let edgeTypes: [EdgeTypeDefinition]
    let definitions: [String: TypeDefinition]
    let edges: [String: EdgeTypeDefinition]
    /// A type whose chain is a loop or too long is in `definitions` and not here.
    let resolved: [String: ResolvedType]

    init(types: [TypeDefinition], edgeTypes: [EdgeTypeDefinition]) {
      let definitions = Dictionary(types.map { ($0.id, $0) }) { $1 }
      let edges = Dictionary(edgeTypes.map { ($0.id, $0) }) { $1 }
      self.definitions = definitions
      self.edges = edges
      self.types = definitions.values.sorted { ResolvedType.byBytes($0.id, $1.id) }
      self.edgeTypes = edges.values.sorted { ResolvedType.byBytes($0.id, $1.id) }
      resolved = definitions.compactMapValues { definition in
        TypeCatalog.chain(of: definition, in: definitions).map(ResolvedType.init)
      }
    }
  }

  private let contents: Contents

  /// Makes a catalog. Of two definitions with one identifier the later one stands.
  public init(types: [TypeDefinition] = [], edgeTypes: [EdgeTypeDefinition] = []) {
    contents = Contents(types: types, edgeTypes: edgeTypes)
  }

  /// Reads the lists that a store or a server holds.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` when a definition has no identifier.
  public init(
    reading types: [JSONObject], edgeTypes: [JSONObject]
  ) throws(MarfaError) {
    self.init(
      types: try types.map { type throws(MarfaError) in try TypeDefinition(reading: type) },
      edgeTypes: try edgeTypes.map { type throws(MarfaError) in
        try EdgeTypeDefinition(reading: type)
      })
  }

  /// The item type as it was registered.
  public func definition(_ id: String) -> TypeDefinition? { contents.definitions[id] }

  /// The item type with its ancestors; `nil` when it is unknown or its chain is broken.
  public func type(_ id: String) -> ResolvedType? { contents.resolved[id] }

  /// The edge type as it was registered.
  public func edgeDefinition(_ id: String) -> EdgeTypeDefinition? { contents.edges[id] }

  /// Whether an item type is registered.
  public func isKnown(_ id: String) -> Bool { contents.definitions[id] != nil }

  /// The item type that a write names.
  ///
  /// - Throws: `unknown_type`, or `type_chain_unresolvable` when its ancestors are broken.
  public func typeForWriting(_ id: String) throws(RuleRefusal) -> ResolvedType {
    if let type = contents.resolved[id] { return type }
    if contents.definitions[id] == nil { throw .unknownType(id) }
    throw .chainUnresolvable(id)
  }

  /// The item type as a value for apps.
  ///
  /// - Throws: ``MarfaError/notFound(code:message:)`` with `type_not_found`, or
  ///   ``MarfaError/decoding(message:)`` when its ancestors are a loop or more than ``walkLimit``.
  public func itemType(_ id: String) throws(MarfaError) -> ItemType {
    if let type = contents.resolved[id] { return type.value }
    guard contents.definitions[id] != nil else {
      throw .notFound(
        code: "type_not_found", message: "There is no type of item called \(id).")
    }
    throw .decoding(message: "The ancestors of the type \(id) are a loop or too many.")
  }

  /// Every item type as a value for apps, sorted by identifier.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` when the ancestors of one cannot be worked out.
  public func itemTypes() throws(MarfaError) -> [ItemType] {
    try types.map { type throws(MarfaError) in try itemType(type.id) }
  }

  /// The edge type as a value for apps.
  ///
  /// - Throws: ``MarfaError/notFound(code:message:)`` with `edge_type_not_found`.
  public func edgeType(_ id: String) throws(MarfaError) -> EdgeType {
    guard let definition = contents.edges[id] else {
      throw .notFound(
        code: "edge_type_not_found", message: "There is no type of edge called \(id).")
    }
    return definition.value
  }

  /// A definition and its ancestors, itself first; `nil` for a loop or too many.
  ///
  /// A parent that is not registered ends the chain.
  private static func chain(
    of definition: TypeDefinition, in definitions: [String: TypeDefinition]
  ) -> [TypeDefinition]? {
    var chain = [definition]
    var parent = definition.parent
    while let id = parent, let next = definitions[id] {
      guard chain.count <= walkLimit, !chain.contains(where: { $0.id == id }) else { return nil }
      chain.append(next)
      parent = next.parent
    }
    return chain
  }
}

extension TypeCatalog: Equatable {
  /// Whether both hold the same definitions.
  public static func == (left: TypeCatalog, right: TypeCatalog) -> Bool {
    left.contents === right.contents
      || left.types == right.types && left.edgeTypes == right.edgeTypes
  }
}
