extension ResolvedType {
  /// The type as `GET /types/{id}` answers it: fields, hints and policies with the ancestors'.
  public var json: JSONObject {
    var object = definition.definition
    object["fields"] = .object(
      JSONObject(fields.map { ($0.name, JSONValue.object($0.field.definition)) }))
    object["roles"] = roles.isEmpty ? nil : rolesJSON
    object["display_hints"] = hints.json.isEmpty ? nil : .object(hints.json)
    object["merge_policy"] = mergePolicy.json.isEmpty ? nil : .object(mergePolicy.json)
    object["version_policy"] = versionPolicy.json.isEmpty ? nil : .object(versionPolicy.json)
    return object
  }

  /// The type as the type list answers it: as declared, with the roles of the whole chain.
  public var listJSON: JSONObject {
    var object = definition.definition
    object["roles"] = roles.isEmpty ? nil : rolesJSON
    return object
  }

  private var rolesJSON: JSONValue { .array(roles.sorted().map(JSONValue.string)) }
}
