import Foundation
import Marfa
import MarfaServer
import Resilience

/// A real server on 127.0.0.1, over a store in a temporary folder, that can be stopped and started.
final class LoopbackServer: Sendable {
  /// Where its data is.
  let folder: URL
  private let running = Lock<MarfaServer?>(nil)
  private let port = Lock(0)

  /// Starts a server over an empty folder.
  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-loopback-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Below the range that outgoing connections take their ports from: nobody takes the port while
    // the server is stopped.
    while true {
      let port = Int.random(in: 10_000..<32_000)
      self.port.withLock { $0 = port }
      do {
        try await start()
        return
      } catch ServerStartError.listening {
        continue
      }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Starts it, at the same port each time.
  func start() async throws {
    let server = try await MarfaServer.start(
      ServerConfiguration(
        folder: data, port: port.withLock { $0 }, stopDeadline: .seconds(2), log: .none))
    running.withLock { $0 = server }
  }

  /// Stops it; nothing answers at its port any more.
  func stop() async {
    let server = running.withLock { running in
      defer { running = nil }
      return running
    }
    await server?.stop()
  }

  /// Where it is and its first key.
  var server: Server {
    get throws {
      let key = try String(contentsOf: data.appending(path: "first.key"), encoding: .utf8)
      return Server(
        url: try address, key: key.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// Its address, whether it runs or not.
  var address: URL {
    get throws {
      guard let url = URL(string: "http://127.0.0.1:\(port.withLock { $0 })") else {
        throw URLError(.badURL)
      }
      return url
    }
  }

  /// The folder of the store.
  var data: URL { folder.appending(path: "server") }

  /// Runs work with a client of the first key.
  func online<T>(_ work: (Client) async throws -> T) async throws -> T {
    let client = Client(server: try server)
    do {
      let outcome = try await work(client)
      await client.close()
      return outcome
    } catch {
      await client.close()
      throw error
    }
  }
}
