/// The first thing that one key would hold and another one, its ceiling, does not.
public enum PermissionExcess: Sendable, Hashable {
  /// A permission, spelled as in ``KeyPermission``.
  case permission(KeyPermission)
  /// An entry of a map, with the level that is wanted.
  case entry(PermissionFamily, name: String, PermissionLevel)
  /// A source that the ceiling neither is nor claims.
  case source(String)

  /// The refusal of a key that would hold it.
  public var refusal: RuleRefusal {
    switch self {
    case .permission(let permission):
      .lacksScope(permission.rawValue)
    case .entry(.extensions, let name, let level):
      RuleRefusal(
        status: 403, code: "forbidden",
        message: "This key cannot give more than it holds: the namespace \(name).",
        details: MissingGrant(kind: .extension, name: name, level: level.grant).details)
    case .entry(let family, let name, let level):
      .lacksScope(family.scope(name, level))
    case .source(let source):
      .lacksSource(source)
    }
  }
}
