import CBaseline
import Foundation
import Marfa
import MarfaServer

/// The stores that the product's side works on.
enum ProductStore {
  /// A copy with all items of a run in it; the store is made once, by plain inserts.
  static func library(_ workspace: Workspace) async throws -> WorkingCopy {
    let file = workspace.folder.appending(path: "copy/copy.marfa")
    if !FileManager.default.fileExists(atPath: file.path) {
      _ = try workspace.fresh("copy")
      let empty = try await WorkingCopy.open(store: file)
      await empty.close()
      let items = BaselineItems(workspace.corpus, count: workspace.items, ids: .ordered)
      _ = try BaselineError.check(
        baseline_seed(file.path, items.items, Int64(items.items.count), 0))
    }
    return try await WorkingCopy.open(store: file)
  }

  /// A running server with all items of a run in it; its store is made once.
  static func server(_ workspace: Workspace) async throws -> RunningServer {
    let folder = workspace.folder.appending(path: "server")
    if !FileManager.default.fileExists(atPath: folder.path) {
      let empty = try await RunningServer.start(folder)
      await empty.server.stop()
      let items = BaselineItems(workspace.corpus, count: workspace.items, ids: .ordered)
      let store = folder.appending(path: "marfa.db")
      _ = try BaselineError.check(
        baseline_seed(store.path, items.items, Int64(items.items.count), 1))
    }
    return try await RunningServer.start(folder)
  }
}
