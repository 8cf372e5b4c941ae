/// Something in a folder that did not become an item as it stands, and why.
struct ImportIssue: Sendable, Equatable, CustomStringConvertible {
  enum Kind: String, Sendable, CaseIterable {
    /// The file or folder could not be opened or read.
    case unreadable
    /// The bytes are not UTF-8, or hold what an item can't hold.
    case encoding
    /// The compressed file is damaged.
    case compression
    /// More than an item or a request can hold.
    case tooLarge = "too_large"
    /// A link of the file system that leads in a ring, out of the folder, or to a file read already.
    case symlink
    /// The front matter could not be understood; it stays in the body.
    case frontMatter = "front_matter"
    /// A property was kept under another name, or a tag as a property.
    case renamed
    /// The body was too long for one item and became several.
    case split
    /// A link names no file here, or more than one.
    case link
  }

  /// The path under the folder that was read; `.` for the folder itself.
  let path: String
  /// The line of the file, from 1, when one is to blame.
  var line: Int?
  let kind: Kind
  /// What is wrong, in one sentence, without the path.
  let reason: String

  /// Whether the file at the path became no item.
  var leavesOut: Bool {
    switch kind {
    case .unreadable, .encoding, .compression, .tooLarge, .symlink: true
    case .frontMatter, .renamed, .split, .link: false
    }
  }

  var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
  }
}
