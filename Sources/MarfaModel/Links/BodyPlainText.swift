/// The beginning of a Markdown body as people read it: words on one line, without marks.
///
/// Meant for names and previews, where a mark that is left over does no harm and reading all of a
/// long body would: only so much is looked at as can be shown.
struct BodyPlainText {
  /// The most bytes of a body that are looked at.
  static let reach = 4096

  /// The lines that say anything, in order.
  let lines: [String]

  /// Reads the beginning of a body.
  init(_ body: String) {
    let bytes = body.utf8
    var end = bytes.index(bytes.startIndex, offsetBy: Self.reach, limitedBy: bytes.endIndex)
    // No character is cut in two.
    while let place = end, place < bytes.endIndex, bytes[place] & 0xC0 == 0x80 {
      end = bytes.index(before: place)
    }
    let front = body[..<(end ?? bytes.endIndex)]
    var lines: [String] = []
    var isCode = false
    var isFront = false
    for (place, line) in front.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let text = String(line).trimmed
      if text == "---", place == 0 || isFront {
        // Settings before the text are none of it.
        isFront = place == 0
        continue
      }
      if isFront { continue }
      if text.hasPrefix("```") || text.hasPrefix("~~~") {
        isCode.toggle()
        continue
      }
      let plain = isCode ? text : Self.plain(text)
      if plain.contains(where: { !$0.isPunctuation && !$0.isWhitespace }) { lines.append(plain) }
    }
    self.lines = lines
  }

  /// A line without the marks of its block and of words.
  private static func plain(_ line: String) -> String {
    var rest = line[...]
    while let shorter = withoutMark(rest) { rest = shorter }
    return inline(rest)
  }

  /// Takes one mark of a quotation, a list, a heading or a task off the front of a line.
  private static func withoutMark(_ line: Substring) -> Substring? {
    let line = line.drop(while: \.isWhitespace)
    for mark in ["> ", "- [ ] ", "- [x] ", "- [X] ", "- ", "* ", "+ "] where line.hasPrefix(mark) {
      return line.dropFirst(mark.count)
    }
    if line.first == ">" { return line.dropFirst() }
    let marks = line.prefix { $0 == "#" }.count
    if (1...6).contains(marks), line.dropFirst(marks).first == " " { return line.dropFirst(marks) }
    return nil
  }

  /// Takes emphasis and code marks off, and leaves of links what is read of them.
  private static func inline(_ line: Substring) -> String {
    let bytes = Array(line.utf8)
    var out: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      switch byte {
      case UInt8(ascii: "\\") where next.isEscapable:
        out.append(next)
        place += 2
      case UInt8(ascii: "*"), UInt8(ascii: "`"): place += 1
      case UInt8(ascii: "~") where next == byte, UInt8(ascii: "=") where next == byte: place += 2
      case UInt8(ascii: "_") where isEdge(bytes, place): place += 1
      case UInt8(ascii: "!") where next == UInt8(ascii: "["): place += 1
      case UInt8(ascii: "[") where next == byte:
        place += 2
        let end = find("]]", bytes, place)
        out += shown(bytes[place..<end])
        place = min(bytes.count, end + 2)
      case UInt8(ascii: "["): place += 1
      case UInt8(ascii: "]"):
        place += 1
        if next == UInt8(ascii: "(") { place = min(bytes.count, find(")", bytes, place) + 1) }
      case UInt8(ascii: "<") where next == UInt8(ascii: "!"):
        place = min(bytes.count, find("-->", bytes, place) + 3)
      case UInt8(ascii: "%") where next == byte:
        place = min(bytes.count, find("%%", bytes, place + 2) + 2)
      default:
        out.append(byte)
        place += 1
      }
    }
    return String(decoding: out, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Whether a low line stands at a word's edge, where it is a mark; inside it is part of a name.
  private static func isEdge(_ bytes: [UInt8], _ place: Int) -> Bool {
    func isWord(_ place: Int) -> Bool {
      guard bytes.indices.contains(place) else { return false }
      let byte = bytes[place]
      return byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    return !(isWord(place - 1) && isWord(place + 1))
  }

  /// Where a mark stands next; the end without one.
  private static func find(_ mark: StaticString, _ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    let last = bytes.count - mark.utf8CodeUnitCount
    while place <= last {
      if (0..<mark.utf8CodeUnitCount).allSatisfy({ bytes[place + $0] == mark.utf8Start[$0] }) {
        return place
      }
      place += 1
    }
    return bytes.count
  }

  /// What is read of a link in double brackets: its alias, else its name.
  private static func shown(_ inner: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let bar = inner.lastIndex(of: UInt8(ascii: "|")) else { return inner }
    return inner[(bar + 1)...]
  }
}
