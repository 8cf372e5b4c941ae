/// Cuts a body that is too long for one item into parts that fit, at headings where it can.
struct BodySplitter {
  let limits: ImportLimits

  /// The parts in order; put together they are the body, byte for byte.
  func parts(of body: String) -> [String] {
    guard !fits(body.utf16.count, bytes: body.utf8.count) else { return [body] }
    let text = MarkdownText(body)
    var parts: [String] = []
    var start = 0
    var units = 0
    var weight = 0
    /// Where the running part may be cut: the last heading, the last blank line, the last line.
    var cuts = (heading: 0, blank: 0, line: 0)
    for line in text.lines {
      let end = min(line.range.upperBound, text.bytes.count)
      let next = nextLine(after: end, in: text.bytes)
      let size = Self.measure(text.bytes[line.range.lowerBound..<next])
      if text.isHeading(line) { cuts.heading = line.range.lowerBound }
      if !line.isCode { cuts.line = line.range.lowerBound }
      while !fits(units + size.units, bytes: weight + size.bytes) {
        let cut =
          [cuts.heading, cuts.blank, cuts.line].first {
            $0 > start + (line.range.lowerBound - start) / 4
          }
          ?? (line.range.lowerBound > start ? line.range.lowerBound : nil)
        guard let cut else { break }
        parts.append(String(decoding: text.bytes[start..<cut], as: UTF8.self))
        start = cut
        let rest = Self.measure(text.bytes[start..<line.range.lowerBound])
        units = rest.units
        weight = rest.bytes
      }
      units += size.units
      weight += size.bytes
      if !line.isCode, line.range.isEmpty { cuts.blank = next }
      if units > limits.propertyUnits || !fits(units, bytes: weight) {
        // One line alone is too long: it is cut between characters.
        let long = String(decoding: text.bytes[start..<next], as: UTF8.self)
        let pieces = characters(of: long)
        parts += pieces.dropLast()
        let last = pieces.last ?? ""
        start = next - last.utf8.count
        units = last.utf16.count
        weight = Self.measure(Array(last.utf8)[...]).bytes
      }
    }
    if start < text.bytes.count {
      parts.append(String(decoding: text.bytes[start...], as: UTF8.self))
    }
    return parts
  }

  /// Whether so much text fits an item and a request. A byte may need two when it is escaped.
  private func fits(_ units: Int, bytes: Int) -> Bool {
    units <= limits.propertyUnits && bytes <= (limits.requestBytes - limits.requestOverhead) / 2
  }

  private func nextLine(after end: Int, in bytes: [UInt8]) -> Int {
    var at = end
    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
    return min(at + 1, bytes.count)
  }

  private func characters(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var units = 0
    var weight = 0
    for character in text {
      let size = (character.utf16.count, character.utf8.count)
      if !part.isEmpty, !fits(units + size.0, bytes: weight + size.1) {
        parts.append(part)
        part = ""
        units = 0
        weight = 0
      }
      part.append(character)
      units += size.0
      weight += size.1
    }
    parts.append(part)
    return parts
  }

  private static func measure(_ bytes: ArraySlice<UInt8>) -> (units: Int, bytes: Int) {
    var units = 0
    // A byte that goes on a character counts nothing; one that begins four bytes counts two units.
    for byte in bytes where byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    return (units, bytes.count)
  }
}
