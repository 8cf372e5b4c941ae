import MarfaModel

/// Who sends a request, and what they may do.
struct Credential: Sendable, Hashable {
  /// The key's id.
  let id: String
  /// Its name for people.
  let label: String
  /// The source stamped on what it makes.
  let source: String
  /// The tier of what it makes, where it names none.
  let defaultTier: Tier?
  /// What it may do, with the further sources it may claim.
  let permissions: KeyPermissions

  /// What a version's history says of who wrote it.
  var writer: JSONObject { ["kind": "key", "id": .string(id), "name": .string(label)] }

  /// Whether it may write under a source: its own, or one it claims.
  func mayClaim(_ source: String) -> Bool {
    source == self.source || permissions.sources.contains(source)
  }

  /// The source that a write is stamped with: its own, or another one that it claims.
  ///
  /// - Throws: `forbidden`, naming the source.
  func source(for requested: String?) throws(RuleRefusal) -> String {
    guard let requested else { return source }
    guard mayClaim(requested) else { throw .lacksSource(requested) }
    return requested
  }
}

extension Credential {
  /// The credential that a key which works stands for.
  init(_ key: KeyRecord) {
    self.init(
      id: key.id, label: key.label, source: key.source, defaultTier: key.defaultTier,
      permissions: key.permissions)
  }
}
