import MarfaModel

/// What a bulk action does to each row that it matches (server-items 11.1).
enum BulkAction: Sendable, Hashable {
  /// Moves it to another state.
  case transition(ItemState)
  /// Destroys it, if it is in the bin.
  case purge
  /// Puts tags on it and takes others off.
  case updateTags(add: [String], remove: [String])
  /// Moves it to the other tier.
  case updateTier(Tier)
  /// Lays properties over its own.
  case updateProperties(JSONObject)
  /// Says when what it tells of happened.
  case updateOccurredAt(String)

  /// The word of the action on the wire.
  var word: String {
    switch self {
    case .transition: "transition"
    case .purge: "purge"
    case .updateTags: "update_tags"
    case .updateTier: "update_tier"
    case .updateProperties: "update_properties"
    case .updateOccurredAt: "update_occurred_at"
    }
  }

  /// The members that each action takes beside those of every one; `nil` for no action.
  static func members(of word: String) -> Set<String>? {
    switch word {
    case "transition": ["state"]
    case "purge": ["confirm", "expected_ids"]
    case "update_tags": ["add", "remove"]
    case "update_tier": ["tier"]
    case "update_properties": ["patch"]
    case "update_occurred_at": ["occurred_at"]
    default: nil
    }
  }

  /// Reads what a request asks to be done. Its members were found to be the action's.
  ///
  /// - Throws: `missing_required_field`, `validation_error`.
  init(_ word: String, _ object: JSONObject) throws(RuleRefusal) {
    let body = ItemBody(body: object)
    switch word {
    case "transition":
      guard let state = object["state"] else { throw .missing("state") }
      self = .transition(try Lifecycle.read(state))
    case "purge": self = .purge
    case "update_tags":
      let add = try Self.tags(object, "add")
      let remove = try Self.tags(object, "remove")
      guard !add.isEmpty || !remove.isEmpty else {
        throw .validation(path: "add", "Name at least one tag to add or to remove.")
      }
      self = .updateTags(add: add, remove: remove)
    case "update_tier":
      guard let tier = try body.word("tier", Tier.self) else { throw .missing("tier") }
      self = .updateTier(tier)
    case "update_properties":
      guard let value = object["patch"] else { throw .missing("patch") }
      guard let patch = value.object, !patch.isEmpty else {
        throw .validation(path: "patch", "“patch” must be an object of properties.")
      }
      self = .updateProperties(patch)
    case "update_occurred_at":
      guard let time = try body.occurredAt() else { throw .missing("occurred_at") }
      self = .updateOccurredAt(time)
    default: throw .validation(path: "action", "There is no such action.")
    }
  }

  private static func tags(_ object: JSONObject, _ member: String) throws(RuleRefusal) -> [String] {
    guard let value = object[member], !value.isNull else { return [] }
    guard let list = value.array else {
      throw .validation(path: member, "“\(member)” must be a list of tags.")
    }
    var tags: [String] = []
    for entry in list {
      guard let tag = entry.string else {
        throw .validation(path: member, "“\(member)” must be a list of tags.")
      }
      tags.append(tag)
    }
    return try TagRules.replacing(with: tags, path: member)
  }
}
