/// The text of one paragraph, over its lines: finds code spans and comments.
struct BodyText {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let lines: [Range<Int>]
  private var place: Int
  private var line = 0
  /// Where runs of backticks of each length start, the ones passed already left out.
  private var runs: [Int: ArraySlice<Int>] = [:]

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ lines: [Range<Int>]) {
    self.bytes = bytes
    self.lines = lines
    place = lines.first?.lowerBound ?? 0
    var starts: [Int: [Int]] = [:]
    for range in lines {
      var place = range.lowerBound
      while place < range.upperBound {
        guard bytes[place] == Self.backtick else {
          place += 1
          continue
        }
        let length = Self.run(bytes, place, range.upperBound)
        starts[length, default: []].append(place)
        place += length
      }
    }
    runs = starts.mapValues { $0[...] }
  }

  /// Reads to the end, and answers what is to be blanked out.
  ///
  /// - Returns: where reading ended: behind the last line, or where a comment ends that goes further.
  mutating func read(_ blank: (Range<Int>) -> Void) -> Int {
    while let end = lineEnd() {
      switch bytes[place] {
      case UInt8(ascii: "\\") where place + 1 < end && bytes[place + 1].isEscapable:
        place += 2
      case Self.backtick:
        let length = Self.run(bytes, place, end)
        if let close = closing(of: length) {
          blank(place..<close)
          place = close
        } else {
          place += length
        }
      case UInt8(ascii: "%") where starts("%%", end):
        skip(from: place + 2, to: "%%", blank)
      case UInt8(ascii: "<") where starts("<!--", end):
        // Two of the hyphens may belong to the closing already: <!--> is a whole comment.
        skip(from: place + 2, to: "-->", blank)
      default: place += 1
      }
    }
    return place
  }

  private static let backtick = UInt8(ascii: "`")

  /// The end of the line that the place is in, moving to the next line where one ended.
  private mutating func lineEnd() -> Int? {
    while line < lines.count {
      place = max(place, lines[line].lowerBound)
      if place < lines[line].upperBound { return lines[line].upperBound }
      line += 1
    }
    return nil
  }

  private static func run(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var place = start
    while place < end, bytes[place] == backtick { place += 1 }
    return place - start
  }

  /// The end of the next run of this length.
  private mutating func closing(of length: Int) -> Int? {
    guard var starts = runs[length] else { return nil }
    starts = starts.drop { $0 <= place }
    runs[length] = starts
    return starts.first.map { $0 + length }
  }

  private func starts(_ mark: StaticString, _ end: Int) -> Bool {
    place + mark.utf8CodeUnitCount <= end && matches(mark, at: place)
  }

  private func matches(_ mark: StaticString, at place: Int) -> Bool {
    for offset in 0..<mark.utf8CodeUnitCount
    where bytes[place + offset] != mark.utf8Start[offset] { return false }
    return true
  }

  /// Moves behind the next closing mark of the whole text, or to its end without one.
  private mutating func skip(
    from start: Int, to mark: StaticString, _ blank: (Range<Int>) -> Void
  ) {
    var end = start
    let last = bytes.count - mark.utf8CodeUnitCount
    while end <= last, !matches(mark, at: end) { end += 1 }
    end = end <= last ? end + mark.utf8CodeUnitCount : bytes.count
    blank(place..<end)
    place = end
  }
}
