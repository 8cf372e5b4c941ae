extension TypeCatalog {
  /// Judges a definition that this catalog already holds, against its ancestors and descendants.
  func judge(_ definition: TypeDefinition) throws(RuleRefusal) {
    if let parent = definition.parent, !isKnown(parent) {
      throw .validation(path: "parent", "There is no type of item called \(parent).")
    }
    guard let type = type(definition.id) else { throw .chain }
    let descendants = descendants(of: definition.id)
    for each in [type] + descendants where each.chain.count - 1 > Self.ancestorLimit {
      throw .chain
    }
    try judgeMembers(of: type, subtype: false)
    try judgeInheritance(of: type)
    try judgeThumbnails(of: type, changed: definition)
    for subtype in descendants {
      try judgeInheritance(of: subtype)
      try judgeMembers(of: subtype, subtype: true)
      try judgeThumbnails(of: subtype, changed: definition)
    }
    try judgeCompatibility(of: type)
  }

  /// Whether hints, merge entries and the link name fields that the type has.
  private func judgeMembers(of type: ResolvedType, subtype: Bool) throws(RuleRefusal) {
    let definition = type.definition
    func refusal(_ path: String, _ message: String) -> RuleRefusal {
      var refusal = RuleRefusal.schema(path: path, message)
      if subtype { refusal.details?["type"] = .string(definition.id) }
      return refusal
    }
    let hints = [
      ("title_field", definition.hints?.titleField), ("body_field", definition.hints?.bodyField),
    ]
    for (member, name) in hints {
      guard let name else { continue }
      let path = "display_hints.\(member)"
      guard let field = type[name] else {
        throw refusal(path, "“\(member)” names “\(name)”, which \(definition.id) does not have.")
      }
      if field.kind == .thumbnail {
        throw refusal(path, "A thumbnail can be neither the title nor the text of an item.")
      }
    }
    for (name, _) in definition.mergePolicy?.fields ?? [] where type[name] == nil {
      throw refusal(
        "merge_policy.fields.\(name)",
        "The merge policy names “\(name)”, which \(definition.id) does not have.")
    }
    if let link = definition.linkField, type[link]?.kind != .string {
      throw refusal("link_field", "The link “\(link)” is no string field of \(definition.id).")
    }
  }

  /// Whether the type leaves the shape of inherited fields alone.
  private func judgeInheritance(of type: ResolvedType) throws(RuleRefusal) {
    guard let parent = type.definition.parent.flatMap({ self.type($0) }) else { return }
    for field in type.definition.fields {
      guard let inherited = parent[field.name] else { continue }
      let loosened = inherited.required && !field.required ? "required" : nil
      guard let member = field.firstDifference(from: inherited) ?? loosened else { continue }
      throw .inheritance(field: field.name, member: member, type: type.id, parent: parent.id)
    }
  }

  private func judgeThumbnails(
    of type: ResolvedType, changed: TypeDefinition
  ) throws(RuleRefusal) {
    let thumbnails = type.fields.filter { $0.field.kind == .thumbnail }
    guard thumbnails.count > 1 else { return }
    let name = changed.fields.first { $0.kind == .thumbnail }?.name ?? thumbnails[1].name
    throw .schema(path: "fields.\(name)", "A type has at most one thumbnail.")
  }
}

extension RuleRefusal {
  static let chain = RuleRefusal.validation(
    path: "parent",
    "The ancestors of a type cannot be a circle, nor more than \(TypeCatalog.ancestorLimit).")

  static func inheritance(
    field: String, member: String, type: String, parent: String
  ) -> RuleRefusal {
    let message = "“\(field)” of \(type) has another “\(member)” than in \(parent)."
    return RuleRefusal(
      code: "inheritance_violation", message: message,
      details: [
        "field": .string(field), "type": .string(type),
        "errors": [["path": .string("fields.\(field).\(member)"), "message": .string(message)]],
      ])
  }
}
