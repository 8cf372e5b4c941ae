import CBaseline
import Foundation
import Marfa
import MarfaServer

/// Copies with writes that wait, and a server that takes them at once at the address they belong to.
struct WaitingStore: Sendable {
  /// The store's file; a drain is run on a copy of it.
  let file: URL
  /// The port of the server that it was loaded from.
  let port: UInt16
  /// What that server says of itself.
  let root: String

  /// What a copy is opened with. The server that takes at once knows no keys.
  var reach: Server {
    // An address of numbers only.
    Server(url: URL(string: "http://127.0.0.1:\(port)")!, key: "mk_0123456789abcdef")
  }

  /// Loads a copy from a server with so many items, and lets it queue; made once for each name.
  ///
  /// - Parameter queueing: queues what is to wait.
  static func make(
    _ name: String, _ workspace: Workspace, items count: Int,
    queueing: (WorkingCopy) async throws -> Void
  ) async throws -> WaitingStore {
    let folder = try workspace.fresh(name)
    let data = folder.appending(path: "server")
    if count > 0 {
      let empty = try await RunningServer.start(data)
      await empty.server.stop()
      let items = BaselineItems(workspace.corpus, count: count, ids: .ordered)
      _ = try BaselineError.check(
        baseline_seed(data.appending(path: "marfa.db").path, items.items, Int64(count), 1))
    }
    let running = try await RunningServer.start(data)
    let file = folder.appending(path: "copy.marfa")
    let copy = try await WorkingCopy.open(store: file, server: running.reach)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    try await queueing(copy)
    let instance = try await copy.status().instanceId ?? ""
    await copy.close()
    let port = UInt16(running.server.address.port ?? 0)
    await running.server.stop()
    return WaitingStore(
      file: file, port: port,
      root: #"{"name":"Marfa","instance_id":"\#(instance)","contract":0,"features":[]}"#)
  }

  /// A copy of the store's file in a fresh folder.
  func fresh(_ name: String, _ workspace: Workspace) throws -> URL {
    let file = try workspace.fresh(name).appending(path: "copy.marfa")
    try FileManager.default.copyItem(at: self.file, to: file)
    return file
  }

  /// Runs work while a server takes writes at once at this store's address.
  func echoing<T>(_ work: () async throws -> T) async throws -> T {
    guard let echo = baseline_echo_start(port, root) else {
      throw BaselineError(description: "the server that takes at once did not start")
    }
    defer { baseline_echo_stop(echo) }
    return try await work()
  }
}
