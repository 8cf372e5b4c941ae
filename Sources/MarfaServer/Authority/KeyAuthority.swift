import MarfaModel
import MarfaSQL

/// Minting, listing and revoking keys, for one actor inside one transaction.
///
/// After a change the caller tells the ``KeyDirectory`` once the transaction is committed.
struct KeyAuthority {
  private let store: KeyStore
  private let catalog: TypeCatalog
  private let actor: KeyActor

  /// Works inside the caller's transaction.
  init(_ connection: any SQLConnection, catalog: TypeCatalog, actor: KeyActor) {
    store = KeyStore(connection)
    self.catalog = catalog
    self.actor = actor
  }

  /// A key that was just minted, with its secret. It is told this once and kept nowhere.
  struct Minted: Sendable {
    /// The key.
    let key: KeyRecord
    /// The secret.
    let token: KeyToken

    /// The answer to the request: the key with its secret.
    var json: JSONObject {
      var object: JSONObject = ["id": .string(key.id), "key": .string(token.text)]
      for (name, value) in key.json where name != "id" { object[name] = value }
      return object
    }
  }

  /// Mints a key. One that names nothing holds what its maker holds; direct authority gives all.
  ///
  /// - Parameters:
  ///   - now: the wall clock (Unix milliseconds).
  /// - Throws: `missing_required_field`, `validation_error`, `forbidden` when it would hold more
  ///   than its maker, `conflict` when a key that works has its source.
  func mint(_ body: JSONObject, hasher: KeyHasher, now: Int64) throws -> Minted {
    try actor.judgeMinting()
    let request = try KeyRequest(body)
    let permissions = request.permissions ?? inherited
    if let excess = actor.excess(of: permissions, in: catalog) { throw excess.refusal }
    try judgeSource(request.source)
    let token = KeyToken()
    let key = KeyRecord(
      id: UUIDv7Minter.shared.mint(milliseconds: now).text, label: request.label,
      source: request.source, permissions: permissions, defaultTier: request.defaultTier,
      createdAt: Timestamp(clamping: now).text)
    try store.insert(key, hash: hasher.hash(token))
    return Minted(key: key, token: token)
  }

  /// The keys in reach that work, the actor's own included, oldest first.
  ///
  /// - Throws: `forbidden`.
  func list() throws -> [KeyRecord] {
    try actor.judgeListing()
    return try store.working().filter { actor.reaches($0, in: catalog) }
  }

  /// Changes a key in reach. What it may do by it is felt at its next request, once the directory is
  /// told.
  ///
  /// Nobody gives more than they hold; who reaches a key only by managing all narrows it only.
  ///
  /// - Throws: `forbidden`, `invalid_id`, `validation_error`, `api_key_not_found`.
  func update(_ id: String, _ body: JSONObject) throws -> KeyRecord {
    try actor.judgeListing()
    let update = try KeyUpdate(body)
    guard UUIDv7.isValid(id) else { throw RuleRefusal.invalidId("id") }
    guard let key = try store.key(id), key.revokedAt == nil, actor.reaches(key, in: catalog) else {
      throw RuleRefusal.keyNotFound()
    }
    let next = update.applied(to: key)
    let widened = next.permissions.excess(
      over: key.permissions, ownSource: key.source, in: catalog)
    if let widened {
      guard !actor.onlyManages(key, in: catalog) else { throw widened.refusal }
      if let excess = actor.excess(of: next.permissions, in: catalog) { throw excess.refusal }
    }
    try store.update(next)
    return next
  }

  /// Revokes a key in reach. Its next request is refused once the directory is told.
  ///
  /// - Throws: `forbidden`, `invalid_id`, `api_key_not_found`.
  func revoke(_ id: String, now: Int64) throws {
    try actor.judgeListing()
    guard UUIDv7.isValid(id) else { throw RuleRefusal.invalidId("id") }
    guard let key = try store.key(id), actor.reaches(key, in: catalog) else {
      throw RuleRefusal.keyNotFound()
    }
    guard key.revokedAt == nil else {
      throw RuleRefusal.keyNotFound(revoked: actor.reachesEveryKey)
    }
    try store.revoke(id, at: Timestamp(clamping: now).text)
  }

  private var inherited: KeyPermissions {
    switch actor {
    case .direct: .everything
    case .key(let credential): credential.permissions
    }
  }

  /// Whether a new key may have a source as its own.
  private func judgeSource(_ source: String) throws {
    let keys = try store.working()
    if case .key(let credential) = actor,
      keys.contains(where: { $0.permissions.sources.contains(source) }),
      source != credential.source, !credential.permissions.sources.contains(source)
    {
      throw RuleRefusal.lacksSource(source)
    }
    guard !keys.contains(where: { $0.source == source }) else {
      throw RuleRefusal(
        status: 409, code: "conflict",
        message: "Another key already writes under the source “\(source)”.",
        details: ["source": .string(source)])
    }
  }
}

extension RuleRefusal {
  /// No key in reach has this id (`api_key_not_found`).
  ///
  /// - Parameter revoked: whether to tell that it was revoked, which only those who reach every
  ///   key are told.
  static func keyNotFound(revoked: Bool = false) -> RuleRefusal {
    RuleRefusal(
      status: 404, code: "api_key_not_found",
      message: revoked ? "This key was already revoked." : "There is no such key.")
  }
}
