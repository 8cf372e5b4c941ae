/// What a person typed into a search, as words and phrases that an item must all have.
///
/// No text is an error. White space parts words (JavaScript's set: U+FEFF is of it, U+0085 is not).
/// A query in double quotes is one phrase; otherwise each word must be found, in any column and
/// order, and the last one may be the front of a word.
public struct SearchTerms: Sendable, Hashable {
  /// Words that must stand side by side in one column.
  public struct Phrase: Sendable, Hashable {
    /// The text as it was typed.
    public let text: String
    /// The words, folded as the index has them.
    public let words: [[UInt8]]
    /// Whether the last word may be the front of a longer one.
    public let isPrefix: Bool
    /// Whether the last word is one character of a script without spaces.
    let endsInSingle: Bool

    /// The phrase alone, as ``SearchTerms/match`` writes it.
    public var match: String {
      var quoted = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": quoted += "\"\""
        // The text of a query ends at a NUL.
        case "\0": quoted += " "
        default: quoted.unicodeScalars.append(scalar)
        }
      }
      return quoted + (isPrefix ? "\"*" : "\"")
    }
  }

  /// The phrases. None: nothing is found.
  public let phrases: [Phrase]

  /// More words than this are left out: they narrow no further, and each costs a look-up.
  public static let mostWords = 1024

  /// Reads a query.
  ///
  /// - Parameter text: what was typed.
  public init(_ text: String) {
    let trimmed = Self.trim(text.unicodeScalars[...])
    var reader = PhraseReader()
    if trimmed.count > 2, trimmed.first == "\"", trimmed.last == "\"" {
      reader.add(trimmed.dropFirst().dropLast(), mayBeFront: false)
    } else {
      let words = trimmed.split(whereSeparator: Self.isSpace)
      for (place, word) in words.enumerated() {
        reader.add(word, mayBeFront: place == words.count - 1)
      }
    }
    phrases = reader.phrases
  }

  /// The query as a full-text table of SQLite reads it, or `nil` when it has no word.
  ///
  /// Each phrase is a quoted text, in which nothing is an operator. The table must use
  /// ``SearchTokenizer``, which cuts it into the same words again.
  public var match: String? {
    phrases.isEmpty ? nil : phrases.map(\.match).joined(separator: " AND ")
  }

  private static func trim(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      true
    default: false
    }
  }
}

/// Gathers phrases up to the most words.
private struct PhraseReader: ~Copyable {
  private(set) var phrases: [SearchTerms.Phrase] = []
  private var tokenizer = SearchTokenizer()
  private var count = 0
  private var seen: Set<SearchTerms.Phrase> = []

  /// Adds a phrase, unless it has no word or is there already.
  mutating func add(_ text: Substring.UnicodeScalarView, mayBeFront: Bool) {
    let room = SearchTerms.mostWords - count
    guard room > 0 else { return }
    var words: [[UInt8]] = []
    var end = 0
    var isSingle = false
    var text = String(text)
    text.withUTF8 { bytes in
      tokenizer.tokenize(bytes, for: .query) { word, place in
        guard words.count < room else { return false }
        words.append(Array(word))
        end = place.end
        isSingle = Self.isSingle(word)
        return true
      }
    }
    guard !words.isEmpty else { return }
    if words.count == room { text = String(decoding: text.utf8.prefix(end), as: UTF8.self) }
    let phrase = SearchTerms.Phrase(
      text: text, words: words, isPrefix: mayBeFront || isSingle, endsInSingle: isSingle)
    guard seen.insert(phrase).inserted else { return }
    count += words.count
    phrases.append(phrase)
  }

  /// Whether a word is one character of a script without spaces: every pair that it begins is
  /// found by it as its front.
  private static func isSingle(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let (scalar, length) = word.scalar(at: 0) else { return false }
    return length == word.count && ScriptRanges.isWrittenWithoutSpaces(scalar)
  }
}
