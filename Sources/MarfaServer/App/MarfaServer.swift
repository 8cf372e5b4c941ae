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
  private let heartbeat: Task<Void, Never>
  private let stopDeadline: Duration

  /// Opens the data folder and begins to listen.
  ///
  /// - Throws: ``ServerStartError``, which says what is wrong and what to do.
  public static func start(
    _ configuration: ServerConfiguration, clock: any WaitingClock = SystemClock()
  ) async throws(ServerStartError) -> MarfaServer {
    let opened = try await ServerStore.open(folder: configuration.folder, clock: clock)
    let core = ServerCore(
      database: opened.database, clock: clock, keys: opened.keys,
      instanceId: opened.instanceId, folder: configuration.folder)
    let pipeline = Pipeline(
      core: core, router: Router(Doors.all), log: AccessLog(configuration.log))
    var options = HTTPServerOptions()
    let ordinary = configuration.largestBody
    let bulk = configuration.largestBulkBody
    options.maxBodyBytes = { _, path in path.contains("/bulk") ? bulk : ordinary }
    let http = HTTPServer(
      host: configuration.host, port: configuration.port, options: options
    ) { request in await pipeline.answer(request) }
    let port: Int
    do {
      port = try http.start()
    } catch {
      await opened.close()
      throw ServerStartError(listening: error)
    }
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    guard let address = URL(string: "http://\(host):\(port)") else {
      await http.stop(deadline: .zero)
      await opened.close()
      throw .badAddress
    }
    return MarfaServer(
      address: address, core: core, http: http, store: opened,
      stopDeadline: configuration.stopDeadline)
  }

  private init(
    address: URL, core: ServerCore, http: HTTPServer, store: ServerStore, stopDeadline: Duration
  ) {
    self.address = address
    self.http = http
    self.store = store
    keyFile = store.keyFile
    hub = core.hub
    indexer = core.indexer
    self.stopDeadline = stopDeadline
    instanceId = store.instanceId
    heartbeat = Task {
      while !Task.isCancelled {
        try? await core.clock.sleep(for: Tuning.heartbeat)
        core.hub.heartbeat()
      }
    }
  }

  /// Stops: no new request is taken, running ones are answered, streams are told, the store is
  /// closed. Returns when all that is done or the deadline has passed.
  public func stop() async {
    heartbeat.cancel()
    hub.stop()
    await http.stop(deadline: stopDeadline)
    await indexer.close()
    await store.close()
  }
}
