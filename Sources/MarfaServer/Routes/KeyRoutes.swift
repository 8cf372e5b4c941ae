import MarfaModel
import MarfaSQL

/// The keys of this server (events-blobs-keys 6).
enum KeyRoutes {
  /// `/keys`.
  static let all: [Route] = [
    Route("POST", "/keys", need: .permission([.mintKeys]), body: .object, .direct(mint)),
    Route(
      "GET", "/keys", need: .permission([.mintKeys, .manageKeys]),
      .read { call, scope in
        let keys = try authority(call, scope.connection, scope.catalog).list()
        return .page(keys.map { .object($0.json) }, next: nil)
      }),
    Route(
      "GET", "/keys/current", need: .credential,
      .lookUp { call, scope in
        // The key may have been revoked since the request was let in.
        guard let key = try KeyStore(scope.connection).key(try call.sender().id),
          key.revokedAt == nil
        else { throw RuleRefusal.unauthorized }
        return .json(key.json)
      }),
    Route(
      "PATCH", "/keys/{id}", need: .permission([.mintKeys, .manageKeys]), body: .object,
      .write { call, scope in
        let key = try authority(call, scope.connection, scope.catalog)
          .update(call.segment("id"), call.body)
        scope.changedKeys = true
        return .json(key.json)
      }),
    Route(
      "DELETE", "/keys/{id}", need: .permission([.mintKeys, .manageKeys]),
      .write { call, scope in
        try authority(call, scope.connection, scope.catalog)
          .revoke(call.segment("id"), now: scope.now)
        scope.changedKeys = true
        return .ok
      }),
  ]

  private static func authority(
    _ call: Call, _ connection: any SQLConnection, _ catalog: TypeCatalog
  ) throws -> KeyAuthority {
    KeyAuthority(connection, catalog: catalog, actor: .key(try call.sender()))
  }

  /// Mints a key. The answer holds its secret and so is never kept: the door takes no
  /// `Idempotency-Key`.
  private static func mint(_ call: Call, _ core: ServerCore) async throws -> Reply {
    let hasher = core.keys.hasher
    return try await core.write(call, key: nil) { call, scope in
      let minted = try authority(call, scope.connection, scope.catalog)
        .mint(call.body, hasher: hasher, now: scope.now)
      scope.changedKeys = true
      return .json(minted.json, status: 201)
    }
  }
}
