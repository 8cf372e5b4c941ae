extension TypeCatalog {
  /// Reads the types that an app declares for itself, all of them or none.
  ///
  /// They are held to the rules of a registration, so that a server will take them. A missing
  /// `fields` is an empty one. A parent is one of this catalog's types or declared too, in any order.
  ///
  /// - Returns: the declared types, each after its parent.
  /// - Throws: ``MarfaError/invalid(message:)`` for the first that cannot be taken.
  public func declared(_ declarations: [JSONObject]) throws(MarfaError) -> [TypeDefinition] {
    do throws(RuleRefusal) {
      var declared: [TypeDefinition] = []
      for declaration in declarations {
        var body = declaration
        body["fields"] = body["fields"] ?? [:]
        declared.append(try TypeDefinition(registering: body))
      }
      let ids = declared.map(\.id)
      for (place, id) in ids.enumerated() where isKnown(id) || ids[..<place].contains(id) {
        throw .typeExists(id)
      }
      let whole = adding(declared)
      for definition in declared { try whole.judge(definition) }
      return declared.sorted { left, right in
        (whole.type(left.id)?.chain.count ?? 0) < (whole.type(right.id)?.chain.count ?? 0)
      }
    } catch {
      throw .invalid(message: error.message)
    }
  }

  /// The catalog with further item types; one that it holds already stays as it is.
  public func adding(_ definitions: [TypeDefinition]) -> TypeCatalog {
    TypeCatalog(types: definitions + types, edgeTypes: edgeTypes)
  }
}
