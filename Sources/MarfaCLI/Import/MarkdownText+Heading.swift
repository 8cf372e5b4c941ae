extension MarkdownText {
  /// The plain text of the first heading that has any, in either form.
  var firstHeading: String? {
    var paragraph: Range<Int>?
    for line in lines {
      let (indent, first) = indentation(of: line.range)
      let end = line.range.upperBound
      guard !line.isCode, indent < 4, first < end else {
        if line.isCode || first == end { paragraph = nil }
        continue
      }
      if let text = heading(from: first, to: end) {
        let plain = Self.plain(text)
        if !plain.isEmpty { return plain }
        paragraph = nil
        continue
      }
      if let above = paragraph, isUnderline(from: first, to: end) {
        let plain = Self.plain(String(decoding: bytes[above], as: UTF8.self))
        if !plain.isEmpty { return plain }
        paragraph = nil
        continue
      }
      // A quote, a list or a table is no paragraph that a line below could make a heading.
      let isPlain = ![0x3E, 0x2A, 0x2B, 0x2D, 0x7C, 0x3C].contains(bytes[first])
      paragraph = isPlain ? first..<end : nil
    }
    return nil
  }

  /// Whether a line is a heading of the `#` form, and where such a line may be cut before.
  func isHeading(_ line: Line) -> Bool {
    let (indent, first) = indentation(of: line.range)
    return !line.isCode && indent < 4 && heading(from: first, to: line.range.upperBound) != nil
  }

  /// The text of `# text #`; `nil` when the line is no such heading.
  private func heading(from first: Int, to end: Int) -> String? {
    var at = first
    while at < end, bytes[at] == 0x23 { at += 1 }
    guard (1...6).contains(at - first), at == end || bytes[at] == 0x20 || bytes[at] == 0x09 else {
      return nil
    }
    var text = bytes[at..<end]
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    let open = text.lastIndex { $0 != 0x23 }.map { $0 + 1 } ?? text.startIndex
    // Marks behind the text close the heading only after a blank.
    if open < text.endIndex, open == text.startIndex || [0x20, 0x09].contains(bytes[open - 1]) {
      text = text[..<open]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func isUnderline(from first: Int, to end: Int) -> Bool {
    let mark = bytes[first]
    guard mark == 0x3D || mark == 0x2D else { return false }
    return bytes[first..<end].drop { $0 == mark }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// A heading's text without the marks for code, emphasis and links.
  static func plain(_ text: String) -> String {
    var answer = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        if let next = rest.first, next.isPunctuation || next.isSymbol {
          answer.append(next)
          rest.removeFirst()
        } else {
          answer.append(character)
        }
      case "`", "*": continue
      case "]":
        if rest.hasPrefix("("), let close = rest.firstIndex(of: ")") {
          rest = rest[rest.index(after: close)...]
        } else if rest.hasPrefix("["), let close = rest.firstIndex(of: "]") {
          rest = rest[rest.index(after: close)...]
        } else if !isInLink(answer) {
          answer.append(character)
        }
        removeOpening(from: &answer)
      default: answer.append(character)
      }
    }
    return answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func isInLink(_ text: String) -> Bool { text.hasSuffix("[[") }

  /// Takes away the bracket that a link's text began with.
  private static func removeOpening(from text: inout String) {
    guard !text.hasSuffix("]"), let open = text.lastIndex(of: "[") else { return }
    text.remove(at: open)
  }
}
