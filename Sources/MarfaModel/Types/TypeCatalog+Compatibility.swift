extension TypeCatalog {
  /// Judges what a type claims to be readable as.
  ///
  /// - Throws: `compatible_with_violation`.
  func judgeCompatibility(of type: ResolvedType) throws(RuleRefusal) {
    for claim in type.definition.compatibleWith {
      guard let target = self.type(claim) else {
        throw .incompatible(claim, "There is no type of item called \(claim).", field: nil)
      }
      for theirs in target.fields.map(\.field) {
        let mine = type[theirs.name]
        if theirs.required, mine?.required != true {
          throw .incompatible(
            claim, "\(claim) requires “\(theirs.name)” and \(type.id) does not.",
            field: theirs.name)
        }
        if let mine, !Self.reads(mine, as: theirs) {
          throw .incompatible(
            claim, "“\(theirs.name)” cannot be read as in \(claim).", field: theirs.name)
        }
      }
    }
  }

  /// Whether every value of a field is a value of another one.
  private static func reads(_ mine: FieldDefinition, as theirs: FieldDefinition) -> Bool {
    if let format = mine.format, let other = theirs.format, format != other { return false }
    guard mine.type == theirs.type else {
      switch (mine.kind, theirs.kind) {
      case (.url, .string), (.email, .string), (.datetime, .string), (.date, .string),
        (.thumbnail, .string), (.enum, .string), (.integer, .number):
        return true
      default: return false
      }
    }
    switch mine.kind {
    case .array: return mine.itemsType == theirs.itemsType
    case .enum: return Set(mine.enumValues).isSubset(of: theirs.enumValues)
    default: return true
    }
  }
}

extension RuleRefusal {
  static func incompatible(_ claim: String, _ message: String, field: String?) -> RuleRefusal {
    var details: JSONObject = ["compatible_with": .string(claim)]
    if let field { details["field"] = .string(field) }
    return RuleRefusal(
      status: 422, code: "compatible_with_violation", message: message, details: details)
  }
}
