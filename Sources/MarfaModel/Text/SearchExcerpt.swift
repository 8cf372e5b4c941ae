/// Cuts from an item the place that fits a query best, as HTML text with the matches marked.
///
/// Matches stand in `<mark>`; everything else is escaped, so that no text of an item is ever markup.
/// One value serves all hits of a search.
public struct SearchExcerpt: ~Copyable {
  /// The most words of an excerpt; each character of a script without spaces counts as one.
  public static let mostWords = 32
  /// What stands where text was cut.
  private static let ellipsis = "..."
  /// Longer stretches without a match are cut in their middle, such as a word of a million letters.
  private static let longestStretch = 2048

  private var matcher: ExcerptMatcher

  /// Makes excerpts for a query.
  public init(_ query: SearchTerms) {
    matcher = ExcerptMatcher(query)
  }

  /// The excerpt of an item: from the column with the most of the query's phrases close together.
  ///
  /// - Parameter columns: the item's texts.
  /// - Returns: HTML text; the beginning of the first text where no phrase is found.
  public mutating func text(of columns: SearchColumns) -> String {
    var best: (score: Score, column: Int, window: Window)?
    for (column, text) in columns.texts.enumerated() where !text.isEmpty {
      var text = text
      let found = text.withUTF8 { matcher.find(in: $0) }
      guard let window = Window(around: found, most: Self.mostWords) else { continue }
      if best.map({ $0.score < window.score }) ?? true {
        best = (window.score, column, window)
      }
    }
    if let best { return Self.render(columns.texts[best.column], best.window) }
    guard var first = columns.texts.first(where: { !$0.isEmpty }) else { return "" }
    let words = first.withUTF8 { matcher.find(in: $0) }.words
    return Self.render(first, Window(frontOf: words, most: Self.mostWords))
  }

  /// How often each of the query's phrases stands in an item's texts, in the query's order.
  ///
  /// - Parameter columns: the item's texts.
  /// - Returns: the numbers; `nil` where a phrase is missing, so that a search does not find it.
  public mutating func counts(in columns: SearchColumns) -> [Int]? {
    var counts = Array(repeating: 0, count: matcher.phraseCount)
    for text in columns.texts where !text.isEmpty {
      var text = text
      let found = text.withUTF8 { matcher.find(in: $0) }
      for match in found.matches { counts[match.phrase] += 1 }
    }
    return counts.contains(0) || counts.isEmpty ? nil : counts
  }

  // MARK: Choosing

  /// How well a window fits: different phrases first, then matches in all.
  private struct Score: Comparable {
    let phrases: Int
    let matches: Int

    static func < (left: Score, right: Score) -> Bool {
      (left.phrases, left.matches) < (right.phrases, right.matches)
    }
  }

  /// The part of a text that is shown.
  private struct Window {
    let score: Score
    /// The bytes that are marked, ascending and apart.
    private(set) var marks: [Range<Int>] = []
    /// The first byte shown; `nil` when nothing is cut there.
    private(set) var start: Int?
    /// The byte behind the last shown; `nil` when nothing is cut there.
    private(set) var end: Int?

    init(frontOf words: [SearchTokenizer.Place], most: Int) {
      score = Score(phrases: 0, matches: 0)
      cut(words, 0..<min(most, words.count))
    }

    /// The best window of a text, the first of equals; `nil` where nothing matches.
    init?(around found: ExcerptMatcher.Matches, most: Int) {
      let matches = found.matches
      guard !matches.isEmpty else { return nil }
      var best = (score: Score(phrases: 0, matches: 0), matches: 0..<0)
      var counts: [Int: Int] = [:]
      var end = 0
      for start in matches.indices {
        let limit = matches[start].words.lowerBound + most
        while end < matches.count,
          end == start || matches[end].words.upperBound < limit
        {
          counts[matches[end].phrase, default: 0] += 1
          end += 1
        }
        let score = Score(phrases: counts.count, matches: end - start)
        if best.score < score { best = (score, start..<end) }
        let phrase = matches[start].phrase
        counts[phrase, default: 0] -= 1
        if counts[phrase] == 0 { counts[phrase] = nil }
      }
      score = best.score
      let shown = matches[best.matches]
      let first = shown.first?.words.lowerBound ?? 0
      let last = min(shown.map(\.words.upperBound).max() ?? first, first + most - 1)
      // What is left of the words goes around the matches evenly.
      var from = max(0, first - (most - (last - first + 1)) / 2)
      let to = min(found.words.count, from + most)
      from = max(0, to - most)
      mark(shown, before: found.words[to - 1].end)
      cut(found.words, from..<to)
    }

    /// Notes the matches, those that overlap as one.
    private mutating func mark(_ matches: ArraySlice<ExcerptMatcher.Match>, before limit: Int) {
      for match in matches {
        let bytes = match.bytes.clamped(to: 0..<limit)
        if let last = marks.last, bytes.lowerBound < last.upperBound {
          marks[marks.count - 1] = last.lowerBound..<max(last.upperBound, bytes.upperBound)
        } else {
          marks.append(bytes)
        }
      }
    }

    private mutating func cut(_ words: [SearchTokenizer.Place], _ shown: Range<Int>) {
      if shown.lowerBound > 0 { start = words[shown.lowerBound].start }
      if shown.upperBound < words.count {
        // A pair's second character is the next word's first, unless it is marked.
        end = max(words[shown.upperBound - 1].headEnd, marks.last?.upperBound ?? 0)
      }
    }
  }

  // MARK: Writing

  private static func render(_ text: String, _ window: Window) -> String {
    var text = text
    return text.withUTF8 { bytes in
      let shown = (window.start ?? 0)..<(window.end ?? bytes.count)
      var html: [UInt8] = []
      html.reserveCapacity(shown.count + 64)
      var at = shown.lowerBound
      if window.start != nil { html.append(contentsOf: ellipsis.utf8) }
      for mark in window.marks {
        append(bytes, at..<mark.lowerBound, to: &html)
        html.append(contentsOf: "<mark>".utf8)
        append(bytes, mark, to: &html)
        html.append(contentsOf: "</mark>".utf8)
        at = mark.upperBound
      }
      append(bytes, at..<shown.upperBound, to: &html)
      if window.end != nil { html.append(contentsOf: ellipsis.utf8) }
      return String(decoding: html, as: UTF8.self)
    }
  }

  /// Appends a stretch, escaped, without the middle of a very long one.
  private static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, to html: inout [UInt8]
  ) {
    guard range.count > longestStretch else {
      escape(bytes, range, to: &html)
      return
    }
    var head = range.lowerBound + longestStretch / 2
    while head > range.lowerBound, bytes[head] & 0xC0 == 0x80 { head -= 1 }
    var tail = range.upperBound - longestStretch / 2
    while tail < range.upperBound, bytes[tail] & 0xC0 == 0x80 { tail += 1 }
    escape(bytes, range.lowerBound..<head, to: &html)
    html.append(contentsOf: ellipsis.utf8)
    escape(bytes, tail..<range.upperBound, to: &html)
  }

  private static func escape(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, to html: inout [UInt8]
  ) {
    for byte in UnsafeBufferPointer(rebasing: bytes[range]) {
      switch byte {
      case UInt8(ascii: "&"): html.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): html.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): html.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): html.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): html.append(contentsOf: "&#39;".utf8)
      default: html.append(byte)
      }
    }
  }
}
