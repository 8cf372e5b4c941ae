import MarfaModel

/// A key as the store holds it: everything but its secret.
struct KeyRecord: Sendable, Hashable {
  /// A lowercase UUIDv7.
  var id: String
  /// Its name for people.
  var label: String
  /// What its writes are stamped with.
  var source: String
  /// What it may do and reach.
  var permissions: KeyPermissions
  /// The tier of its new items that name none.
  var defaultTier: Tier?
  /// When it was minted.
  var createdAt: String
  /// When it was last used, to the hour; `nil` before its first use.
  var lastUsedAt: String?
  /// When it was revoked; `nil` while it works.
  var revokedAt: String?

  /// The key as every answer carries it; a minted key expires never.
  var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "label": .string(label), "source": .string(source),
    ]
    for (name, value) in permissions.json { object[name] = value }
    object["default_tier"] = defaultTier.map { .string($0.rawValue) } ?? .null
    object["created_at"] = .string(createdAt)
    object["expires_at"] = .null
    object["last_used_at"] = lastUsedAt.map(JSONValue.string) ?? .null
    return object
  }
}
