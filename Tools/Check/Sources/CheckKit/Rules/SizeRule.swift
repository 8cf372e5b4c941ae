/// Files stay short enough to be read in one sitting.
struct SizeRule {
  static let limit = 400
  static let warning = 350
  /// The files that a reader opens first have to be shorter.
  static let faces = ["WorkingCopy.swift": 250, "MarfaServer.swift": 250]
  static let mainLimit = 30

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource, !isGenerated(file) else { return [] }
    let count = file.lines.count
    if file.fileName == "main.swift", count > Self.mainLimit {
      return [
        Finding(file.path, count, "\(count) lines: an entry point has at most \(Self.mainLimit)")
      ]
    }
    let limit = Self.faces[file.fileName] ?? Self.limit
    guard count > limit else { return [] }
    return [
      Finding(file.path, count, "\(count) lines, at most \(limit): split it by subject")
    ]
  }

  /// Files that come near the limit: told, but no failure.
  func notes(in file: SourceFile) -> [Finding] {
    let count = file.lines.count
    guard file.isSource, !isGenerated(file), count > Self.warning, count <= Self.limit else {
      return []
    }
    return [Finding(file.path, count, "\(count) lines, close to the limit of \(Self.limit)")]
  }

  private func isGenerated(_ file: SourceFile) -> Bool {
    file.lines.first?.hasPrefix("// Generated") == true
  }
}
