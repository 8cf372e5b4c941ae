import Foundation

/// Finds the Markdown files under a folder, each real file once, in a fixed order.
///
/// Links of the file system are followed inside the folder and never out of it: a link to `/` must
/// not import a machine. Names that start with a dot are passed over, as other programs keep their
/// own things there.
struct FolderWalk {
  struct File: Equatable {
    /// The path under the folder.
    let path: String
    /// Where to read it.
    let location: String
    let isCompressed: Bool
    let size: Int
  }

  private(set) var files: [File] = []
  private(set) var issues: [ImportIssue] = []
  private(set) var otherFiles = 0
  private(set) var hiddenFolders: [String] = []

  private struct Identity: Hashable {
    let device: UInt64
    let node: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      node = UInt64(status.st_ino)
    }
  }

  private let root: String
  private var seen: [Identity: String] = [:]
  private var names: Set<String> = []
  /// Links wait until all that is really there was seen, so that a link never takes its place.
  private var links: [(path: String, location: String)] = []

  init(root: URL) {
    self.root = Self.resolved(root.path) ?? root.path
    enter(location: self.root, path: "")
    while !links.isEmpty {
      let batch = links
      links = []
      for link in batch { follow(link.path, link.location) }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    hiddenFolders.sort()
  }

  private mutating func say(_ path: String, _ kind: ImportIssue.Kind, _ reason: String) {
    issues.append(ImportIssue(path: path.isEmpty ? "." : path, kind: kind, reason: reason))
  }

  private mutating func enter(location: String, path: String) {
    var status = stat()
    guard stat(location, &status) == 0, let folder = opendir(location) else {
      say(path, .unreadable, "the folder can't be opened: \(Self.lastFault())")
      return
    }
    defer { closedir(folder) }
    if let first = seen.updateValue(path, forKey: Identity(status)) {
      seen[Identity(status)] = first
      say(path, .symlink, "this is the folder '\(first.isEmpty ? "." : first)' once more")
      return
    }
    var entries: [String] = []
    while let entry = readdir(folder) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if bytes == [0x2E] || bytes == [0x2E, 0x2E] { continue }
      if let name = String(validating: bytes, as: UTF8.self) {
        entries.append(name)
      } else {
        let shown = Self.join(path, String(decoding: bytes, as: UTF8.self))
        say(shown, .encoding, "the name is not UTF-8; rename it to import it")
      }
    }
    // By bytes, so that every machine reads in the same order.
    entries.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for name in entries {
      visit(location: location + "/" + name, path: Self.join(path, name), name: name)
    }
  }

  private mutating func visit(location: String, path: String, name: String) {
    var status = stat()
    guard lstat(location, &status) == 0 else {
      return say(path, .unreadable, "it can't be looked at: \(Self.lastFault())")
    }
    switch status.st_mode & S_IFMT {
    case S_IFLNK:
      if !name.hasPrefix(".") { links.append((path, location)) }
    case S_IFDIR:
      if name.hasPrefix(".") {
        hiddenFolders.append(path)
      } else {
        enter(location: location, path: path)
      }
    case S_IFREG:
      add(path: path, location: location, name: name, status)
    default:
      if Self.isMarkdown(name) {
        say(path, .unreadable, "it is no regular file (a pipe, a socket or a device)")
      } else {
        otherFiles += 1
      }
    }
  }

  private mutating func add(path: String, location: String, name: String, _ status: stat) {
    guard Self.isMarkdown(name), !name.hasPrefix(".") else {
      otherFiles += 1
      return
    }
    if let first = seen.updateValue(path, forKey: Identity(status)), status.st_nlink < 2 {
      seen[Identity(status)] = first
      return say(path, .symlink, "this is the file '\(first)' once more")
    }
    // Two spellings of one name (composed and decomposed) would share a source id.
    guard names.insert(path).inserted else {
      return say(path, .unreadable, "another file has this name in another spelling of its accents")
    }
    files.append(
      File(
        path: path.precomposedStringWithCanonicalMapping, location: location,
        isCompressed: name.lowercased().hasSuffix(".gz"), size: Int(status.st_size)))
  }

  private mutating func follow(_ path: String, _ location: String) {
    let name = String(path.split(separator: "/").last ?? "")
    guard let target = Self.resolved(location) else {
      let fault = errno == ELOOP ? "it leads in a ring" : "it leads nowhere"
      if Self.isMarkdown(name) || errno == ELOOP {
        say(path, .symlink, "\(fault): \(Self.lastFault())")
      } else {
        otherFiles += 1
      }
      return
    }
    var status = stat()
    guard stat(target, &status) == 0 else {
      return say(path, .unreadable, "it can't be looked at: \(Self.lastFault())")
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder || Self.isMarkdown(name) else {
      otherFiles += 1
      return
    }
    guard target == root || target.hasPrefix(root == "/" ? "/" : root + "/") else {
      return say(path, .symlink, "it leads out of the folder; import '\(target)' by itself")
    }
    if isFolder {
      enter(location: target, path: path)
    } else if status.st_mode & S_IFMT == S_IFREG {
      if let first = seen[Identity(status)] {
        say(path, .symlink, "this is the file '\(first)' once more")
      } else {
        add(path: path, location: target, name: name, status)
      }
    } else {
      say(path, .unreadable, "it is no regular file (a pipe, a socket or a device)")
    }
  }

  static func isMarkdown(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".md", ".markdown", ".md.gz", ".markdown.gz"].contains { name.hasSuffix($0) }
  }

  private static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : path + "/" + name
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func lastFault() -> String { String(cString: strerror(errno)) }
}
