import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// A data folder that is open: its store, its keys, the instance's id.
struct ServerStore: Sendable {
  let database: any SQLDatabase
  let keys: KeyDirectory
  let instanceId: String
  let keyFile: URL
  let signer: BlobLinkSigner
  let claim: SQLiteWriterClaim

  /// The store's file in the data folder.
  static let file = "marfa.db"

  /// Opens a data folder, and makes what is missing in it.
  static func open(folder: URL, clock: any WaitingClock) async throws(ServerStartError)
    -> ServerStore
  {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folder(reason: Self.obstacle(at: folder))
    }
    do {
      return try await opened(folder, clock)
    } catch let error as ServerStartError {
      throw error
    } catch let mismatch as SchemaMismatch {
      throw .schema(reason: "It has \(mismatch).")
    } catch let failure as AuthorityFailure {
      throw .folder(reason: failure.localizedDescription)
    } catch {
      throw .store(MarfaError(storing: error))
    }
  }

  /// Why a data folder cannot be made at a path, and what to do about it.
  private static func obstacle(at folder: URL) -> String {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      !isFolder.boolValue
    {
      return "A file is at \(folder.path). Name a folder, or a path where one can be made."
    }
    return """
      It cannot be made at \(folder.path). Name a path in a folder that you can write to, on a \
      volume with space left.
      """
  }

  private static func opened(_ folder: URL, _ clock: any WaitingClock) async throws -> ServerStore {
    let path = folder.appendingPathComponent(file).path
    guard let claim = try SQLiteWriterClaim.take(store: path) else {
      throw ServerStartError.inUse
    }
    SQLiteLibrary.stopCountingMemory()
    var options = SQLiteOptions()
    // An answered write must survive a power cut.
    options.synchronous = .full
    options.readers = Tuning.readers
    // Nobody else writes while the claim is held.
    options.keepsSnapshots = true
    options.tokenizers = EngineSchema.tokenizers
    try await refuseForeign(path, options)
    let database = try await SQLiteDatabase.open(.file(path), options)
    do {
      let now = clock.unixMilliseconds
      let instanceId = try await database.write { connection in
        try ServerSchema.migrator.apply(to: connection)
        try BlobReferences.noteEarlier(connection)
        return try instance(connection, now: now)
      }
      let keysExist = try await database.read { try KeyStore($0).isEmpty() == false }
      let hasher = try KeyHasher.open(folder: folder, keysExist: keysExist)
      let keyFile = try await FirstKey.ensure(
        folder: folder, database: database, hasher: hasher, now: now)
      return ServerStore(
        database: database,
        keys: KeyDirectory(database: database, hasher: hasher, clock: clock),
        instanceId: instanceId, keyFile: keyFile,
        signer: try BlobLinkSigner.open(folder: folder), claim: claim)
    } catch {
      await database.close()
      throw error
    }
  }

  /// Refuses a store of another program or build while not a byte of it is changed.
  ///
  /// - Throws: ``SchemaMismatch``, ``SQLError``.
  private static func refuseForeign(_ path: String, _ options: SQLiteOptions) async throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return }
    var looking = options
    looking.readOnly = true
    looking.readers = 1
    let store = try await SQLiteDatabase.open(.file(path), looking)
    let verdict: Result<Void, any Error>
    do {
      verdict = .success(try await store.read { try ServerSchema.migrator.judge($0) })
    } catch {
      verdict = .failure(error)
    }
    await store.close()
    try verdict.get()
  }

  /// The id of the instance, minted once, and the shipped catalog, brought up to this build.
  private static func instance(_ connection: any SQLConnection, now: Int64) throws -> String {
    try shipCatalog(connection)
    if let id = try connection.text("SELECT value FROM server_meta WHERE name = 'instance_id'") {
      return id
    }
    let id = UUIDv7Minter.shared.mint(milliseconds: now).text
    try connection.run(
      "INSERT INTO server_meta (name, value) VALUES ('instance_id', ?1)", [.text(id)])
    return id
  }

  /// Puts the shipped types in place of whatever an earlier build shipped; registered ones stay.
  private static func shipCatalog(_ connection: any SQLConnection) throws {
    let store = CatalogStore(connection, CatalogCache())
    let held = try store.load()
    let shipped = TypeCatalog.shipped
    let types = held.types.filter { !shipped.isKnown($0.id) } + shipped.types
    let edgeTypes =
      held.edgeTypes.filter { shipped.edgeDefinition($0.id) == nil } + shipped.edgeTypes
    try store.replace(with: TypeCatalog(types: types, edgeTypes: edgeTypes))
  }

  /// Closes the store, then gives the folder back.
  func close() async {
    await database.close()
    claim.release()
  }
}
