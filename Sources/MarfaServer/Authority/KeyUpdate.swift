import MarfaModel

/// What a request to change a key asks for: what it names is replaced whole, the rest stays.
struct KeyUpdate: Sendable, Hashable {
  /// The new name for people.
  private let label: String?
  /// The new tier of new items that name none; the inner `nil` is none.
  private let defaultTier: Tier??
  /// What the named families hold from now on.
  private let permissions: KeyPermissions?
  private let named: Set<String>

  private static let members = Set(["label", "default_tier"] + KeyPermissions.members)

  /// Reads the body of `PATCH /keys/{id}`. The source never changes.
  ///
  /// - Throws: `validation_error`.
  init(_ body: JSONObject) throws(RuleRefusal) {
    let unknown = body.keys.filter { !Self.members.contains($0) }
    guard unknown.isEmpty else {
      throw RuleRefusal(
        code: "validation_error",
        message: unknown[0] == "source"
          ? "The source of a key never changes. Mint another key for another source."
          : "A key has no “\(unknown[0])”.",
        details: ["unknown_body_fields": .array(unknown.map(JSONValue.string))])
    }
    named = Set(body.keys)
    guard !named.isEmpty else {
      throw RuleRefusal(code: "validation_error", message: "The update changes nothing.")
    }
    label = try body["label"].map { value throws(RuleRefusal) in try KeyRequest.label(value) }
    defaultTier = try body["default_tier"].map { value throws(RuleRefusal) in
      try KeyRequest.tier(value)
    }
    permissions = try KeyPermissions(requested: body)
  }

  /// The key as it is after the change.
  func applied(to key: KeyRecord) -> KeyRecord {
    var key = key
    if let label { key.label = label }
    if let defaultTier { key.defaultTier = defaultTier }
    if let permissions {
      if named.contains("permissions") { key.permissions.permissions = permissions.permissions }
      if named.contains("sources") { key.permissions.sources = permissions.sources }
      for family in PermissionFamily.allCases where named.contains(family.rawValue) {
        key.permissions[family] = permissions[family]
      }
    }
    return key
  }
}
