/// The rules of edges that need nothing but the catalog and the types at both ends.
///
/// What needs the store (whether the ends exist, how many edges they hold, whether a loop arises)
/// is the engine's to ask; the refusals for it are in `RuleRefusal+Edges.swift`.
public struct EdgeRules: Sendable {
  /// The edge types whose edges may not run in a circle.
  public static let acyclicTypes: Set<String> = ["parent-of", "supersedes"]

  /// The edge type that places an item in a collection.
  public static let inCollection = "in-collection"

  /// The edge type that places an item in a folder on disk.
  public static let inFolder = "in-folder"

  /// The types that ends are looked up in.
  public let catalog: TypeCatalog

  /// Makes the rules of a catalog.
  public init(_ catalog: TypeCatalog) { self.catalog = catalog }

  /// The edge type that a write names.
  ///
  /// - Throws: `edge_type_not_found`.
  public func edgeType(_ id: String) throws(RuleRefusal) -> EdgeTypeDefinition {
    guard let definition = catalog.edgeDefinition(id) else { throw .edgeTypeNotFound(id) }
    return definition
  }

  /// Refuses an edge from an item to itself.
  ///
  /// - Throws: `edge_cycle`.
  public func judgeLoop(
    _ edgeType: String, sourceId: String, targetId: String
  ) throws(RuleRefusal) {
    guard sourceId != targetId else {
      throw .edgeCycle(edgeType, sourceId: sourceId, targetId: targetId)
    }
  }

  /// Judges the types at both ends, the source's first.
  ///
  /// - Parameter folderRevoked: whether the target is a folder that was revoked.
  /// - Throws: `edge_constraint_violation`.
  public func judgeEnds(
    _ edgeType: EdgeTypeDefinition, source: (id: String, type: String), targetType: String,
    folderRevoked: Bool = false
  ) throws(RuleRefusal) {
    guard catalog.satisfies(source.type, edgeType.sourceConstraints) else {
      throw .edgeEnd(
        edgeType.id, "source_type", source.type, allowed: edgeType.value.sourceTypeConstraints)
    }
    guard catalog.satisfies(targetType, edgeType.targetConstraints) else {
      throw .edgeEnd(
        edgeType.id, "target_type", targetType, allowed: edgeType.value.targetTypeConstraints)
    }
    if edgeType.id == Self.inFolder, folderRevoked {
      throw .edgeConstraint(
        edgeType.id, "revoked", "The folder was revoked and takes no further items.")
    }
    if edgeType.id == Self.inCollection,
      catalog.type(source.type)?.roles.contains("container") == true
    {
      throw .edgeConstraint(
        edgeType.id, "nesting", "A collection cannot be put into a collection.",
        ["source_id": .string(source.id), "source_type": .string(source.type)])
    }
  }

  /// Judges an edge's whole properties, after any merge.
  ///
  /// - Throws: `validation_error`, naming `properties.<name>`.
  public func judgeProperties(
    _ edgeType: EdgeTypeDefinition, _ properties: JSONObject
  ) throws(RuleRefusal) {
    if properties.keys.contains("") {
      throw .validation(path: "properties", "A property needs a name.")
    }
    if edgeType.id == Self.inFolder {
      try FolderPath.judge(properties)
      return
    }
    for field in edgeType.properties {
      let value = properties[field.name]
      if let value, !value.isNull {
        guard let fault = field.fault(in: value) else { continue }
        throw .validation(path: "properties.\(field.name)", fault)
      } else if field.required {
        throw .validation(path: "properties.\(field.name)", "“\(field.name)” is required.")
      }
    }
  }

  /// Judges which ends of an edge move. An end may move when the one that stays holds one edge.
  ///
  /// - Throws: `validation_error`, naming the end that cannot move.
  public func judgeMove(
    _ edgeType: EdgeTypeDefinition, source: Bool, target: Bool
  ) throws(RuleRefusal) {
    if source, target {
      throw .validation(path: "source_id", "An edge moves one of its ends at a time.")
    }
    if source, !edgeType.cardinality.sourceMayMove {
      throw .validation(
        path: "source_id", "An edge of the type \(edgeType.id) cannot move its source.")
    }
    if target, !edgeType.cardinality.targetMayMove {
      throw .validation(
        path: "target_id", "An edge of the type \(edgeType.id) cannot move its target.")
    }
  }

  /// Judges how many edges of the type the ends hold already, the edge itself left out.
  ///
  /// - Throws: `edge_constraint_violation`, naming the end that is taken.
  public func judgeCardinality(
    _ edgeType: EdgeTypeDefinition, sourceId: String, sourceHolds: Bool, targetId: String,
    targetHolds: Bool
  ) throws(RuleRefusal) {
    if edgeType.cardinality.targetHoldsOne, targetHolds {
      throw .edgeConstraint(
        edgeType.id, "cardinality", "The target already has an edge of the type \(edgeType.id).",
        ["target_id": .string(targetId)])
    }
    if edgeType.cardinality.sourceHoldsOne, sourceHolds {
      throw .edgeConstraint(
        edgeType.id, "cardinality", "The source already has an edge of the type \(edgeType.id).",
        ["source_id": .string(sourceId)])
    }
  }
}
