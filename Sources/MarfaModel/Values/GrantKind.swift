/// What a key's permission is about.
public enum GrantKind: String, Sendable, Hashable, CaseIterable {
  /// Items of a type.
  case type
  /// Edges of a type.
  case edgeType = "edge_type"
  /// An extension namespace.
  case `extension`
}
