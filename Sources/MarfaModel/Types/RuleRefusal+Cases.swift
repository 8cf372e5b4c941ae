extension RuleRefusal {
  /// A malformed value at a place of the request (`validation_error`).
  ///
  /// - Parameters:
  ///   - path: the place, members joined by dots, such as `properties.path`.
  ///   - message: a sentence for people.
  public static func validation(path: String, _ message: String) -> RuleRefusal {
    RuleRefusal(
      code: "validation_error", message: message, details: errors([(path, message)]))
  }

  /// A member that the request must have (`missing_required_field`).
  public static func missing(_ field: String) -> RuleRefusal {
    RuleRefusal(
      code: "missing_required_field", message: "“\(field)” is required.",
      details: ["field": .string(field)])
  }

  /// A type or edge type definition that breaks the grammar of definitions (`invalid_schema`).
  public static func schema(path: String, _ message: String) -> RuleRefusal {
    RuleRefusal(code: "invalid_schema", message: message, details: errors([(path, message)]))
  }

  /// Properties that break their type (`invalid_properties`).
  ///
  /// - Parameter fields: what is wrong, at least one.
  public static func properties(_ fields: [FieldRefusal]) -> RuleRefusal {
    let errors = fields.map { refusal in
      JSONValue.object(["field": .string(refusal.field), "message": .string(refusal.message)])
    }
    return RuleRefusal(
      code: "invalid_properties",
      message: fields.first?.message ?? "The properties do not fit the type.",
      details: ["errors": .array(errors)])
  }

  /// An item, edge or folder id that is not a lowercase UUIDv7 (`invalid_id`).
  public static func invalidId(_ field: String) -> RuleRefusal {
    let message = "“\(field)” must be a lowercase UUIDv7."
    return RuleRefusal(
      code: "invalid_id", message: message, details: errors([(field, message)]))
  }

  /// A well-formed type that nobody registered (`unknown_type`).
  public static func unknownType(_ type: String) -> RuleRefusal {
    RuleRefusal(
      code: "unknown_type", message: "There is no type of item called \(type).",
      details: ["type": .string(type)])
  }

  private static func errors(_ list: [(path: String, message: String)]) -> JSONObject {
    let errors = list.map { entry in
      JSONValue.object(["path": .string(entry.path), "message": .string(entry.message)])
    }
    return ["errors": .array(errors)]
  }
}
