import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// What hydrating, catching up and following work with: the store, the server, the clock.
struct SyncBench: Sendable {
  let store: CopyStore
  let line: ServerLine
  let clock: any WaitingClock

  /// The same bench for one call of an app; see ``ServerLine/forCall()``.
  func forCall() -> SyncBench { SyncBench(store: store, line: line.forCall(), clock: clock) }

  var reads: ServerReads { ServerReads(line: line) }

  /// The rows of a transaction under its slice and catalog.
  func rows(_ connection: any SQLConnection) throws -> SliceRows {
    try store.rows(connection)
  }

  /// The rows of a transaction, as long as the copy was not loaded anew since a generation.
  ///
  /// - Throws: `hydrationIncomplete` when it was: what is known of the old copy tells nothing of
  ///   the new one.
  func rows(_ connection: any SQLConnection, of generation: Int64) throws -> SliceRows {
    try store.rows(connection, of: generation)
  }

  /// What the copy knows of itself now.
  func meta() async throws -> CopyMeta {
    try await store.meta()
  }

  /// Refuses to go on with a copy that was loaded from another instance, and expires it.
  ///
  /// - Throws: `copyExpired` with reason `instance_changed`.
  func confirmInstance(_ meta: CopyMeta) async throws {
    let found = try await reads.instanceId()
    guard let known = meta.instanceId, known != found else { return }
    try await expire(reason: "instance_changed", generation: meta.generation)
    throw MarfaError.copyExpired(
      reason: "instance_changed",
      message: "Another server answers at this address. Load the copy again.")
  }

  /// Expires the copy: the cursor goes; rows, queue and pins stay.
  ///
  /// Nothing happens when the copy was loaded again meanwhile.
  func expire(reason: String, generation: Int64) async throws {
    try await store.database.write { connection in
      var meta = try CopyMeta(connection)
      guard meta.generation == generation, meta.hydration == .complete else { return }
      meta.cursor = nil
      meta.expiredBecause = reason
      try meta.save(connection)
    }
  }

  /// Reads the server's catalog and holds it, with declared types registered where they lack.
  ///
  /// - Returns: whether what is held changed.
  func adoptCatalog() async throws -> Bool {
    let registered = try await registerDeclared(in: try await reads.catalog())
    return try await hold(registered.catalog)
  }

  /// Holds a catalog whole; a changed one moves the catalog's version.
  func hold(_ served: ServedCatalog) async throws -> Bool {
    let catalog = try served.catalog()
    return try await store.database.write { [store] connection in
      guard try CatalogStore(connection, store.catalog.served).replace(with: catalog) else {
        return false
      }
      var meta = try CopyMeta(connection)
      meta.catalogVersion += 1
      try meta.save(connection)
      try ChangeLog(connection).append([Change(origin: .refreshed(.catalog))])
      return true
    }
  }

  /// What became of the declared types that a server lacks.
  struct Registration: Sendable {
    var catalog: ServedCatalog
    var registered: [String] = []
    var refused: [UnregisteredType] = []
  }

  /// Asks the server to take in the declared types that it lacks, parents first.
  ///
  /// A refusal is reported and stops nothing; trouble that passes by itself is thrown.
  func registerDeclared(in served: ServedCatalog) async throws -> Registration {
    var outcome = Registration(catalog: served)
    let declared = try await store.database.read { try DeclaredTypes(connection: $0).all() }
    for definition in declared {
      guard let id = definition["id"]?.string, !served.knows(type: id) else { continue }
      do {
        try await reads.register(definition)
        outcome.registered.append(id)
      } catch let error as MarfaError {
        if error.isTransient || error.refusesKey { throw error }
        guard let refusal = UnregisteredType(id, refusedWith: error) else { throw error }
        outcome.refused.append(refusal)
      }
    }
    if !outcome.registered.isEmpty { outcome.catalog = try await reads.catalog() }
    return outcome
  }
}

extension UnregisteredType {
  /// A refusal of the server; `nil` for an error that is none.
  init?(_ id: String, refusedWith error: MarfaError) {
    switch error {
    case .notFound(let code, _), .forbidden(let code, _), .validation(let code, _),
      .server(_, let code, _):
      self.init(id: id, code: code, message: error.message)
    case .unknownType: self.init(id: id, code: "unknown_type", message: error.message)
    default: return nil
    }
  }
}
