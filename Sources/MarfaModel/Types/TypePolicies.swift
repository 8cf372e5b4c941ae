/// The grammar of a type's display hints, merge policy and version policy.
///
/// Whether the fields they name exist is judged with the other types at hand, by ``TypeCatalog``.
enum TypePolicies {
  /// Checks the three members of a definition that is being registered.
  ///
  /// - Throws: `invalid_schema`, naming the member.
  static func check(_ body: JSONObject) throws(RuleRefusal) {
    try checkHints(object("display_hints", in: body))
    try checkMergePolicy(object("merge_policy", in: body))
    try checkVersionPolicy(object("version_policy", in: body))
  }

  private static func object(
    _ member: String, in body: JSONObject
  ) throws(RuleRefusal) -> JSONObject {
    guard let value = body[member], !value.isNull else { return [:] }
    guard let object = value.object else {
      throw .schema(path: member, "“\(member)” must be an object.")
    }
    return object
  }

  private static func checkHints(_ hints: JSONObject) throws(RuleRefusal) {
    for (name, value) in hints {
      guard name == "title_field" || name == "body_field" else {
        throw .schema(
          path: "display_hints.\(name)", "The hints are “title_field” and “body_field”.")
      }
      guard value.string != nil || value.isNull else {
        throw .schema(path: "display_hints.\(name)", "“\(name)” must name a field.")
      }
    }
  }

  private static func checkMergePolicy(_ policy: JSONObject) throws(RuleRefusal) {
    if let value = policy["default"], !isStrategy(value) {
      throw .schema(path: "merge_policy.default", "This merge strategy does not exist.")
    }
    guard let fields = policy["fields"] else { return }
    guard let strategies = fields.object else {
      throw .schema(path: "merge_policy.fields", "“fields” must map fields to strategies.")
    }
    for (name, value) in strategies where !isStrategy(value) {
      throw .schema(path: "merge_policy.fields.\(name)", "This merge strategy does not exist.")
    }
  }

  private static func isStrategy(_ value: JSONValue) -> Bool {
    value.string.flatMap(MergeStrategy.init(rawValue:)) != nil
  }

  private static func checkVersionPolicy(_ policy: JSONObject) throws(RuleRefusal) {
    var longest: Int64 = 0
    for member in VersionPolicy.members {
      let path = "version_policy.\(member)"
      guard let value = policy[member] else { continue }
      guard let number = value.integer, number >= 1 else {
        throw .schema(path: path, "“\(member)” must be a whole number from 1.")
      }
      guard member != "max_versions" else { continue }
      guard number >= longest else {
        throw .schema(path: path, "“\(member)” ends before a finer window does.")
      }
      longest = number
    }
  }
}
