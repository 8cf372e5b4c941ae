import CBaseline
import Foundation
import Marfa

/// The stores that the product's side works on.
enum ProductStore {
  /// A copy with all items of a run in it; the store is made once, by plain inserts.
  static func library(_ workspace: Workspace) async throws -> WorkingCopy {
    let file = workspace.folder.appending(path: "copy/copy.marfa")
    if !FileManager.default.fileExists(atPath: file.path) {
      _ = try workspace.fresh("copy")
      let empty = try await WorkingCopy.open(store: file)
      await empty.close()
      let items = BaselineItems(workspace.corpus, count: workspace.items)
      _ = try BaselineError.check(baseline_seed(file.path, items.items, Int64(items.items.count)))
    }
    return try await WorkingCopy.open(store: file)
  }
}
