/// A Markdown body by lines, with what is code told from what is text.
///
/// It works on bytes: everything that Markdown gives a meaning is ASCII, and a body in any script
/// passes through untouched.
struct MarkdownText {
  struct Line {
    /// The line's bytes, without its end.
    let range: Range<Int>
    /// Whether it lies in a fenced or an indented block of code, the fences included.
    let isCode: Bool
  }

  let bytes: [UInt8]
  private(set) var lines: [Line] = []

  init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
    readLines()
  }

  private struct Fence {
    let mark: UInt8
    let length: Int
  }

  private mutating func readLines() {
    var fence: Fence?
    var isAfterBlank = true
    var isInList = false
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      let next = end + 1
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      let range = start..<end
      start = next
      let (indent, first) = indentation(of: range)
      if let open = fence {
        if indent < 4, closes(open, from: first, to: end) { fence = nil }
        lines.append(Line(range: range, isCode: true))
        continue
      }
      if first == end {
        isAfterBlank = true
        lines.append(Line(range: range, isCode: false))
        continue
      }
      if let opened = self.fence(from: first, to: end), indent < 4 || isInList {
        fence = opened
        isAfterBlank = false
        lines.append(Line(range: range, isCode: true))
        continue
      }
      let isIndented = indent >= 4 && !isInList
      let isCode = isIndented && (isAfterBlank || lines.last?.isCode == true)
      if !isCode {
        if isListItem(from: first, to: end) {
          isInList = true
        } else if indent == 0, isAfterBlank {
          isInList = false
        }
      }
      isAfterBlank = false
      lines.append(Line(range: range, isCode: isCode))
    }
  }

  /// The width of a line's indentation, and where its text begins.
  func indentation(of range: Range<Int>) -> (width: Int, first: Int) {
    var width = 0
    var at = range.lowerBound
    while at < range.upperBound {
      if bytes[at] == 0x20 {
        width += 1
      } else if bytes[at] == 0x09 {
        width += 4 - width % 4
      } else {
        break
      }
      at += 1
    }
    return (width, at)
  }

  private func run(of mark: UInt8, from start: Int, to end: Int) -> Int {
    var at = start
    while at < end, bytes[at] == mark { at += 1 }
    return at - start
  }

  private func fence(from first: Int, to end: Int) -> Fence? {
    let mark = bytes[first]
    guard mark == 0x60 || mark == 0x7E else { return nil }
    let length = run(of: mark, from: first, to: end)
    guard length >= 3 else { return nil }
    // Backticks behind the fence mean that this is code inside a line.
    if mark == 0x60, bytes[(first + length)..<end].contains(0x60) { return nil }
    return Fence(mark: mark, length: length)
  }

  private func closes(_ fence: Fence, from first: Int, to end: Int) -> Bool {
    let length = run(of: fence.mark, from: first, to: end)
    return length >= fence.length
      && bytes[(first + length)..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private func isListItem(from first: Int, to end: Int) -> Bool {
    var at = first
    if [0x2A, 0x2B, 0x2D].contains(bytes[at]) {
      at += 1
    } else {
      while at < end, (0x30...0x39).contains(bytes[at]), at - first < 9 { at += 1 }
      guard at > first, at < end, bytes[at] == 0x2E || bytes[at] == 0x29 else { return false }
      at += 1
    }
    return at == end || bytes[at] == 0x20 || bytes[at] == 0x09
  }

  /// The bytes with code, comments and escaped brackets blanked out, at the same offsets.
  var withoutCode: [UInt8] {
    var text = bytes
    for line in lines where line.isCode {
      for at in line.range { text[at] = 0x20 }
    }
    blankComments(&text)
    blankInlineCode(&text)
    return text
  }

  /// `<!-- … -->` and `%%…%%`. An unclosed comment runs to the end.
  private func blankComments(_ text: inout [UInt8]) {
    var at = 0
    while at + 1 < text.count {
      // A comment's mark inside a span of code is only text.
      if text[at] == 0x60 {
        let length = run(of: 0x60, from: at, to: text.count)
        at = endOfSpan(text, from: at, length: length) ?? at + length
        continue
      }
      let isHTML =
        text[at] == 0x3C && at + 3 < text.count && text[at + 1] == 0x21 && text[at + 2] == 0x2D
        && text[at + 3] == 0x2D
      guard isHTML || (text[at] == 0x25 && text[at + 1] == 0x25) else {
        at += 1
        continue
      }
      let close: [UInt8] = isHTML ? [0x2D, 0x2D, 0x3E] : [0x25, 0x25]
      var end = at + (isHTML ? 4 : 2)
      while end < text.count, !text[end...].starts(with: close) { end += 1 }
      end = min(end + close.count, text.count)
      for offset in at..<end where text[offset] != 0x0A { text[offset] = 0x20 }
      at = end
    }
  }

  private func blankInlineCode(_ text: inout [UInt8]) {
    var at = 0
    while at < text.count {
      if text[at] == 0x5C, at + 1 < text.count,
        [0x5B, 0x5D, 0x60, 0x5C, 0x21].contains(text[at + 1])
      {
        text[at] = 0x20
        text[at + 1] = 0x20
        at += 2
      } else if text[at] == 0x60 {
        let length = run(of: 0x60, from: at, to: text.count)
        if let end = endOfSpan(text, from: at, length: length) {
          for offset in at..<end where text[offset] != 0x0A { text[offset] = 0x20 }
          at = end
        } else {
          at += length
        }
      } else {
        at += 1
      }
    }
  }

  /// The place behind the run of backticks that closes a span; `nil` when the paragraph ends first.
  private func endOfSpan(_ text: [UInt8], from start: Int, length: Int) -> Int? {
    var at = start + length
    while at < text.count {
      if text[at] == 0x60 {
        var end = at
        while end < text.count, text[end] == 0x60 { end += 1 }
        if end - at == length { return end }
        at = end
        continue
      }
      if text[at] == 0x0A {
        var next = at + 1
        while next < text.count, text[next] == 0x20 || text[next] == 0x0D || text[next] == 0x09 {
          next += 1
        }
        if next >= text.count || text[next] == 0x0A { return nil }
      }
      at += 1
    }
    return nil
  }
}
