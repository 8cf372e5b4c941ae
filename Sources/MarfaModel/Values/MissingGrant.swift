/// The permission that would have let a refused call through.
public struct MissingGrant: Sendable, Hashable {
  /// What it is about.
  public var kind: GrantKind
  /// The name of the type, edge type or namespace.
  public var name: String
  /// How far it has to reach.
  public var level: GrantLevel

  /// Makes a permission that is missing.
  public init(kind: GrantKind, name: String, level: GrantLevel) {
    self.kind = kind
    self.name = name
    self.level = level
  }
}
