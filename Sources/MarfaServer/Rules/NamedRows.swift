import MarfaModel

/// The rows that a look-up names, in one of three ways.
enum NamedRows: Sendable {
  /// By the value of their type's link field.
  case links([String])
  /// By their ids at a source.
  case keys(source: String, [String])
  /// By their own ids.
  case ids([String])

  /// The most values that a look-up names (server-items 1.6).
  static let most = 500

  /// Reads the one selector of a body.
  ///
  /// - Parameter takesIds: whether rows may be named by their own ids.
  /// - Throws: `validation_error` for none or several, half a natural key, an empty value, too
  ///   many values, a member that the operation does not know; `invalid_id`.
  init(_ body: JSONObject, takesIds: Bool, further: Set<String>) throws(RuleRefusal) {
    var known: Set<String> = ["type", "links", "source", "source_ids"]
    if takesIds { known.insert("ids") }
    known.formUnion(further)
    let unknown = body.keys.filter { !known.contains($0) }
    guard unknown.isEmpty else {
      throw .malformed(
        "This operation takes no such member.",
        details: ["unknown_body_fields": .array(unknown.map { .string($0) })])
    }
    let hasKeys = body["source"] != nil || body["source_ids"] != nil
    let selectors = [body["links"] != nil, hasKeys, body["ids"] != nil].count { $0 }
    guard selectors == 1 else {
      let ways =
        takesIds
        ? "“links”, “source” with “source_ids”, or “ids”" : "“links”, or “source” with “source_ids”"
      throw .malformed("Rows are named in exactly one way: by \(ways).")
    }
    if body["links"] != nil {
      self = .links(try Self.values(body, "links"))
    } else if body["ids"] != nil {
      let ids = try Self.values(body, "ids")
      guard ids.allSatisfy(UUIDv7.isValid) else { throw .invalidId("ids") }
      self = .ids(ids)
    } else {
      guard let source = body["source"]?.string, !source.isEmpty else {
        throw .validation(path: "source", "“source” must be a text that is not empty.")
      }
      self = .keys(source: source, try Self.values(body, "source_ids"))
    }
  }

  private static func values(_ body: JSONObject, _ member: String) throws(RuleRefusal) -> [String] {
    guard let list = body[member]?.array else {
      throw .validation(path: member, "“\(member)” must be a list.")
    }
    guard list.count <= most else {
      throw .malformed(
        "“\(member)” names at most \(most) values.",
        details: ["cap": .integer(Int64(most)), "provided": .integer(Int64(list.count))])
    }
    var values: [String] = []
    for (place, entry) in list.enumerated() {
      guard let value = entry.string, !value.isEmpty else {
        throw .validation(
          path: "\(member).\(place)", "“\(member)” is a list of texts that are not empty.")
      }
      values.append(value)
    }
    return values
  }

  /// The values named, in order.
  var values: [String] {
    switch self {
    case .links(let values), .keys(_, let values), .ids(let values): values
    }
  }

  /// What `find` answers for each value, in the order named; a value named twice counts once.
  ///
  /// Values are one when their bytes are: the database compares them so, Swift's strings don't.
  func distinct<T>(_ find: (String) throws -> T?) rethrows -> [T] {
    var seen = Set<[UInt8]>()
    return try values.compactMap { value in
      try seen.insert(Array(value.utf8)).inserted ? find(value) : nil
    }
  }
}
