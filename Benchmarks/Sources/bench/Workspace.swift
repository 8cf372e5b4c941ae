import Foundation

/// The folder that a run works in, and the data that its cases share.
final class Workspace: Sendable {
  let folder: URL
  let corpus: Corpus
  /// How many items the cases over a large store hold.
  let items: Int
  /// How many writes the cases of single writes make.
  let writes: Int

  private let scale: Double

  /// Makes the folder and the data.
  ///
  /// - Parameter scale: 1 for the figures that are published; less for a quick look.
  init(scale: Double) throws {
    self.scale = scale
    items = max(1_000, Int(100_000 * scale))
    writes = max(500, Int(20_000 * scale))
    folder = FileManager.default.temporaryDirectory
      .appending(path: "marfa-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    corpus = Corpus(count: items)
  }

  /// A fresh folder under the workspace's own.
  func fresh(_ name: String) throws -> URL {
    let url = folder.appending(path: name)
    try? FileManager.default.removeItem(at: url)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  /// A count of the published figures, at this run's scale.
  func scaled(_ count: Int) -> Int { max(100, Int(Double(count) * scale)) }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}
