/// The permission maps of a key.
public enum PermissionFamily: String, Sendable, Hashable, CaseIterable {
  /// Items by their type; names are types, `ns.*` or `*`.
  case types = "type_permissions"
  /// Edges by their type; names are edge types or `*`.
  case edges = "edge_permissions"
  /// Extensions of items by their namespace, or `*`.
  case extensions = "extension_permissions"
  /// The registries beside the items, such as `types` and `edge_types`, or `*`.
  case metadata = "metadata_permissions"
  /// The profile of the instance's owner: `profile` or `*`.
  case profile = "profile_permissions"

  /// The levels that an entry may have: only types can be taken out of a wildcard.
  public var levels: [PermissionLevel] {
    self == .types ? PermissionLevel.allCases : [.read, .write]
  }

  /// How a permission of the family is spelled in a refusal, such as `edge.in-folder:write`.
  func scope(_ name: String, _ level: PermissionLevel) -> String {
    switch self {
    case .types: "\(name):\(level.rawValue)"
    case .edges: "edge.\(name):\(level.rawValue)"
    case .extensions: "extension.\(name):\(level.rawValue)"
    case .metadata: "metadata.\(name):\(level.rawValue)"
    case .profile: "profile.\(name):\(level.rawValue)"
    }
  }
}
