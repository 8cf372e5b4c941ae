import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience

@testable import MarfaServer

/// A whole server without a socket: a store in memory, every door, and keys that a test makes up.
final class ServerBench: Sendable {
  let core: ServerCore
  let clock = VirtualClock()
  let log = LogLines()

  /// The data folder, with nothing but the bytes of files; it goes with the bench.
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "marfa-bench-\(UUID().uuidString)")

  private let pipeline: Pipeline
  private let keys = BenchKeys()

  /// Opens an empty server with the shipped types. ``owner`` may do everything.
  ///
  /// - Parameters:
  ///   - storedKeys: whether keys are those in the store instead of made-up ones; then
  ///     ``storeKey(_:_:)`` makes the first.
  ///   - onDisk: whether the store is a file, with reads beside the writes.
  init(storedKeys: Bool = false, diskReserve: Int64 = 0, onDisk: Bool = false) async throws {
    var options = SQLiteOptions()
    options.tokenizers = EngineSchema.tokenizers
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let database = try await SQLiteDatabase.open(
      onDisk ? .file(folder.appendingPathComponent("marfa.db").path) : .memory, options)
    let directory = KeyDirectory(database: database, hasher: keys.hasher, clock: clock)
    core = ServerCore(
      database: database, clock: clock, keys: storedKeys ? directory : keys,
      instanceId: UUIDv7Minter.shared.mint(milliseconds: clock.unixMilliseconds).text,
      folder: folder,
      blobs: BlobStore(
        folder: BlobFolder(folder.appendingPathComponent(BlobStore.folderName)),
        reserve: diskReserve, signer: BlobLinkSigner(secret: [1, 2, 3])))
    let log = log
    pipeline = Pipeline(
      core: core, router: Router(Doors.all), log: AccessLog { log.append($0) })
    keys.add(Self.owner, permissions: .everything)
    try await database.write { [core] connection in
      try ServerSchema.migrator.apply(to: connection)
      try core.catalogs(connection).replace(with: .shipped)
    }
    try await core.blobs.attach(to: database, now: clock.unixMilliseconds)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  // MARK: Keys

  /// The secret of the key that may do everything. Its source is `owner`.
  static let owner = "owner"

  /// Makes a key and answers its secret.
  @discardableResult
  func key(_ name: String, _ permissions: KeyPermissions, tier: Tier? = nil) -> String {
    keys.add(name, permissions: permissions, tier: tier)
    return name
  }

  /// Makes a key that reaches what these maps say.
  @discardableResult
  func key(
    _ name: String, types: [String: PermissionLevel] = [:],
    edges: [String: PermissionLevel] = [:], extensions: [String: PermissionLevel] = [:],
    metadata: [String: PermissionLevel] = [:], may permissions: Set<KeyPermission> = [],
    sources: [String] = []
  ) -> String {
    key(
      name,
      KeyPermissions(
        permissions: permissions, types: PermissionMap(types), edges: PermissionMap(edges),
        extensions: PermissionMap(extensions), metadata: PermissionMap(metadata),
        sources: sources))
  }

  /// Stores a key without asking anybody, and answers it with its secret.
  func storeKey(
    _ name: String, _ permissions: KeyPermissions = .everything
  ) async throws -> (key: KeyRecord, secret: String) {
    let token = KeyToken()
    let key = KeyRecord(
      id: newId(), label: name, source: name, permissions: permissions,
      createdAt: Timestamp(clamping: clock.unixMilliseconds).text)
    let hash = try keys.hasher.hash(token)
    try await core.database.write { try KeyStore($0).insert(key, hash: hash) }
    return (key, token.text)
  }

  /// Ends a key.
  func revoke(_ key: String) { keys.remove(key) }

  // MARK: Requests

  /// Sends a request with a JSON body, or with none.
  ///
  /// - Parameter key: the secret of the key; `nil` sends no credential.
  @discardableResult
  func send(
    _ method: String, _ target: String, _ body: JSONObject? = nil, as key: String? = owner,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    try await send(
      method, target, bytes: try body?.jsonBytes() ?? [],
      type: body.map { _ in "application/json" },
      as: key, headers: headers)
  }

  /// Sends a page of a bulk write of `items` or `edges`.
  func bulk(
    _ kind: String, _ entries: [JSONValue], _ further: JSONObject = [:], as key: String = owner
  ) async throws -> Answer {
    var body: JSONObject = [kind: .array(entries)]
    for (name, value) in further { body[name] = value }
    return try await send("POST", "/\(kind)/bulk", body, as: key)
  }

  /// Sends a request with bytes of any kind.
  ///
  /// - Parameters:
  ///   - type: the content type; `nil` sends none.
  ///   - overflows: whether the transport cut the body off at its cap.
  func send(
    _ method: String, _ target: String, bytes: [UInt8], type: String?, as key: String? = owner,
    headers: [String: String] = [:], overflows: Bool = false
  ) async throws -> Answer {
    var fields = Self.fields(key, headers)
    if let type { fields.add("Content-Type", type) }
    let response = await pipeline.answer(
      HTTPRequest(
        method: method, target: target, headers: fields, body: overflows ? [] : bytes,
        bodyOverflow: overflows))
    return try Answer(response)
  }

  /// Sends a request as a network thread does first; `nil` when it is left to a task.
  func sendAtOnce(
    _ method: String, _ target: String, as key: String? = owner, headers: [String: String] = [:]
  ) throws -> Answer? {
    let request = HTTPRequest(method: method, target: target, headers: Self.fields(key, headers))
    return try pipeline.answerAtOnce(request).map { try Answer($0) }
  }

  private static func fields(_ key: String?, _ headers: [String: String]) -> HTTPHeaders {
    var fields = HTTPHeaders()
    if let key { fields.add("Authorization", "Bearer \(key)") }
    for (name, value) in headers { fields.add(name, value) }
    return fields
  }

  // MARK: What is stored

  /// Stores an item without asking anybody.
  @discardableResult
  func item(
    _ type: String = "core.note", _ properties: JSONObject = ["body": "text"],
    state: ItemState = .active, tags: [String] = [], trashedWith: String? = nil
  ) async throws -> String {
    let now = clock.unixMilliseconds
    let time = Timestamp(clamping: now).text
    let row = ItemRow(
      id: newId(), type: type, properties: properties, state: state, tier: .library, version: 1,
      schemaVersion: 0, source: "bench", occurredAt: time, createdAt: time, updatedAt: time,
      tags: tags, trashedWith: trashedWith)
    try await core.database.write { try ItemStore($0).put(row) }
    return row.id
  }

  /// Stores an edge without asking anybody.
  @discardableResult
  func edge(
    _ source: String, _ target: String, _ type: String = "references",
    _ properties: JSONObject = [:]
  ) async throws -> Edge {
    let time = Timestamp(clamping: clock.unixMilliseconds).text
    let edge = Edge(
      id: newId(), sourceId: source, targetId: target, edgeType: type, properties: properties,
      version: 1, createdAt: time, updatedAt: time)
    try await core.database.write { try EdgeStore($0).put(edge) }
    return edge
  }

  /// An item as it is stored.
  func stored(_ id: String) async throws -> ItemRow? {
    try await core.database.read { try ItemStore($0).get(id) }
  }

  /// An edge as it is stored.
  func storedEdge(_ id: String) async throws -> Edge? {
    try await core.database.read { try EdgeStore($0).get(id) }
  }

  /// What the log holds after an event, oldest first.
  func events(after cursor: Int64 = 0) async throws -> [EventLog.Row] {
    try await core.database.read { try EventLog.page(after: cursor, limit: 1_000, $0) }
  }

  /// A new id.
  func newId() -> String { UUIDv7Minter.shared.mint(milliseconds: clock.unixMilliseconds).text }
}
