import MarfaModel

/// Which types a `type` parameter names, as far as a credential reads them.
enum TypeScope {
  /// The readable types that one entry names: a type with all beneath it, or `ns.*`.
  ///
  /// - Throws: `validation_error` for a malformed entry, `unknown_type` for a concrete type nobody
  ///   registered, `type_not_permitted` for one of which nothing is readable.
  static func resolve(_ entry: String, catalog: TypeCatalog, credential: Credential)
    throws(RuleRefusal) -> Set<String>
  {
    guard let pattern = TypePattern(entry) else {
      throw .malformed(path: "type", "type is not the name of a type.")
    }
    let root: String
    var isConcrete = false
    switch pattern {
    case .all: throw .malformed(path: "type", "type names a type, or a name followed by .*.")
    case .under(let name): root = name
    case .exactly(let name):
      root = name
      isConcrete = true
    }
    if isConcrete, !catalog.isKnown(root) {
      throw RuleRefusal(
        status: 400, code: "unknown_type", message: "The type \(root) is not registered.",
        details: ["type": .string(root)])
    }
    let readable = Set(
      catalog.subtree(of: root).filter { credential.permissions.reads(type: $0, in: catalog) })
    guard !readable.isEmpty || !isConcrete else { throw .typeNotPermitted(root, .read) }
    return readable
  }
}
