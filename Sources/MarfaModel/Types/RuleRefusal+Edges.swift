extension RuleRefusal {
  /// An edge that breaks one of its type's constraints (`edge_constraint_violation`).
  ///
  /// - Parameter constraint: `duplicate`, `cardinality`, `nesting` or `revoked`.
  static func edgeConstraint(
    _ edgeType: String, _ constraint: String, _ message: String, _ further: JSONObject = [:]
  ) -> RuleRefusal {
    var details: JSONObject = [
      "constraint": .string(constraint), "edge_type": .string(edgeType),
    ]
    for (name, value) in further { details[name] = value }
    return RuleRefusal(code: "edge_constraint_violation", message: message, details: details)
  }

  /// An end whose type the edge type does not take.
  static func edgeEnd(
    _ edgeType: String, _ end: String, _ type: String, allowed: [String]
  ) -> RuleRefusal {
    RuleRefusal(
      code: "edge_constraint_violation",
      message: "An edge of the type \(edgeType) cannot have an item of \(type) at this end.",
      details: [
        "edge_type": .string(edgeType), end: .string(type),
        "allowed": .array(allowed.map(JSONValue.string)),
      ])
  }

  /// An edge between the same items of the same type exists (`edge_constraint_violation`).
  public static func duplicateEdge(
    _ edgeType: String, sourceId: String, targetId: String
  ) -> RuleRefusal {
    edgeConstraint(
      edgeType, "duplicate", "These items already have an edge of the type \(edgeType).",
      ["source_id": .string(sourceId), "target_id": .string(targetId)])
  }

  /// An edge that would run in a circle (`edge_cycle`).
  public static func edgeCycle(
    _ edgeType: String, sourceId: String, targetId: String
  ) -> RuleRefusal {
    RuleRefusal(
      code: "edge_cycle",
      message: sourceId == targetId
        ? "An item cannot have an edge to itself." : "The edge would close a circle.",
      details: [
        "edge_type": .string(edgeType), "source_id": .string(sourceId),
        "target_id": .string(targetId),
      ])
  }

  /// An end of an edge that is not there, or that the key may not read (`item_not_found`).
  ///
  /// The text is part of the interface.
  ///
  /// - Parameter end: `source` or `target`.
  public static func edgeEndNotFound(_ end: String, _ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 404, code: "item_not_found", message: "Edge \(end) item not found: \(id)")
  }

  /// No such edge (`edge_not_found`).
  public static let edgeNotFound = RuleRefusal(
    status: 404, code: "edge_not_found", message: "This connection is not here any more.")
}
