extension TypeCatalog {
  /// Whether a type is another one, lies under it by its dotted name, or declares it as an ancestor.
  ///
  /// A type that is not registered lies under another one by its name alone.
  public func isAtOrUnder(_ id: String, _ root: String) -> Bool {
    TypeId.isAtOrUnder(id, root) || type(id)?.chain.contains(root) == true
  }

  /// The registered types at and under another one, sorted by identifier.
  ///
  /// Rows of types that are not registered any more lie under it by their name: whoever matches
  /// rows matches the prefix `root.` too.
  public func subtree(of root: String) -> [String] {
    types.lazy.map(\.id).filter { isAtOrUnder($0, root) }
  }

  /// The registered types that declare another one as an ancestor, sorted by identifier.
  public func descendants(of id: String) -> [ResolvedType] {
    types.compactMap { type($0.id) }.filter { $0.chain.dropFirst().contains(id) }
  }

  /// Whether a pattern takes a type in.
  public func matches(_ pattern: TypePattern, _ id: String) -> Bool {
    switch pattern {
    case .all: true
    case .under(let root): isAtOrUnder(id, root)
    case .exactly(let name): name == id
    }
  }

  /// Whether items of a type satisfy one of an edge type's constraints of an end.
  public func satisfies(_ id: String, _ constraints: [EndpointConstraint]) -> Bool {
    constraints.contains { constraint in
      switch constraint {
      case .any: true
      case .role(let role): type(id)?.roles.contains(role) == true
      case .type(let root): isAtOrUnder(id, root)
      }
    }
  }
}
