extension EdgeTypeDefinition {
  /// The names that a registration takes, checked for presence and grammar.
  ///
  /// They are asked first, so that a server can ask what the key may write before it judges the
  /// rest.
  ///
  /// - Parameter catalog: what is registered; a shipped identifier is refused before its grammar.
  /// - Throws: `missing_required_field`, `conflict` or `validation_error`.
  public static func registrationNames(
    _ body: JSONObject, in catalog: TypeCatalog
  ) throws(RuleRefusal) -> (id: String, reverseName: String?) {
    for member in ["id", "cardinality"] where body[member] == nil { throw .missing(member) }
    guard let id = body["id"]?.string else {
      throw .validation(path: "id", "“id” must be text, such as cites.")
    }
    if catalog.edgeDefinition(id)?.shipped == true {
      throw .conflict("The edge type \(id) belongs to the product.", id: id)
    }
    guard isName(id) else {
      throw .validation(path: "id", "An edge type is a lowercase name, such as cites.")
    }
    guard let reverse = body["reverse_name"], !reverse.isNull else { return (id, nil) }
    guard let name = reverse.string, isName(name) else {
      throw .validation(
        path: "reverse_name", "A reverse name is a lowercase name, such as cited-by.")
    }
    return (id, name)
  }

  /// Checks a definition that is being registered, as far as it can be judged by itself.
  ///
  /// - Throws: `missing_required_field`, `validation_error` or `invalid_schema`.
  public init(
    registering body: JSONObject, in catalog: TypeCatalog
  ) throws(RuleRefusal) {
    let names = try Self.registrationNames(body, in: catalog)
    if body["extends"] != nil {
      throw .validation(path: "extends", "An edge type cannot extend another one.")
    }
    let cardinality = try Self.word("cardinality", body, of: EdgeCardinality.self)
    let cascade = try Self.word("cascade_on_delete", body, of: EdgeCascade.self) ?? .orphan
    let end = try Self.word("written_at", body, of: EdgeWrittenAt.self) ?? .source
    guard end != .none else {
      throw .validation(path: "written_at", "“written_at” is “source” or “target”.")
    }
    if end == .target, names.reverseName == nil {
      throw .validation(
        path: "written_at", "What is written at its target needs a “reverse_name”.")
    }
    var definition: JSONObject = ["id": .string(names.id)]
    for member in ["label", "description"] {
      guard let value = body[member], !value.isNull else { continue }
      guard value.string != nil else {
        throw .validation(path: member, "“\(member)” must be text.")
      }
      definition[member] = value
    }
    definition["cardinality"] = cardinality.map { .string($0.rawValue) }
    for member in ["source_type_constraints", "target_type_constraints"] {
      definition[member] = .array(try Self.constraints(member, body).map(JSONValue.string))
    }
    definition["cascade_on_delete"] = .string(cascade.rawValue)
    if let name = names.reverseName { definition["reverse_name"] = .string(name) }
    definition["written_at"] = .string(end.rawValue)
    definition["property_schema"] = .object(try Self.properties(body["property_schema"]))
    definition["shipped"] = false
    self.init(id: names.id, accepted: definition)
  }

  /// Whether a text can name an edge type or its other direction.
  public static func isName(_ text: String) -> Bool {
    if text.contains(".") { return TypeId.isValid(text) }
    return !text.contains("_") && TypeId.segments(of: text) != nil
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ member: String, _ body: JSONObject, of words: Word.Type
  ) throws(RuleRefusal) -> Word? where Word.RawValue == String {
    guard let value = body[member], !value.isNull else { return nil }
    guard let word = value.string.flatMap(Word.init(rawValue:)) else {
      let choices = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .validation(path: member, "“\(member)” is one of \(choices).")
    }
    return word
  }

  private static func constraints(
    _ member: String, _ body: JSONObject
  ) throws(RuleRefusal) -> [String] {
    guard let value = body[member], !value.isNull else { return ["*"] }
    let list = value.array ?? []
    let texts = list.compactMap(\.string)
    guard !texts.isEmpty, texts.count == list.count else {
      throw .validation(path: member, "“\(member)” lists types, roles or “*”.")
    }
    for text in texts {
      switch EndpointConstraint(text) {
      case .any: continue
      case .role(let role):
        guard TypeDefinition.knownRoles.contains(role) else {
          throw .validation(path: member, "There is no role “\(role)”.")
        }
      case .type(let id):
        if let refusal = TypeId.refusal(of: id, path: member) { throw refusal }
      }
    }
    return texts
  }

  private static func properties(_ value: JSONValue?) throws(RuleRefusal) -> JSONObject {
    guard let value, !value.isNull else { return [:] }
    guard let sent = value.object else {
      throw .validation(path: "property_schema", "“property_schema” must be an object.")
    }
    var stored = JSONObject()
    for (name, property) in sent {
      for member in ["type", "items_type", "format"]
      where property.object?[member]?.string == FieldKind.thumbnail.rawValue {
        throw .validation(
          path: "property_schema.\(name).\(member)", "An edge cannot carry a thumbnail.")
      }
      stored[name] = .object(
        try FieldDefinition(registering: property, name: name, at: "property_schema").definition)
    }
    return stored
  }
}
