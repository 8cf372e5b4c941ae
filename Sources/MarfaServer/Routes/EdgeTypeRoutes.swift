import MarfaModel

/// The registry of edge types (types-edges-search 4.11). Every credential reads all of it.
enum EdgeTypeRoutes {
  /// `/edge-types`.
  static let all: [Route] = [
    Route(
      "GET", "/edge-types", need: .credential,
      .read { _, scope in
        .page(scope.catalog.edgeTypes.map { .object($0.definition) }, next: nil)
      }),
    Route(
      "POST", "/edge-types", need: .judged(Registry.mayRegisterEdgeTypes), body: .object,
      .write { call, scope in try registry(call, scope).register(edgeType: call.body) }),
    Route(
      "DELETE", "/edge-types/{id}", need: .permission([.writeSchema]), keys: Registry.forceKeys,
      .write { call, scope in
        try registry(call, scope).remove(
          edgeType: call.segment("id"), force: try Registry.force(call.query))
      }),
  ]

  private static func registry(_ call: Call, _ scope: WriteScope) throws -> Registry {
    Registry(scope: scope, sender: try call.sender())
  }
}
