import MarfaEngine
import MarfaModel
import MarfaSQL

/// Changes the registries of types for one sender, inside one transaction.
///
/// Each change is judged against the registries as they stand in the writer's transaction, so of
/// two that contradict each other one is refused.
struct Registry {
  let scope: WriteScope
  let sender: Credential

  /// Lets through who may register types.
  static func mayRegisterTypes(_ permissions: KeyPermissions) throws(RuleRefusal) {
    try permissions.judgeRegistration("types")
  }

  /// Lets through who may register edge types.
  static func mayRegisterEdgeTypes(_ permissions: KeyPermissions) throws(RuleRefusal) {
    try permissions.judgeRegistration("edge_types")
  }

  /// Lets through who may replace a type: wholly, or only so that it grows.
  static func mayReplaceTypes(_ permissions: KeyPermissions) throws(RuleRefusal) {
    guard permissions.holds(.writeSchema) || permissions.writes(metadata: "types") else {
      throw .lacksScope(KeyPermission.writeSchema.rawValue)
    }
  }

  /// The query keys of a removal.
  static let forceKeys = Route.Keys(declared: ["force"])

  /// Whether a removal leaves behind what is of the type.
  static func force(_ query: QueryParameters) throws(RuleRefusal) -> Bool {
    switch query["force"] {
    case nil, "false": return false
    case "true": return true
    default: throw .malformed(path: "force", "force must be true or false.")
    }
  }

  // MARK: Edge types

  /// Adds an edge type. The order of the checks is the protocol's (types-edges-search 4.11).
  func register(edgeType body: JSONObject) throws -> Reply {
    let names = try EdgeTypeDefinition.registrationNames(body, in: scope.catalog)
    try judgeReach(names.id, names.reverseName)
    let definition = try EdgeTypeDefinition(registering: body, in: scope.catalog)
    _ = try scope.catalog.registering(edgeType: definition)
    try scope.catalogs.put(definition)
    return .json(["edge_type": .object(definition.definition)], status: 201)
  }

  /// Removes an edge type.
  ///
  /// - Parameter force: whether edges of it may stay behind; they go on naming it.
  func remove(edgeType id: String, force: Bool) throws -> Reply {
    _ = try scope.catalog.removing(edgeType: id)
    try judgeReach(id, scope.catalog.edgeDefinition(id)?.reverseName)
    if !force {
      let isInUse = try scope.connection.exists(
        "SELECT 1 FROM edges WHERE edge_type = ?1 LIMIT 1", [.text(id)])
      if isInUse { throw RuleRefusal.edgeTypeInUse(id) }
    }
    try scope.catalogs.remove(edgeType: id)
    return .ok
  }

  private func judgeReach(_ id: String, _ reverseName: String?) throws {
    try sender.permissions.judge(edgeType: id, .write)
    if let reverseName { try sender.permissions.judge(edgeType: reverseName, .write) }
  }
}
