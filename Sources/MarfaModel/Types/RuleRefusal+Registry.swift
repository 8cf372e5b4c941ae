extension RuleRefusal {
  /// No such item type in the registry (`type_not_found`).
  public static func typeNotFound(_ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 404, code: "type_not_found", message: "There is no type of item called \(id).")
  }

  /// No such edge type in the registry (`edge_type_not_found`).
  public static func edgeTypeNotFound(_ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 404, code: "edge_type_not_found", message: "There is no type of edge called \(id).")
  }

  /// The identifier is registered (`type_already_exists`).
  static func typeExists(_ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "type_already_exists", message: "The type \(id) is already registered.")
  }

  /// A type of the product (`core_type_immutable`).
  static func platformType(_ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 403, code: "core_type_immutable",
      message: "The type \(id) belongs to the product and cannot be changed.")
  }

  /// Other types name it as their parent (`type_has_subtypes`).
  static func hasSubtypes(_ id: String, _ children: [String]) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "type_has_subtypes",
      message: "Other types take over the fields of \(id). Delete these first.",
      details: ["subtype_ids": .array(children.map(JSONValue.string))])
  }

  /// Items of the type exist (`type_in_use`).
  public static func typeInUse(_ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "type_in_use", message: "There are items of the type \(id).")
  }

  /// Edges of the type exist (`edge_type_in_use`).
  public static func edgeTypeInUse(_ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "edge_type_in_use", message: "There are edges of the type \(id).",
      details: ["edge_type": .string(id)])
  }

  /// A stored chain of ancestors is a loop or too long (`type_chain_unresolvable`).
  public static func chainUnresolvable(_ id: String) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "type_chain_unresolvable",
      message: "The ancestors of the type \(id) are a loop or too many.",
      details: ["type_id": .string(id)])
  }

  /// A name that is taken (`conflict`).
  static func conflict(_ message: String, id: String) -> RuleRefusal {
    RuleRefusal(
      status: 409, code: "conflict", message: message,
      details: ["conflicting_ids": [.string(id)]])
  }
}
