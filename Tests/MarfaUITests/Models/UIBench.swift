import Foundation
import Marfa
import MarfaUI
import Observation
import Testing

/// A copy in a folder of its own, and a manager of it, for the models to watch.
@MainActor
final class UIBench {
  let folder: URL
  let copy: WorkingCopy
  let manager: SyncManager

  /// - Parameter server: `nil` for a copy that stays by itself.
  init(server: Server? = nil) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "ui-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    copy = try await WorkingCopy.open(store: folder.appending(path: "store"), server: server)
    manager = SyncManager(copy, types: ["core.note"])
  }

  /// A server that nobody is at: the port is one that no program is given.
  static func nobody() throws -> Server {
    Server(url: try #require(URL(string: "http://127.0.0.1:1")), key: "mk_test")
  }

  func close() async {
    await manager.stop()
    await copy.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Tells the manager's handler of an error, as the manager does.
  func tell(_ error: MarfaError, _ phase: SyncPhase = .draining, writes: [String] = []) {
    manager.errorHandler?(error, SyncSession(copy: copy, phase: phase, writes: writes))
  }

  func note(_ title: String) async throws {
    try await copy.items.create(
      Draft(type: "core.note", properties: ["title": .string(title), "body": ""]))
  }
}

/// Waits until what is observed is as the test wants it.
@MainActor
func observed(_ isSatisfied: @escaping @MainActor () -> Bool) async {
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
