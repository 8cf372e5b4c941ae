import Foundation
import Marfa
import MarfaServer

/// A server of the product in this process, and its key.
struct RunningServer: Sendable {
  let server: MarfaServer
  let key: String

  /// Starts at a port; 0 is a free one. Log lines are made, as they always are, and go nowhere.
  static func start(_ folder: URL, port: Int = 0) async throws -> RunningServer {
    let server = try await MarfaServer.start(
      ServerConfiguration(folder: folder, port: port, log: .lines({ _ in })))
    let key = try String(contentsOf: server.keyFile, encoding: .utf8)
    return RunningServer(
      server: server, key: key.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// What a copy is opened with.
  var reach: Server { Server(url: server.address, key: key) }
}
