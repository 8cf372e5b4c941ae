/// Blanks out what of a Markdown body is code or comment, so that brackets in it are no marks.
///
/// Blocks follow CommonMark as far as code depends on them: quotations and list items, fences,
/// indented code, paragraphs with the code spans that run over their lines. A comment is found only
/// outside code; from its opening to its closing nothing else is read.
struct BodyMask {
  /// Containers inside one another that are told apart; deeper marks are text. CommonMark has no
  /// limit, but without one a line of marks makes every later line as long to read.
  private static let depthLimit = 32

  private let bytes: UnsafeBufferPointer<UInt8>
  private var visible: [UInt8]
  private var place = 0
  private var containers: [BodyLine.Container] = []
  private var fence: BodyLine.Fence?
  /// The lines of the paragraph that is being read.
  private var paragraph: [Range<Int>] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    visible = Array(bytes)
  }

  /// Whether anything in the text could be a link or an embed at all.
  static func hasMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: "["), previous == byte || previous == UInt8(ascii: "!") {
        return true
      }
      previous = byte
    }
    return false
  }

  /// The text with code and comments as spaces, its lines and places unchanged.
  static func visible(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var mask = BodyMask(bytes)
    while mask.place < bytes.count || !mask.paragraph.isEmpty { mask.step() }
    return mask.visible
  }

  /// Reads one line, or what follows a comment that ended inside one.
  private mutating func step() {
    guard place < bytes.count else { return endParagraph() }
    let range = place..<lineEnd(from: place)
    var line = BodyLine(bytes, range)
    var matched = 0
    while matched < containers.count, line.continues(containers[matched]) { matched += 1 }

    if let fence, matched == containers.count {
      if line.closes(fence) { self.fence = nil }
      blank(range)
      return pass(range)
    }
    fence = nil
    if line.isBlank {
      guard paragraph.isEmpty else { return endParagraph() }
      // An item goes on after a blank line, a quotation does not.
      containers.removeLast(containers.count - matched)
      return pass(range)
    }

    var opened: [BodyLine.Container] = []
    while matched + opened.count < Self.depthLimit {
      if line.takeQuote() {
        opened.append(.quote)
      } else if let width = line.takeItem(
        interrupting: !paragraph.isEmpty && opened.isEmpty && matched == containers.count)
      {
        opened.append(.item(width))
      } else {
        break
      }
    }
    let startsBlock = line.opensFence != nil || line.isHeading || line.isBreak
    if !paragraph.isEmpty {
      // A paragraph goes on even where its containers' marks are missing.
      guard opened.isEmpty, !startsBlock else { return endParagraph() }
      paragraph.append(line.place..<range.upperBound)
      return pass(range)
    }
    containers.removeLast(containers.count - matched)
    containers += opened
    open(line, range, startsBlock: startsBlock)
    pass(range)
  }

  /// Takes the first line of a block.
  private mutating func open(_ line: BodyLine, _ range: Range<Int>, startsBlock: Bool) {
    let rest = line.place..<range.upperBound
    if line.isBlank { return }
    if line.indent >= 4 { return blank(rest) }
    if let opening = line.opensFence {
      fence = opening
      return blank(rest)
    }
    if line.isBreak { return }
    paragraph = [rest]
    if startsBlock {
      // A heading is read by itself. Its line is over, unless a comment in it goes further.
      pass(range)
      endParagraph()
    }
  }

  /// Reads the paragraph's text. When a comment in it goes on behind it, the reading goes on where
  /// the comment ends, as text of a paragraph; the lines between are never looked at.
  private mutating func endParagraph() {
    var text = BodyText(bytes, paragraph)
    let end = text.read { visible.blank($0) }
    let reached = paragraph.last?.upperBound ?? place
    paragraph = []
    guard end > reached else { return }
    let lineEnd = lineEnd(from: end)
    if end < lineEnd { paragraph = [end..<lineEnd] }
    place = after(lineEnd)
  }

  private mutating func blank(_ range: Range<Int>) { visible.blank(range) }

  /// Moves behind a line.
  private mutating func pass(_ range: Range<Int>) { place = max(place, after(range.upperBound)) }

  private func lineEnd(from start: Int) -> Int {
    bytes[start...].firstIndex(where: \.endsLine) ?? bytes.count
  }

  /// The start of the next line.
  private func after(_ lineEnd: Int) -> Int {
    guard lineEnd < bytes.count else { return bytes.count }
    let isPair =
      bytes[lineEnd] == 0x0D && lineEnd + 1 < bytes.count && bytes[lineEnd + 1] == 0x0A
    return lineEnd + (isPair ? 2 : 1)
  }
}

extension [UInt8] {
  /// Puts spaces in a range, except for the ends of lines.
  fileprivate mutating func blank(_ range: Range<Int>) {
    for place in range where !self[place].endsLine { self[place] = 0x20 }
  }
}
