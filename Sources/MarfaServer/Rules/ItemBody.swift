import MarfaModel

/// Reads the members of a body that writes items, each with the refusal of its own.
struct ItemBody {
  let body: JSONObject

  /// The members that an update takes; any other is refused.
  static let updateMembers: Set<String> = [
    "version", "properties", "properties_mode", "type", "retype", "tier", "occurred_at",
    "source_id", "edges",
  ]

  /// The type that a create names.
  func requiredType() throws(RuleRefusal) -> String {
    guard let value = body["type"], !value.isNull else { throw .missing("type") }
    guard let type = value.string, TypeId.isValid(type) else {
      throw .validation(path: "type", "“type” is not the name of a type.")
    }
    return type
  }

  /// The properties; `nil` where the body names none.
  func properties() throws(RuleRefusal) -> JSONObject? {
    guard let value = body["properties"] else { return nil }
    guard let object = value.object else {
      throw .validation(path: "properties", "“properties” must be an object.")
    }
    return object
  }

  /// An id that the caller minted.
  func id() throws(RuleRefusal) -> String? {
    guard let value = body["id"], !value.isNull else { return nil }
    guard let id = value.string, UUIDv7.isValid(id) else { throw .invalidId("id") }
    return id
  }

  /// A time in canonical form.
  func occurredAt() throws(RuleRefusal) -> String? {
    guard let value = body["occurred_at"], !value.isNull else { return nil }
    guard let text = value.string, let time = Timestamp.normalized(text) else {
      throw RuleRefusal(
        status: 400, code: "validation_error", message: "“occurred_at” is not a time.",
        details: [
          "field": "occurred_at",
          "errors": [["path": "occurred_at", "message": "“occurred_at” is not a time."]],
        ])
    }
    return time
  }

  /// A version; a missing one is `nil`.
  func version() throws(RuleRefusal) -> Int64? {
    guard let value = body["version"], !value.isNull else { return nil }
    guard let version = value.integer, version >= 0 else {
      throw .validation(path: "version", "“version” must be a whole number from 0.")
    }
    return version
  }

  /// One of a few words.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ member: String, _ type: Word.Type)
    throws(RuleRefusal) -> Word?
  {
    guard let value = body[member], !value.isNull else { return nil }
    guard let word = value.string.flatMap(Word.init(rawValue:)) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .validation(path: member, "“\(member)” must be one of \(words).")
    }
    return word
  }

  /// A text; `null` counts as absent.
  func text(_ member: String) throws(RuleRefusal) -> String? {
    guard let value = body[member], !value.isNull else { return nil }
    guard let text = value.string else {
      throw .validation(path: member, "“\(member)” must be a text.")
    }
    return text
  }

  /// A natural key's id; it may not be empty.
  func sourceId() throws(RuleRefusal) -> String? {
    guard let id = try text("source_id") else { return nil }
    guard !id.isEmpty, !id.utf8.contains(0) else {
      throw .validation(path: "source_id", "“source_id” must not be empty.")
    }
    return id
  }

  /// A number.
  func number(_ member: String) throws(RuleRefusal) -> Double? {
    guard let value = body[member], !value.isNull else { return nil }
    guard let number = value.number else {
      throw .validation(path: member, "“\(member)” must be a number.")
    }
    return number
  }

  /// A truth value.
  func flag(_ member: String) throws(RuleRefusal) -> Bool {
    guard let value = body[member], !value.isNull else { return false }
    guard let flag = value.bool else {
      throw .validation(path: member, "“\(member)” must be true or false.")
    }
    return flag
  }

  /// Tags; a missing list is `nil`.
  func tags() throws(RuleRefusal) -> [String]? {
    guard let value = body["tags"], !value.isNull else { return nil }
    guard let list = value.array else {
      throw .validation(path: "tags", "“tags” must be a list.")
    }
    var tags: [String] = []
    for entry in list {
      guard let tag = entry.string else {
        throw .validation(path: "tags", "“tags” must be a list of texts.")
      }
      tags.append(tag)
    }
    return tags
  }

  /// The outbound edges by type; a missing object is `nil`.
  func edges() throws(RuleRefusal) -> [(type: String, targets: [String])]? {
    guard let value = body["edges"], !value.isNull else { return nil }
    guard let object = value.object else {
      throw .validation(path: "edges", "“edges” must be an object of lists.")
    }
    var edges: [(type: String, targets: [String])] = []
    for (type, value) in object {
      guard let list = value.array else {
        throw .validation(path: "edges.\(type)", "“edges.\(type)” must be a list of ids.")
      }
      var targets: [String] = []
      for entry in list {
        guard let id = entry.string, UUIDv7.isValid(id) else {
          throw .invalidId("edges.\(type)")
        }
        targets.append(id)
      }
      edges.append((type, targets))
    }
    return edges
  }
}
