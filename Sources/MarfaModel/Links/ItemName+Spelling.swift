import Foundation

extension ItemName {
  /// A name composed and taken apart; one of them where that makes no difference.
  package static func spellings(_ name: String) -> [String] {
    let composed = name.precomposedStringWithCanonicalMapping
    let apart = name.decomposedStringWithCanonicalMapping
    return composed.utf8.elementsEqual(apart.utf8) ? [composed] : [composed, apart]
  }

  /// Whether a link can be written by this name: nothing in it ends or cuts the link, and it is read
  /// back as a name.
  package static func isExpressible(_ name: String) -> Bool {
    guard !name.isEmpty, name == name.trimmed, !isRelativePath(name) else { return false }
    return !name.unicodeScalars.contains { scalar in
      switch scalar {
      case "[", "]", "|", "#", "^", "\\", "\n", "\r", "`", "%": true
      default: false
      }
    }
  }

  /// The form in which a title is compared: without white space at its ends, folded.
  package static func foldedTitle(_ title: String) -> String { folded(title.trimmed) }

  /// The names, folded, of what lies at a path: the path and its last part, each with the file's
  /// ending and without.
  package static func forms(ofPath path: String) -> Set<String> {
    let path = folded(path)
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return Set([path, last].flatMap { [$0] + (withoutEnding($0).map { [$0] } ?? []) })
  }

  /// A file's name without its ending; `nil` when it has none.
  static func withoutEnding(_ name: String) -> String? {
    guard isFile(name), let point = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(name[..<point])
  }
}
