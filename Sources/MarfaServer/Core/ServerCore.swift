import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience

/// What every request of one server shares: the store, the caches over it, the clock.
final class ServerCore: Sendable {
  /// The store. Commits are durable before they are answered, and share one sync.
  let database: any SQLDatabase
  /// The one clock.
  let clock: any WaitingClock
  /// Wakes the event streams.
  let hub = EventHub()
  /// Who may do what.
  let keys: any CredentialSource
  /// The id minted once for this store.
  let instanceId: String
  /// Whether the store takes commits.
  let probe: WriteProbe
  /// The room on the volume.
  let disk: DiskProbe
  /// The bytes of files.
  let blobs: BlobStore
  /// Where the server is reached from outside, without a slash at the end; `nil` where nobody
  /// said.
  let publicAddress: String?

  /// Full-text search, with what was just written.
  let search: ItemSearch
  /// Folds what was written into the index when there is time.
  let indexer: IdleIndexer

  /// Tells that bulk actions were queued.
  let jobs = JobWakes()

  private let catalogCache = CatalogCache()
  private let writeClock = WriteClock()

  /// Takes an opened store that has its tables.
  init(
    database: any SQLDatabase, clock: any WaitingClock, keys: any CredentialSource,
    instanceId: String, folder: URL, blobs: BlobStore, publicAddress: String? = nil
  ) {
    self.database = database
    self.clock = clock
    self.keys = keys
    self.instanceId = instanceId
    search = ItemSearch(database, catalogCache)
    indexer = IdleIndexer(search, clock: clock)
    probe = WriteProbe(database: database, clock: clock)
    disk = DiskProbe(folder: folder)
    self.blobs = blobs
    self.publicAddress = publicAddress
  }

  /// The address that links to this server begin with: the one that was configured, or the one by
  /// which whoever asks has reached it.
  func address(seenBy request: HTTPRequest) -> String {
    if let publicAddress { return publicAddress }
    return "http://\(request.headers["Host"] ?? "127.0.0.1")"
  }

  /// Takes the body of an upload to the disk while it arrives, for a key that is known and may
  /// bring files. Every other body is left to the ordinary bounds.
  func sink(_ head: HTTPBodyHead) -> (any HTTPBodySink)? {
    guard head.method == "POST", head.path == "/blobs",
      let credential = keys.known(bearer: head.headers["Authorization"]),
      BlobAccess.mightUpload(credential.permissions)
    else { return nil }
    return BlobUpload(into: blobs, announced: head.announcedBytes)
  }

  /// The types as a connection sees them. The engine finds a catalog again by its revision,
  /// which is never used twice.
  func catalogs(_ connection: any SQLConnection) -> CatalogStore {
    CatalogStore(connection, catalogCache)
  }

  /// The catalog as a connection sees it.
  func catalog(_ connection: any SQLConnection) throws -> TypeCatalog {
    try catalogs(connection).load()
  }

  /// Runs a reading handler over one snapshot of the store.
  func read(
    _ call: Call, _ handler: @escaping @Sendable (Call, ReadScope) throws -> Reply
  ) async throws -> Reply {
    try await database.read { [self] connection in
      try handler(call, ReadScope(connection: connection, catalog: try catalog(connection)))
    }
  }

  /// Runs a handler that looks something up, over one snapshot of the store.
  func lookUp(
    _ call: Call, _ handler: @escaping @Sendable (Call, LookUpScope) throws -> Reply
  ) async throws -> Reply {
    try await database.read { [self] connection in
      try handler(call, LookUpScope(connection: connection, catalogs: catalogs(connection)))
    }
  }

  /// The same on the calling thread; `nil` when that would make it wait.
  func lookUpInPlace(
    _ call: Call, _ handler: (Call, LookUpScope) throws -> Reply
  ) throws -> Reply? {
    try database.readInPlace { connection in
      try handler(call, LookUpScope(connection: connection, catalogs: catalogs(connection)))
    }
  }

  /// Runs a writing handler in the writer's transaction, with its answer kept under its key.
  ///
  /// A refusal undoes what the handler did and is kept like any answer. Streams are woken only
  /// after the commit.
  func write(
    _ call: Call, key: IdempotencyKey?,
    _ handler: @escaping @Sendable (Call, WriteScope) throws -> Reply
  ) async throws -> Reply {
    let outcome = try await database.write { [self] connection in
      try perform(call, key: key, handler, connection)
    }
    // Before streams wake, so that none goes on with a key that was just ended.
    if outcome.changedKeys { keys.forgetCached() }
    if outcome.announced {
      hub.committed()
      indexer.touched()
    }
    return outcome.reply
  }

  /// Writes what the server does by itself, without a request.
  ///
  /// - Throws: what `body` throws; nothing was written then.
  func writeOwn(_ body: @escaping @Sendable (WriteScope) throws -> Void) async throws {
    try await database.write { [self] connection in
      try body(
        WriteScope(
          connection: connection, catalogs: catalogs(connection), catalog: try catalog(connection),
          now: writeClock.next(clock.unixMilliseconds)))
    }
    hub.committed()
    indexer.touched()
  }

  private struct Outcome: Sendable {
    let reply: Reply
    var announced = false
    var changedKeys = false
  }

  private func perform(
    _ call: Call, key: IdempotencyKey?, _ handler: (Call, WriteScope) throws -> Reply,
    _ connection: any SQLConnection
  ) throws -> Outcome {
    let catalog = try self.catalog(connection)
    do {
      if let key, let kept = try replay(key, of: call, catalog, connection) {
        return Outcome(reply: kept)
      }
    } catch let refusal as RuleRefusal {
      return Outcome(reply: Reply(refusing: refusal))
    }
    let scope = WriteScope(
      connection: connection, catalogs: catalogs(connection), catalog: catalog,
      now: writeClock.next(clock.unixMilliseconds))
    var outcome: Outcome
    do {
      let reply = try connection.savepoint { try handler(call, scope) }
      outcome = Outcome(
        reply: reply, announced: true, changedKeys: scope.changedKeys)
    } catch let error where error is RuleRefusal || error is ConflictRefusal || error is MarfaError
    {
      outcome = Outcome(reply: Reply(refusing: error))
    }
    if let key, let sender = call.credential {
      try Ledger(connection: connection).keep(
        outcome.reply, for: key, of: sender.id, needs: scope.needs, now: scope.now)
    }
    return outcome
  }

  /// The answer that a repeated request had the first time, where its sender may still have it.
  private func replay(
    _ key: IdempotencyKey, of call: Call, _ catalog: TypeCatalog, _ connection: any SQLConnection
  ) throws -> Reply? {
    guard let sender = call.credential,
      let kept = try Ledger(connection: connection).answer(to: key, of: sender.id)
    else { return nil }
    try ReplayJudge(connection: connection, catalog: catalog, sender: sender)
      .judge(kept.needs, disclosing: kept.body)
    return kept.reply
  }

  /// Refuses a key that was used for another request already.
  ///
  /// For requests whose body is no use: that the key is taken is what their sender must know.
  ///
  /// - Throws: `idempotency_key_reused`.
  func refuseReuse(of key: IdempotencyKey, by sender: Credential) async throws {
    try await database.read { connection in
      _ = try Ledger(connection: connection).answer(to: key, of: sender.id)
    }
  }
}
