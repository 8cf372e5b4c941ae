extension FolderSearch {
  /// Reads the `search` of a folder or a view.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` for a member of another shape: left out, it would
  ///   show more than was asked for.
  package init(decoding object: JSONObject) throws(MarfaError) {
    self.init()
    let reading = SettingReading(owner: "search")
    for (name, value) in object where !value.isNull {
      switch name {
      case "types": types = try reading.words(value, name)
      case "tier": tier = try reading.tier(value, name)
      case "state":
        let words = try reading.words(value.string == nil ? value : [value], name)
        let states = words.compactMap(ItemState.init)
        guard states.count == words.count else { throw reading.unreadable(name) }
        self.states = states
      case "filter": filter = try reading.text(value, name)
      case "beneath": beneath = try reading.text(value, name)
      default: continue
      }
    }
  }

  /// The search as it is stored: only what it narrows.
  package var json: JSONObject {
    var object = JSONObject()
    if !types.isEmpty { object["types"] = .array(types.map(JSONValue.string)) }
    if let tier { object["tier"] = .string(tier.rawValue) }
    if let states { object["state"] = .array(states.map { .string($0.rawValue) }) }
    if let filter { object["filter"] = .string(filter) }
    if let beneath { object["beneath"] = .string(beneath) }
    return object
  }

  /// The types that are searched with all beneath them; none for every type.
  package var roots: [String] {
    types.compactMap { type in
      switch TypePattern(type) {
      case .under(let root), .exactly(let root): root
      case .all, nil: nil
      }
    }
  }

  /// Refuses what no list could be made of.
  ///
  /// - Throws: ``MarfaError/validation(code:message:)`` with `validation_error`.
  package func judge() throws(MarfaError) {
    for type in types {
      switch TypePattern(type) {
      case .under(let root) where !TypeId.isSystem(root),
        .exactly(let root) where !TypeId.isSystem(root):
        continue
      case .under, .exactly, .all, nil: throw Self.refused("“\(type)” is no type to search.")
      }
    }
    if let states, states.contains(where: { $0 != .active && $0 != .archived }) {
      throw Self.refused("A search shows active and archived items, no others.")
    }
    if let filter { _ = try FilterExpression(filter, in: .server) }
    if let beneath, !UUIDv7.isValid(beneath) {
      throw Self.refused("What to search beneath is no id of an item.")
    }
  }

  private static func refused(_ message: String) -> MarfaError {
    .validation(code: "validation_error", message: message)
  }
}
