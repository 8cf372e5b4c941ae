extension FieldDefinition {
  /// Formats that stand for a kind of their own, on a `string` or on a list of strings.
  private static let kindFormats: [String: FieldKind] = [
    "url": .url, "email": .email, "datetime": .datetime, "date": .date, "thumbnail": .thumbnail,
  ]

  /// Names that are read as the title or text of an item, and so cannot hold an image.
  private static let textNames: Set<String> = ["title", "body", "description", "name"]

  /// Checks a definition that is being registered, and brings it to its stored form.
  ///
  /// - Parameters:
  ///   - required: whether the type's own list of required fields names it.
  ///   - prefix: the place of the field definitions in the request, such as `fields`.
  /// - Throws: `invalid_schema`, naming the member.
  init(
    registering value: JSONValue, name: String, required: Bool = false, at prefix: String = "fields"
  ) throws(RuleRefusal) {
    let path = "\(prefix).\(name)"
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw .schema(path: prefix, "A field needs a name without control characters.")
    }
    guard var definition = value.object else {
      throw .schema(path: path, "The field “\(name)” must be described by an object.")
    }
    try Self.checkMembers(definition, path: path)
    var kind = try Self.kind(definition["type"], path: "\(path).type", required: true)
    var items = try Self.kind(definition["items_type"], path: "\(path).items_type")
    try Self.collapseFormat(
      &definition, kind: &kind, items: &items, name: name, path: "\(path).format")
    try Self.checkKind(definition, kind: kind, items: items, name: name, path: path)
    if required { definition["required"] = true }
    self.init(name: name, reading: definition)
  }

  /// The kind under a member, `nil` when the member is absent and may be.
  private static func kind(
    _ value: JSONValue?, path: String, required: Bool = false
  ) throws(RuleRefusal) -> FieldKind? {
    guard let value else {
      if required { throw .schema(path: path, "The field needs a type.") }
      return nil
    }
    guard let text = value.string, let kind = FieldKind(rawValue: text) else {
      throw .schema(path: path, "This type of field does not exist.")
    }
    return kind
  }

  /// Turns a format that is a kind into that kind, and refuses formats that do not fit.
  private static func collapseFormat(
    _ definition: inout JSONObject, kind: inout FieldKind?, items: inout FieldKind?, name: String,
    path: String
  ) throws(RuleRefusal) {
    guard let format = definition["format"]?.string else { return }
    if FieldFormat(rawValue: format) != nil {
      guard kind == .string else {
        throw .schema(path: path, "The format \(format) belongs to string fields only.")
      }
      return
    }
    guard let meant = kindFormats[format] else {
      throw .schema(path: path, "The format \(format) does not exist.")
    }
    if kind == .string || kind == meant {
      definition["type"] = .string(meant.rawValue)
      kind = meant
    } else if kind == .array, meant != .thumbnail, items == .string || items == meant {
      definition["items_type"] = .string(meant.rawValue)
      items = meant
    } else {
      throw .schema(path: path, "The format \(format) does not fit the field “\(name)”.")
    }
    definition["format"] = nil
  }

  /// Judges the members that depend on the kind.
  private static func checkKind(
    _ definition: JSONObject, kind: FieldKind?, items: FieldKind?, name: String, path: String
  ) throws(RuleRefusal) {
    if kind == .enum {
      let values = definition["enum_values"]?.array ?? []
      guard !values.isEmpty, values.allSatisfy({ $0.string != nil }) else {
        throw .schema(
          path: "\(path).enum_values", "An enum field lists its words in “enum_values”.")
      }
    }
    if kind == .array, items == nil {
      throw .schema(path: "\(path).items_type", "An array field names its “items_type”.")
    }
    if items == .thumbnail {
      throw .schema(path: "\(path).items_type", "A thumbnail cannot be an element of a list.")
    }
    if kind == .thumbnail, textNames.contains(name) {
      throw .schema(path: path, "A thumbnail cannot be called “\(name)”.")
    }
    if definition["maxLength"] != nil, kind != .string {
      throw .schema(path: "\(path).maxLength", "“maxLength” belongs to string fields only.")
    }
    if definition["maxItems"] != nil, kind != .array {
      throw .schema(path: "\(path).maxItems", "“maxItems” belongs to array fields only.")
    }
  }

  /// Judges the members that must have their own JSON type whatever the kind.
  private static func checkMembers(
    _ definition: JSONObject, path: String
  ) throws(RuleRefusal) {
    for member in ["required", "searchable"] {
      guard let value = definition[member] else { continue }
      guard value.bool != nil else {
        throw .schema(path: "\(path).\(member)", "“\(member)” must be true or false.")
      }
    }
    for member in ["description", "format"] {
      guard let value = definition[member] else { continue }
      guard value.string != nil else {
        throw .schema(path: "\(path).\(member)", "“\(member)” must be text.")
      }
    }
    for member in ["maxLength", "maxItems"] {
      guard let value = definition[member] else { continue }
      guard let number = value.integer, number >= 1 else {
        throw .schema(path: "\(path).\(member)", "“\(member)” must be a whole number from 1.")
      }
    }
  }
}
