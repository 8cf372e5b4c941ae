import Foundation

/// Reads what the rules look at from a folder on disk.
public struct Tree {
  private let root: URL

  /// Names the root of the tree.
  public init(root: URL) {
    self.root = root
  }

  /// Makes the checker for what stands on disk now.
  public func checker() throws -> Checker {
    let folders = [
      "Sources", "Tests", "Benchmarks/Sources", "Tools/Check/Sources", "Tools/Check/Tests",
    ]
    let files = try folders.flatMap { try paths(under: $0, ending: ".swift") }.map {
      SourceFile(path: $0, text: try text($0))
    }
    var documents: [String: String] = [:]
    let pages = try paths(under: "docs", ending: ".md") + ["README.md", "CONTRIBUTING.md"]
    for page in pages where FileManager.default.fileExists(atPath: root.appending(path: page).path)
    {
      documents[page] = try text(page)
    }
    return Checker(
      files: files, architecture: documents["docs/architecture.md"] ?? "", documents: documents)
  }

  /// Writes the samples' files into a folder, and takes away those that are no longer made.
  public func write(_ samples: [String: String], to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where samples[name] == nil {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    for (name, text) in samples {
      let file = folder.appending(path: name)
      // An unchanged file keeps its date, so that the build has nothing to do.
      if (try? String(contentsOf: file, encoding: .utf8)) == text { continue }
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func paths(under folder: String, ending: String) throws -> [String] {
    let base = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    var found: [String] = []
    while let path = walk.nextObject() as? String {
      if path.hasPrefix(".build") || path.contains("/.build/") { continue }
      if path.hasSuffix(ending) { found.append("\(folder)/\(path)") }
    }
    return found.sorted()
  }
}
