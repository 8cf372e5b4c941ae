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

  /// A file's name without its ending; `nil` when it has none.
  static func withoutEnding(_ name: String) -> String? {
    guard isFile(name), let point = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(name[..<point])
  }
}
