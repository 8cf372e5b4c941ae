import Foundation

/// The rules by which texts name items and files.
package enum ItemName {
  /// The form in which two names are compared: composed, in lower case, composed again.
  package static func folded(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    return name.precomposedStringWithCanonicalMapping.lowercased()
      .precomposedStringWithCanonicalMapping
  }

  /// Whether a name ends as the file of a text note does (`.md`, `.markdown`, `.txt`).
  package static func isNote(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".md", ".markdown", ".txt"].contains { name.hasSuffix($0) }
  }

  /// Whether a name looks like a file's: its last part has an extension of letters and digits.
  package static func isFile(_ name: String) -> Bool {
    let last = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    guard let last, let point = last.lastIndex(of: UInt8(ascii: ".")), point > last.startIndex
    else {
      return false
    }
    let ending = last[last.index(after: point)...]
    return !ending.isEmpty
      && ending.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
      }
  }

  /// Whether a name says where it lies from the text that holds it.
  package static func isRelativePath(_ name: String) -> Bool {
    name.hasPrefix("./") || name.hasPrefix("../")
  }
}
