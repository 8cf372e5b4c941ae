extension TypeDefinition {
  /// Names of an item's own members, which no property can have.
  public static let itemMembers: Set<String> = [
    "id", "type", "state", "tier", "properties", "created_at", "updated_at", "occurred_at",
    "source", "source_id", "version", "schema_version", "capture_latitude", "capture_longitude",
    "trashed_by_cascade", "trashed_with",
  ]

  /// What the items of a type can be. A closed set.
  public static let knownRoles: Set<String> = ["container"]

  /// Checks a definition that is being registered, as far as it can be judged by itself.
  ///
  /// The stored form has the identifier first, a label (derived when none was given), and the
  /// formats that are kinds of their own turned into these kinds. What needs the other types is
  /// judged by ``TypeCatalog/registering(_:)`` and ``TypeCatalog/replacing(_:)``.
  ///
  /// - Parameters:
  ///   - body: the definition as it was sent.
  ///   - id: the identifier, when the request names it elsewhere (a replacement).
  /// - Throws: `missing_required_field`, `validation_error`, `forbidden`, `invalid_schema` or
  ///   `property_shadows_field`.
  public init(registering body: JSONObject, id: String? = nil) throws(RuleRefusal) {
    let id = if let id { id } else { try Self.registrationId(body) }
    guard let sent = body["fields"] else { throw .missing("fields") }
    guard let fields = sent.object else {
      throw .validation(path: "fields", "“fields” must be an object of field descriptions.")
    }
    try Self.checkMembers(body)
    let required = try Self.requiredList(body, fields: fields)
    var stored = JSONObject()
    for (name, value) in fields {
      stored[name] = .object(
        try FieldDefinition(
          registering: value, name: name, required: required.contains(name)
        ).definition)
    }
    try Self.refuseShadows(fields)
    try TypePolicies.check(body)

    var definition: JSONObject = ["id": .string(id)]
    for (member, value) in body where member != "id" && !value.isNull {
      definition[member] = value
    }
    definition["fields"] = .object(stored)
    definition["version"] = definition["version"] ?? 0
    if (body["label"]?.string ?? "").isEmpty {
      definition["label"] = .string(Self.derivedLabel(id))
    }
    self.init(id: id, accepted: definition)
  }

  /// The identifier that a registration names, checked for grammar and for reserved namespaces.
  ///
  /// It is asked first, so that a server can ask what the key may write before it judges the rest.
  public static func registrationId(_ body: JSONObject) throws(RuleRefusal) -> String {
    guard let value = body["id"] else {
      guard body["fields"] != nil else { throw .missing("fields") }
      throw .schema(path: "id", "A type needs an identifier, such as app.shop.order.")
    }
    guard let id = value.string else {
      throw .validation(path: "id", "“id” must be text, such as app.shop.order.")
    }
    if let refusal = TypeId.refusal(of: id, path: "id") { throw refusal }
    if TypeId.isPlatform(id) {
      let root = TypeId.root(of: id)
      throw RuleRefusal(
        status: 403, code: "forbidden",
        message: "Types under “\(root)” belong to the product.",
        details: ["namespace": .string(root)])
    }
    return id
  }

  /// Judges the members that need nothing but themselves.
  private static func checkMembers(_ body: JSONObject) throws(RuleRefusal) {
    for member in ["states", "default_state", "transitions"] where body[member] != nil {
      throw .schema(path: member, "A type cannot define states of its own.")
    }
    for member in ["label", "description"] {
      guard let value = body[member], !value.isNull else { continue }
      guard value.string != nil else {
        throw .validation(path: member, "“\(member)” must be text.")
      }
    }
    if let version = body["version"], !version.isNull, version.integer == nil {
      throw .validation(path: "version", "“version” must be a whole number.")
    }
    if let parent = body["parent"], !parent.isNull {
      guard let id = parent.string else {
        throw .validation(path: "parent", "“parent” must be a type.")
      }
      if let refusal = TypeId.refusal(of: id, path: "parent") { throw refusal }
    }
    try checkRoles(body["roles"])
    try checkCompatibility(body["compatible_with"])
    if let link = body["link_field"], !link.isNull {
      guard let name = link.string, !name.contains("\""), !name.contains("\\") else {
        throw .schema(path: "link_field", "“link_field” must name a string field.")
      }
    }
  }

  private static func checkRoles(_ value: JSONValue?) throws(RuleRefusal) {
    guard let value, !value.isNull else { return }
    guard let list = value.array, list.allSatisfy({ knownRoles.contains($0.string ?? "") }) else {
      throw .schema(path: "roles", "“roles” lists roles; the only one is “container”.")
    }
  }

  private static func checkCompatibility(_ value: JSONValue?) throws(RuleRefusal) {
    guard let value, !value.isNull, value.string == nil else { return }
    guard let list = value.array, list.allSatisfy({ $0.string != nil }) else {
      throw .schema(path: "compatible_with", "“compatible_with” names a type or lists types.")
    }
  }

  private static func requiredList(
    _ body: JSONObject, fields: JSONObject
  ) throws(RuleRefusal) -> Set<String> {
    guard let value = body["required"], !value.isNull else { return [] }
    guard let list = value.array, list.allSatisfy({ $0.string != nil }) else {
      throw .schema(path: "required", "“required” lists names of fields.")
    }
    let names = list.compactMap(\.string)
    if let name = names.first(where: { fields[$0] == nil }) {
      throw .schema(path: "required", "“required” names “\(name)”, which is no field of the type.")
    }
    return Set(names)
  }

  private static func refuseShadows(_ fields: JSONObject) throws(RuleRefusal) {
    let shadows = fields.keys.filter(itemMembers.contains)
    guard let first = shadows.first else { return }
    let errors = shadows.map { name in
      JSONValue.object([
        "path": .string("fields.\(name)"), "field": .string(name),
        "message": .string("“\(name)” is a member of every item."),
      ])
    }
    throw RuleRefusal(
      code: "property_shadows_field",
      message: "A field cannot be called “\(first)”: every item has a member of that name.",
      details: ["errors": .array(errors)])
  }
}
