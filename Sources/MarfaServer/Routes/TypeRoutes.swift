import MarfaModel

/// The registry of item types (types-edges-search 2). Every credential reads all of it.
enum TypeRoutes {
  /// `/types`.
  static let all: [Route] = [
    Route("GET", "/types", need: .credential, .read(list)),
    Route("GET", "/types/{id}", need: .credential, .read(get)),
    Route(
      "POST", "/types", need: .judged(Registry.mayRegisterTypes), body: .object,
      .write { call, scope in try registry(call, scope).register(type: call.body) }),
    Route(
      "PUT", "/types/{id}", need: .judged(Registry.mayReplaceTypes), body: .object,
      .write { call, scope in
        try registry(call, scope).replace(type: call.segment("id"), with: call.body)
      }),
    Route(
      "DELETE", "/types/{id}", need: .permission([.writeSchema]), keys: Registry.forceKeys,
      .write { call, scope in
        try registry(call, scope).remove(
          type: call.segment("id"), force: try Registry.force(call.query))
      }),
  ]

  private static func registry(_ call: Call, _ scope: WriteScope) throws -> Registry {
    Registry(scope: scope, sender: try call.sender())
  }

  /// Every type whose ancestors can be worked out, with its policies as it declares them.
  private static func list(_ call: Call, _ scope: ReadScope) -> Reply {
    let catalog = scope.catalog
    return .page(
      catalog.types.compactMap { catalog.type($0.id) }.map { .object($0.listJSON) }, next: nil)
  }

  private static func get(_ call: Call, _ scope: ReadScope) throws -> Reply {
    let id = call.segment("id")
    if let type = scope.catalog.type(id) { return .json(type.json) }
    throw scope.catalog.isKnown(id)
      ? RuleRefusal.chainUnresolvable(id) : RuleRefusal.typeNotFound(id)
  }
}
