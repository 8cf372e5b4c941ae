import MarfaModel

/// Edges: made, read, listed, changed and removed (types-edges-search 4).
enum EdgeRoutes {
  /// `/edges` and the edges at either end of an item.
  static let all: [Route] = [
    Route(
      "POST", "/edges", body: .object, keyed: true,
      .write { call, scope in try writer(call, scope).create(call.body) }),
    Route(
      "GET", "/edges", keys: EdgeListing.changeKeys,
      .read { call, scope in try EdgeListing(call, scope).all() }),
    Route(
      "GET", "/edges/{id}",
      .lookUp { call, scope in
        try EdgeListing(call, try scope.reading()).one(call.segment("id"))
      }),
    Route(
      "PATCH", "/edges/{id}", body: .object, keyed: true,
      .write { call, scope in try writer(call, scope).update(call.segment("id"), call.body) }),
    Route(
      "DELETE", "/edges/{id}", keyed: true,
      .write { call, scope in try writer(call, scope).delete(call.segment("id")) }),
    Route(
      "GET", "/items/{id}/edges", keys: EdgeListing.keys,
      .read { call, scope in try EdgeListing(call, scope).outbound(call.segment("id")) }),
    Route(
      "GET", "/items/{id}/backrefs", keys: EdgeListing.keys,
      .read { call, scope in try EdgeListing(call, scope).inbound(call.segment("id")) }),
  ]

  private static func writer(_ call: Call, _ scope: WriteScope) throws -> EdgeWriter {
    EdgeWriter(scope: scope, sender: try call.sender())
  }
}
