import Foundation

/// Finds the file that a link means.
struct LinkResolver {
  enum Answer: Equatable {
    /// The index of the file, in the order they were given.
    case file(Int)
    case none
    /// The paths of the files that it may mean.
    case several([String])
    /// Not meant to be one of the files: a picture, a page of another kind.
    case foreign
  }

  /// What a link can be told by.
  struct Target {
    let path: String
    let title: String
    var aliases: [String] = []
  }

  private let targets: [Target]
  private var byPath: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private var byTitle: [String: [Int]] = [:]

  init(_ targets: [Target]) {
    self.targets = targets
    for (index, target) in targets.enumerated() {
      for spelling in Self.spellings(target.path) {
        byPath[Self.fold(spelling), default: []].append(index)
      }
      let name = target.path.split(separator: "/").last.map(String.init) ?? target.path
      for spelling in Self.spellings(name) {
        byName[Self.fold(spelling), default: []].append(index)
      }
      for title in Set([target.title] + target.aliases).sorted() {
        byTitle[Self.fold(title), default: []].append(index)
      }
    }
  }

  /// The ways a path may be written: whole, without `.gz`, and without `.md` too.
  private static func spellings(_ path: String) -> [String] {
    var found = [path]
    var rest = path
    for ending in [".gz", ".md", ".markdown"] where rest.lowercased().hasSuffix(ending) {
      rest = String(rest.dropLast(ending.count))
      found.append(rest)
    }
    return found
  }

  /// Case, and how accents are spelled, make no difference.
  private static func fold(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping.lowercased()
  }

  func resolve(_ link: MarkdownLink, from path: String) -> Answer {
    switch link.form {
    case .path: resolvePath(link.target, from: path)
    case .name: resolveName(link.target, from: path)
    }
  }

  private func resolvePath(_ target: String, from path: String) -> Answer {
    let base = target.hasPrefix("/") ? "" : Self.folder(of: path)
    guard let whole = Self.join(base, target) else { return .none }
    if let found = choose(byPath[Self.fold(whole)], spelled: whole, near: path) { return found }
    // A link to a picture, a folder or a page of another kind is not broken because of that.
    return FolderWalk.isMarkdown(target) ? .none : .foreign
  }

  private func resolveName(_ name: String, from path: String) -> Answer {
    if name.hasPrefix("./") || name.hasPrefix("../") {
      return Self.join(Self.folder(of: path), name)
        .flatMap { choose(byPath[Self.fold($0)], spelled: $0, near: path) } ?? .none
    }
    let bare = name.hasPrefix("/") ? String(name.dropFirst()) : name
    let candidates = [
      byPath[Self.fold(bare)],
      Self.join(Self.folder(of: path), bare).flatMap { byPath[Self.fold($0)] },
      byName[Self.fold(bare)], byTitle[Self.fold(bare)],
    ]
    for found in candidates {
      if let answer = choose(found, spelled: bare, near: path) { return answer }
    }
    return .none
  }

  /// Of several, the one spelled exactly so, else the one in the same folder.
  private func choose(_ found: [Int]?, spelled text: String, near path: String) -> Answer? {
    guard var left = found.map({ Array(Set($0)).sorted() }), let first = left.first else {
      return nil
    }
    if left.count == 1 { return .file(first) }
    let exact = left.filter { index in
      Self.spellings(targets[index].path).contains { $0 == text || $0.hasSuffix("/" + text) }
    }
    if !exact.isEmpty { left = exact }
    if left.count > 1 {
      let folder = Self.folder(of: path)
      let near = left.filter { Self.folder(of: targets[$0].path) == folder }
      if near.count == 1 { left = near }
    }
    return left.count == 1 ? .file(left[0]) : .several(left.map { targets[$0].path })
  }

  static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The path without `.` and `..`; `nil` when it leads out of the folder.
  static func join(_ base: String, _ target: String) -> String? {
    var parts = base.split(separator: "/")
    for part in target.split(separator: "/") where part != "." {
      if part == ".." {
        if parts.isEmpty { return nil }
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
