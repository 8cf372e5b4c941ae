import Foundation

/// Finds the links of a body that lead to files, in order.
///
/// Code, comments, pictures, embeds and addresses of the web are no such links.
struct MarkdownLinkReader {
  private let text: MarkdownText
  private let bytes: [UInt8]
  private(set) var links: [MarkdownLink] = []

  private struct Bracket {
    let offset: Int
    let isPicture: Bool
  }

  private var open: [Bracket] = []
  /// The labels that some link names, folded.
  private var usedLabels: Set<String> = []
  private var definitions: [(label: String, link: MarkdownLink)] = []

  init(_ text: MarkdownText) {
    self.text = text
    bytes = text.withoutCode
    scan()
    links += definitions.filter { usedLabels.contains($0.label) }.map(\.link)
    links.sort { $0.offset < $1.offset }
  }

  private mutating func scan() {
    var at = 0
    var isLineStart = true
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x0A {
        if at + 1 < bytes.count, bytes[at + 1] == 0x0A || bytes[at + 1] == 0x0D { open.removeAll() }
        isLineStart = true
        at += 1
        continue
      }
      if isLineStart, byte == 0x20 {
        at += 1
        continue
      }
      if byte == 0x5B {
        if isLineStart, let end = definition(at: at) {
          at = end
          continue
        }
        isLineStart = false
        let isPicture = at > 0 && bytes[at - 1] == 0x21
        if at + 1 < bytes.count, bytes[at + 1] == 0x5B, let end = wikiLink(at: at, isPicture) {
          at = end
          continue
        }
        open.append(Bracket(offset: at, isPicture: isPicture))
        at += 1
        continue
      }
      isLineStart = false
      if byte == 0x5D, let bracket = open.popLast() {
        at = close(bracket, at: at)
        continue
      }
      at += 1
    }
  }

  /// `[[name|alias]]` or `[[name#heading]]`; answers the place behind it.
  private mutating func wikiLink(at start: Int, _ isPicture: Bool) -> Int? {
    var end = start + 2
    while end + 1 < bytes.count, !(bytes[end] == 0x5D && bytes[end + 1] == 0x5D) {
      if bytes[end] == 0x0A || bytes[end] == 0x5B { return nil }
      end += 1
    }
    guard end + 1 < bytes.count else { return nil }
    // The name is read from the body itself: what looks like code in it is part of the name.
    let name = text.bytes[(start + 2)..<end].prefix { $0 != 0x7C && $0 != 0x23 }
    let target = FrontMatterScalar.trimmed(Substring(String(decoding: name, as: UTF8.self)))
    if !isPicture, !target.isEmpty {
      // In a table the bar before an alias is escaped.
      let clean = target.hasSuffix("\\") ? target.dropLast() : target
      links.append(MarkdownLink(form: .name, target: String(clean), offset: start))
    }
    return end + 2
  }

  /// What follows a closing bracket: a path, a label, or nothing.
  private mutating func close(_ bracket: Bracket, at place: Int) -> Int {
    let next = place + 1
    let own = label(bracket.offset + 1, place)
    if next < bytes.count, bytes[next] == 0x28,
      let (target, end) = destination(at: next + 1, closing: true)
    {
      if !bracket.isPicture { add(target, at: bracket.offset) }
      return end
    }
    if next < bytes.count, bytes[next] == 0x5B {
      var end = next + 1
      while end < bytes.count, bytes[end] != 0x5D, bytes[end] != 0x5B { end += 1 }
      if end < bytes.count, bytes[end] == 0x5D {
        let named = label(next + 1, end)
        if !bracket.isPicture { usedLabels.insert(named.isEmpty ? own : named) }
        return end + 1
      }
    }
    if !bracket.isPicture { usedLabels.insert(own) }
    return next
  }

  private func label(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    return String(decoding: text.bytes[start..<end], as: UTF8.self).lowercased()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// `[label]: path` at the beginning of a line; answers the place behind it.
  private mutating func definition(at start: Int) -> Int? {
    var end = start + 1
    // Labels often hold code, which is blanked out here: their end is looked for in this text.
    while end < bytes.count, bytes[end] != 0x5D {
      if bytes[end] == 0x0A || bytes[end] == 0x5B { return nil }
      end += 1
    }
    guard end + 1 < bytes.count, bytes[end + 1] == 0x3A, end > start + 1 else { return nil }
    guard let (target, after) = destination(at: end + 2, closing: false) else { return nil }
    if let target = Self.file(target) {
      let link = MarkdownLink(form: .path, target: target, offset: start)
      let label = label(start + 1, end)
      // Of two definitions of one label the first counts.
      if !definitions.contains(where: { $0.label == label }) { definitions.append((label, link)) }
    }
    return after
  }

  /// A path, plain or in angle brackets, and behind it perhaps a title.
  private func destination(at start: Int, closing: Bool) -> (target: ArraySlice<UInt8>, end: Int)? {
    var at = start
    func skipBlanks() {
      while at < bytes.count,
        bytes[at] == 0x20 || bytes[at] == 0x09 || (closing && bytes[at] == 0x0A)
      { at += 1 }
    }
    skipBlanks()
    let from: Int
    let to: Int
    if at < bytes.count, bytes[at] == 0x3C {
      from = at + 1
      at = from
      while at < bytes.count, bytes[at] != 0x3E, bytes[at] != 0x0A { at += 1 }
      guard at < bytes.count, bytes[at] == 0x3E else { return nil }
      to = at
      at += 1
    } else {
      from = at
      var depth = 0
      while at < bytes.count, bytes[at] > 0x20 {
        if bytes[at] == 0x28 { depth += 1 }
        if bytes[at] == 0x29 {
          if depth == 0, closing { break }
          depth -= 1
        }
        at += 1
      }
      to = at
    }
    guard closing else { return from < to ? (text.bytes[from..<to], at) : nil }
    skipBlanks()
    if at < bytes.count, let mark = [0x22: 0x22, 0x27: 0x27, 0x28: 0x29][bytes[at]] as UInt8? {
      at += 1
      while at < bytes.count, bytes[at] != mark { at += 1 }
      at += 1
      skipBlanks()
    }
    guard at < bytes.count, bytes[at] == 0x29 else { return nil }
    return (text.bytes[from..<to], at + 1)
  }

  private mutating func add(_ target: ArraySlice<UInt8>, at offset: Int) {
    guard let target = Self.file(target) else { return }
    links.append(MarkdownLink(form: .path, target: target, offset: offset))
  }

  /// The path of a destination, decoded; `nil` for an address of the web or a place in this file.
  private static func file(_ target: ArraySlice<UInt8>) -> String? {
    let raw = String(decoding: target.prefix { $0 != 0x23 && $0 != 0x3F }, as: UTF8.self)
    guard !raw.isEmpty, !raw.hasPrefix("//") else { return nil }
    if let colon = raw.firstIndex(of: ":"),
      raw[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) })
    {
      return nil
    }
    return raw.removingPercentEncoding ?? raw
  }
}
