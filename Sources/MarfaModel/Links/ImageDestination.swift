import Foundation

/// What stands in the parentheses of an image.
struct ImageDestination {
  /// The path as written.
  let written: String
  /// Whether the path holds a bare space, which Markdown does not allow.
  let hasSpace: Bool
  /// After the closing parenthesis.
  let end: Int

  /// Parentheses inside one another before the path is given up, as CommonMark allows. It also
  /// bounds how often one byte is looked at.
  private static let depthLimit = 32

  /// Reads from after the opening parenthesis to the end of the line; `nil` when nothing closes it.
  init?(_ bytes: [UInt8], after start: Int) {
    if let found = Self.strict(bytes, start) {
      (written, hasSpace, end) = (found.path, false, found.end)
    } else if let found = Self.loose(bytes, start) {
      (written, hasSpace, end) = (found.path, true, found.end)
    } else {
      return nil
    }
  }

  /// The file that is meant; `nil` for an address, a place in the body itself, or nothing.
  var reference: BodyReference? {
    var path = Self.unescaped(written)
    guard !Self.isAddress(path) else { return nil }
    if let cut = path.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    {
      path = String(path[..<cut])
    }
    guard !path.isEmpty else { return nil }
    return BodyReference(
      form: .path, text: written, name: path.removingPercentEncoding ?? path, isBroken: hasSpace)
  }

  /// A path and a title as CommonMark has them.
  private static func strict(_ bytes: [UInt8], _ start: Int) -> (path: String, end: Int)? {
    var place = skipBlanks(bytes, start)
    let path: Range<Int>
    if byte(bytes, place) == UInt8(ascii: "<") {
      guard let close = angleEnd(bytes, place + 1) else { return nil }
      path = place + 1..<close
      place = close + 1
    } else {
      guard let stop = pathEnd(bytes, place) else { return nil }
      path = place..<stop
      place = stop
    }
    let afterPath = place
    place = skipBlanks(bytes, place)
    if let mark = byte(bytes, place), place > afterPath, let closing = closing(of: mark) {
      guard let close = titleEnd(bytes, place + 1, closing) else { return nil }
      place = skipBlanks(bytes, close + 1)
    }
    guard byte(bytes, place) == UInt8(ascii: ")") else { return nil }
    return (String(decoding: bytes[path], as: UTF8.self), place + 1)
  }

  /// Everything to the closing parenthesis, for paths with bare spaces.
  private static func loose(_ bytes: [UInt8], _ start: Int) -> (path: String, end: Int)? {
    var depth = 0
    var place = start
    while let byte = byte(bytes, place) {
      switch byte {
      case UInt8(ascii: "\\") where place + 1 < bytes.count && bytes[place + 1].isEscapable:
        place += 1
      case UInt8(ascii: "("):
        depth += 1
        guard depth <= depthLimit else { return nil }
      case UInt8(ascii: ")"):
        guard depth > 0 else {
          let inner = String(decoding: bytes[start..<place], as: UTF8.self).trimmed
          guard inner.utf8.first != UInt8(ascii: "<") else { return nil }
          return (withoutTitle(inner), place + 1)
        }
        depth -= 1
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Cuts a quoted title off the end of a path with spaces.
  private static func withoutTitle(_ text: String) -> String {
    guard let mark = text.utf8.last, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"),
      let open = text.dropLast().utf8.lastIndex(of: mark), open > text.startIndex,
      text.utf8[text.utf8.index(before: open)].isBlank
    else { return text }
    return String(text[..<open]).trimmed
  }

  private static func byte(_ bytes: [UInt8], _ place: Int) -> UInt8? {
    place < bytes.count && !bytes[place].endsLine ? bytes[place] : nil
  }

  private static func skipBlanks(_ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place].isBlank { place += 1 }
    return place
  }

  private static func angleEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var place = start
    while let byte = byte(bytes, place), byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: ">") { return place }
      place += width(bytes, place)
    }
    return nil
  }

  private static func pathEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var depth = 0
    var place = start
    while let byte = byte(bytes, place), byte > 0x20 {
      switch byte {
      case UInt8(ascii: "\\") where place + 1 < bytes.count && bytes[place + 1].isEscapable:
        place += 1
      case UInt8(ascii: "("):
        depth += 1
        guard depth <= depthLimit else { return nil }
      case UInt8(ascii: ")"):
        guard depth > 0 else { return place }
        depth -= 1
      default: break
      }
      place += 1
    }
    return depth == 0 ? place : nil
  }

  private static func closing(of mark: UInt8) -> UInt8? {
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): mark
    case UInt8(ascii: "("): UInt8(ascii: ")")
    default: nil
    }
  }

  private static func titleEnd(_ bytes: [UInt8], _ start: Int, _ closing: UInt8) -> Int? {
    var place = start
    while let byte = byte(bytes, place) {
      if byte == closing { return place }
      // A title in parentheses holds none: that also keeps reading linear.
      if byte == UInt8(ascii: "("), closing == UInt8(ascii: ")") { return nil }
      place += width(bytes, place)
    }
    return nil
  }

  /// How many bytes a character takes with the backslash before it: one that ends a line is never
  /// escaped, so that nothing goes over lines.
  private static func width(_ bytes: [UInt8], _ place: Int) -> Int {
    guard bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count else { return 1 }
    return bytes[place + 1].isEscapable ? 2 : 1
  }

  /// Undoes backslashes before punctuation.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var bytes: [UInt8] = []
    var escapes = false
    for byte in text.utf8 {
      if escapes, byte.isEscapable { bytes.removeLast() }
      escapes = byte == UInt8(ascii: "\\") && !(escapes && byte.isEscapable)
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a path leaves this store: it names a scheme, a host, or a place in the text itself.
  private static func isAddress(_ path: String) -> Bool {
    if path.hasPrefix("//") || path.hasPrefix("#") { return true }
    let scheme = path.utf8.prefix { byte in
      byte < 0x80 && (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    guard let first = scheme.first, (0x61...0x7A).contains(first | 0x20) else { return false }
    return path.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
  }
}
