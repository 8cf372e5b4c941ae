import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience

/// A server of one data folder.
///
/// ```swift
/// let server = try await MarfaServer.start(ServerConfiguration(folder: folder, port: 0))
/// print("listening at", server.address)
/// await server.stop()
/// ```
///
/// Every acknowledged write is on disk before it is answered. ``stop()`` cuts no request.
public final class MarfaServer: Sendable {
  /// Where the server can be reached, such as `http://127.0.0.1:8600`.
  public let address: URL
  /// The id minted once for this data folder.
  public let instanceId: String
  /// The file that holds the first key, readable by its owner only.
  public let keyFile: URL

  private let store: ServerStore
  private let hub: EventHub
  private let indexer: IdleIndexer
  private let http: HTTPServer
  private let log: AccessLog
  private let heartbeat: Task<Void, Never>
  private let thinning: Task<Void, Never>
  private let cleaning: Task<Void, Never>
  private let checking: Task<Void, Never>
  private let jobs: Task<Void, Never>
  private let stopDeadline: Duration

  /// Opens the data folder and begins to listen.
  ///
  /// - Throws: ``ServerStartError``, which says what is wrong and what to do.
  public static func start(
    _ configuration: ServerConfiguration, clock: any WaitingClock = SystemClock()
  ) async throws(ServerStartError) -> MarfaServer {
    let opened = try await ServerStore.open(folder: configuration.folder, clock: clock)
    let blobs = BlobStore(
      folder: BlobFolder(configuration.folder.appendingPathComponent(BlobStore.folderName)),
      reserve: configuration.diskReserve, signer: opened.signer)
    do {
      try await blobs.clearLeftovers(opened.database)
      try await blobs.attach(to: opened.database, now: clock.unixMilliseconds)
    } catch {
      await opened.close()
      throw .store(MarfaError(storing: error))
    }
    var publicAddress = configuration.publicAddress?.absoluteString
    while publicAddress?.hasSuffix("/") == true { publicAddress?.removeLast() }
    let core = ServerCore(
      database: opened.database, clock: clock, keys: opened.keys,
      instanceId: opened.instanceId, folder: configuration.folder, blobs: blobs,
      publicAddress: publicAddress)
    let log = AccessLog(configuration.log)
    let pipeline = Pipeline(core: core, router: Router(Doors.all), log: log)
    var options = HTTPServerOptions()
    let ordinary = configuration.largestBody
    let bulk = configuration.largestBulkBody
    options.maxBodyBytes = { _, path in
      BodyRule.cap(ofPath: path, ordinary: ordinary, bulk: bulk)
    }
    options.bodySink = { core.sink($0) }
    let http = HTTPServer(
      host: configuration.host, port: configuration.port, options: options,
      atOnce: { pipeline.answerAtOnce($0) }, handler: { await pipeline.answer($0) })
    let port: Int
    do {
      port = try http.start()
    } catch {
      await opened.close()
      await log.close()
      throw ServerStartError(listening: error)
    }
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    guard let address = URL(string: "http://\(host):\(port)") else {
      await http.stop(deadline: .zero)
      await opened.close()
      await log.close()
      throw .badAddress
    }
    return MarfaServer(
      address: address, core: core, http: http, store: opened, log: log,
      stopDeadline: configuration.stopDeadline)
  }

  private init(
    address: URL, core: ServerCore, http: HTTPServer, store: ServerStore, log: AccessLog,
    stopDeadline: Duration
  ) {
    self.address = address
    self.http = http
    self.store = store
    self.log = log
    keyFile = store.keyFile
    hub = core.hub
    indexer = core.indexer
    self.stopDeadline = stopDeadline
    instanceId = store.instanceId
    thinning = Task {
      await LedgerThinning(database: core.database, clock: core.clock).run()
    }
    heartbeat = Task {
      while !Task.isCancelled {
        try? await core.clock.sleep(for: Tuning.heartbeat)
        core.hub.heartbeat()
      }
    }
    let cleaner = BlobCleaner(
      database: core.database, folder: core.blobs.folder, clock: core.clock)
    cleaning = Task { await cleaner.keepRunning() }
    let checker = BlobChecker(
      database: core.database, folder: core.blobs.folder, clock: core.clock
    ) { hash in
      log.write(AccessLog.Finding(time: core.clock.unixMilliseconds, hash: hash))
    }
    checking = Task { await checker.keepRunning() }
    jobs = Task { await BulkJobRunner(core: core).keepRunning() }
  }

  /// Stops: no new request is taken, running ones are answered, streams are told, the store is
  /// closed. Returns when all that is done; what is at work past the deadline is cut.
  ///
  /// - Returns: whether every request that was at work got its answer.
  @discardableResult
  public func stop() async -> Bool {
    heartbeat.cancel()
    thinning.cancel()
    cleaning.cancel()
    checking.cancel()
    jobs.cancel()
    hub.stop()
    let isClean = await http.stop(deadline: stopDeadline)
    await indexer.close()
    await store.close()
    await log.close()
    return isClean
  }
}
