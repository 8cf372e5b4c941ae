import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience

@testable import MarfaServer

/// The real server without its sockets: every door over a store in memory.
final class SimServer: Sendable {
  /// Where the copies believe that it is.
  static let address = "http://server.example"

  private struct State {
    var core: ServerCore
    var pipeline: Pipeline
    /// How often the writes under a key were done, repeats left out.
    var done: [String: Int] = [:]
    /// What was asked under a key.
    var asked: [String: SimRequest] = [:]
    /// Which device's edit brought each version of an item.
    var writers: [String: [Int64: String]] = [:]
  }

  /// The store.
  let database: any SQLDatabase
  private let world: SimWorld
  private let instanceId: String
  private let state: Lock<State>

  /// Starts an empty server.
  init(_ world: SimWorld) async throws {
    var options = SQLiteOptions()
    options.tokenizers = EngineSchema.tokenizers
    options.readers = 1
    database = try await SQLiteDatabase.open(.memory, options)
    try await database.write { connection in
      try ServerSchema.migrator.apply(to: connection)
      try CatalogStore(connection, CatalogCache()).replace(with: Self.catalog)
    }
    self.world = world
    instanceId = UUIDv7Minter.shared.mint(milliseconds: world.clock.unixMilliseconds).text
    let (core, pipeline) = Self.start(database, instanceId, world)
    state = Lock(State(core: core, pipeline: pipeline))
    try await core.blobs.attach(to: database, now: world.clock.unixMilliseconds)
  }

  /// The shipped types that occur: copies read the catalog all the time.
  private static let catalog = TypeCatalog(
    types: TypeCatalog.shipped.types.filter { SimSlice.everything.types.contains($0.id) },
    edgeTypes: TypeCatalog.shipped.edgeTypes.filter {
      SimSlice.everything.edgeTypes.contains($0.id)
    })

  private static func start(_ database: any SQLDatabase, _ instanceId: String, _ world: SimWorld)
    -> (ServerCore, Pipeline)
  {
    let folder = world.folder.appending(path: "server")
    let core = ServerCore(
      database: database, clock: world.clock, keys: SimKeys(), instanceId: instanceId,
      folder: folder,
      blobs: BlobStore(
        folder: BlobFolder(folder.appending(path: BlobStore.folderName)), reserve: 0,
        signer: BlobLinkSigner(secret: [1, 2, 3])),
      publicAddress: address)
    return (core, Pipeline(core: core, router: Router(Doors.all), log: AccessLog(.none)))
  }

  /// Tells every stream that the server stops, and starts it anew over what is stored.
  func restart() async {
    let old = state.withLock { state in
      let old = state.core
      (state.core, state.pipeline) = Self.start(database, instanceId, world)
      return old
    }
    old.hub.stop()
    await old.indexer.close()
  }

  /// Ends it.
  func stop() async {
    let core = state.withLock { $0.core }
    core.hub.stop()
    await core.indexer.close()
    await database.close()
  }

  /// Lets every stream that has sent all there is say so.
  func heartbeat() { state.withLock { $0.core }.hub.heartbeat() }

  /// Forgets the older half of the events, as one that keeps them for a while does.
  func forgetEvents() async throws {
    try await database.write { connection in
      let head = try EventLog.head(connection)
      try connection.run("DELETE FROM events WHERE id <= ?1", [.integer(head - 3)])
    }
  }

  // MARK: Requests

  /// Answers a request, and watches that no write is done twice.
  func answer(_ request: SimRequest) async -> HTTPResponse {
    let pipeline = state.withLock { state in
      if let key = request.key { state.asked[key] = request }
      return state.pipeline
    }
    let response = await pipeline.answer(request.http)
    if request.isDoneOnce, let key = request.key, (200..<300).contains(response.status),
      response.headers["Idempotency-Replayed"] == nil
    {
      let item = Self.item(in: response)
      let times = state.withLock { state in
        // A create that meets a row of its natural key was made without seeing it.
        // What leaves the version as it is, as a restore does, has not brought it.
        if let item, request.line != "POST /items",
          state.writers[item.id]?[item.version] == nil
        {
          state.writers[item.id, default: [:]][item.version] = request.sender
        }
        state.done[key, default: 0] += 1
        return state.done[key, default: 0]
      }
      if times > 1 { world.fail("\(request.line) was done \(times) times under one key") }
    }
    return response
  }

  private static func item(in response: HTTPResponse) -> (id: String, version: Int64)? {
    guard case .bytes(let bytes) = response.body,
      let item = (try? JSONObject(bytes: bytes))?["item"]?.object, let id = item["id"]?.string,
      case .integer(let version)? = item["version"]
    else { return nil }
    return (id, version)
  }

  /// Whether anything but a device's edits has brought one of these versions of an item.
  func hasOthers(than device: String, at item: String, in versions: Range<Int64>) -> Bool {
    let known = state.withLock { $0.writers[item] ?? [:] }
    return versions.contains { known[$0] != device }
  }

  /// How often the write under a key was done.
  func timesDone(_ key: String) -> Int { state.withLock { $0.done[key] ?? 0 } }

  /// What arrived under a key.
  func asked(_ key: String) -> SimRequest? { state.withLock { $0.asked[key] } }

  /// Every page of a listing.
  func all(_ path: String) async throws -> [JSONObject] {
    var rows: [JSONObject] = []
    var cursor: String?
    repeat {
      let target = path + (cursor.map { "&cursor=\($0)" } ?? "")
      let response = await state.withLock { $0.pipeline }.answer(
        HTTPRequest(target: target, headers: ["Authorization": "Bearer judge"]))
      guard response.status == 200, case .bytes(let bytes) = response.body else {
        throw MarfaError.invalid(message: "\(path) answers \(response.status).")
      }
      let page = try JSONObject(bytes: bytes)
      rows += (page["data"]?.array ?? []).compactMap(\.object)
      cursor = page["next_cursor"]?.string
    } while cursor != nil
    return rows
  }

  /// Every text that an item's property ever had, with the number of versions that brought it.
  func history() async throws -> [String: [String: Int]] {
    try await database.read { connection in
      var found: [String: [String: Int]] = [:]
      var last: [String: JSONObject] = [:]
      let snapshots = try connection.query(
        """
        SELECT item_id, version, snapshot FROM item_versions
        UNION ALL SELECT id, version, json_object('properties', json(properties)) FROM items
        ORDER BY 1, 2
        """, []
      ) { ($0.text(0), $0.text(2)) }
      for (id, snapshot) in snapshots {
        let properties = try JSONObject(json: snapshot)["properties"]?.object ?? [:]
        for (name, value) in properties where last[id]?[name] != value {
          if let text = value.string { found[id, default: [:]][text, default: 0] += 1 }
        }
        last[id] = properties
      }
      return found
    }
  }
}
