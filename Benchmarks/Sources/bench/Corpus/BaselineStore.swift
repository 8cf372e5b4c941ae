import CBaseline
import Foundation
import Marfa

/// The stores that the plain loops work on: the product's own tables, with SQLite's tokenizer.
enum BaselineStore {
  /// Makes an empty store in a folder; answers its path.
  static func make(in folder: URL) async throws -> String {
    let model = folder.appending(path: "model.marfa")
    let copy = try await WorkingCopy.open(store: model)
    await copy.close()
    guard let shape = baseline_shape(model.path) else {
      throw BaselineError(description: "the product's store can't be read")
    }
    defer { free(shape) }
    // The product's tokenizer lives in the product; this one does the same for Western text.
    let schema = String(cString: shape)
      .replacingOccurrences(of: "tokenize = 'marfa'", with: "tokenize = 'porter unicode61'")
    let path = folder.appending(path: "plain.db").path
    _ = try BaselineError.check(baseline_make(path, schema, "NORMAL"))
    return path
  }

  /// The store with all items of a run; made once.
  static func library(_ workspace: Workspace) async throws -> String {
    let path = workspace.folder.appending(path: "library/plain.db").path
    if FileManager.default.fileExists(atPath: path) { return path }
    let made = try await make(in: workspace.fresh("library"))
    let items = BaselineItems(workspace.corpus, count: workspace.items)
    _ = try BaselineError.check(baseline_bulk(made, items.items, Int64(items.items.count)))
    return made
  }
}
