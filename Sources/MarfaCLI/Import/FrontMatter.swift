import MarfaModel

/// The block of `key: value` lines that a Markdown file may begin with.
struct FrontMatter {
  /// What the block says, in its order; empty when there is none.
  var values: JSONObject = [:]
  /// Where the body begins in the file's text, in bytes.
  var bodyStart = 0
  /// Where the block ends, in bytes, whether it could be read or not.
  var end = 0
  /// How many lines stand before the body.
  var lines = 0
  /// Why the block could not be read. It then belongs to the body, and there are no values.
  var fault: (line: Int, reason: String)?

  /// Looks for a block at the beginning of a text.
  ///
  /// It stands between a first line `---` and the next line `---` or `...`. A first line `---` that
  /// no other follows is a ruler and no block, unless the line below it looks like `key: value`.
  init(of text: String) {
    var lines: [Substring] = []
    var at = text.utf8.startIndex
    var isOpen = false
    while at < text.utf8.endIndex {
      let lineEnd = text.utf8[at...].firstIndex(of: UInt8(ascii: "\n")) ?? text.utf8.endIndex
      var line = text[at..<lineEnd]
      if line.utf8.last == UInt8(ascii: "\r") { line = Substring(line.utf8.dropLast()) }
      at = lineEnd < text.utf8.endIndex ? text.utf8.index(after: lineEnd) : lineEnd
      if !isOpen {
        guard Self.isMark(line, "---") else { return }
        isOpen = true
        continue
      }
      if Self.isMark(line, "---") || Self.isMark(line, "...") {
        end = text.utf8.distance(from: text.utf8.startIndex, to: at)
        read(lines)
        return
      }
      lines.append(line)
    }
    if isOpen, let first = lines.first, FrontMatterReader.looksLikeEntry(first) {
      fault = (1, "the front matter is never closed: a line '---' is missing below it")
    }
  }

  private mutating func read(_ lines: [Substring]) {
    var reader = FrontMatterReader(lines)
    do {
      values = try reader.values()
      bodyStart = end
      self.lines = lines.count + 2
    } catch {
      // The block's first line is the file's second.
      fault = (error.line + 2, error.reason)
    }
  }

  private static func isMark(_ line: Substring, _ mark: String) -> Bool {
    line.hasPrefix(mark) && line.dropFirst(3).allSatisfy { $0 == " " || $0 == "\t" }
  }
}
