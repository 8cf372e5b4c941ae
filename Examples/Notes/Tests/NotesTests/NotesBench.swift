import Foundation
import MarfaServer
import MarfaUI
import Observation
import Resilience

@testable import NotesModel

/// A real server on this machine that can be stopped and started, and devices of it.
final class NotesBench: Sendable {
  let folder: URL
  private let running = Lock<MarfaServer?>(nil)
  private let port = Lock(0)

  /// Runs a body with a server that has begun, and takes everything away.
  @MainActor
  static func run(_ body: @MainActor (NotesBench) async throws -> Void) async throws {
    let bench = try await NotesBench()
    do {
      try await body(bench)
      await bench.stop()
    } catch {
      await bench.stop()
      throw error
    }
  }

  private init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    while true {
      // Below the range of outgoing connections: nobody takes the port while the server is stopped.
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

  func start() async throws {
    let server = try await MarfaServer.start(
      ServerConfiguration(
        folder: folder.appending(path: "server"), port: port.withLock { $0 },
        stopDeadline: .seconds(2), log: .none))
    running.withLock { $0 = server }
  }

  func stop() async {
    let server = running.withLock { running in
      defer { running = nil }
      return running
    }
    await server?.stop()
  }

  var address: String { "http://127.0.0.1:\(port.withLock { $0 })" }

  var key: String {
    get throws {
      try String(contentsOf: folder.appending(path: "server/first.key"), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  func server(key: String? = nil) throws -> Server {
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    return Server(url: url, key: try key ?? self.key)
  }

  /// Opens the notes of a device.
  @MainActor
  func device(_ name: String, key: String? = nil, language: MessageLanguage = .english)
    async throws -> NotesModel
  {
    try await NotesModel.open(
      store: folder.appending(path: name), server: try server(key: key), language: language)
  }
}

/// Waits until what a screen watches is as the test wants it.
@MainActor
func shown(_ isSatisfied: @escaping @MainActor () -> Bool) async {
  let (changes, inbox) = AsyncStream.makeStream(of: Void.self)
  inbox.yield()
  for await _ in changes {
    let isDone = withObservationTracking {
      isSatisfied()
    } onChange: {
      // Told before the value is there; the next turn of the loop reads it.
      Task { @MainActor in inbox.yield() }
    }
    if isDone { return }
  }
}
