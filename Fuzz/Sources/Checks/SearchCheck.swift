import MarfaModel

/// Reads a query and cuts a text into words; excerpts must be well formed.
///
/// The input is the query up to the first line's end, and the text behind it.
public enum SearchCheck: Check {
  public static let name = "search"

  public static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    let cut = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let first = String(decoding: bytes[..<cut], as: UTF8.self)
    let text = String(decoding: bytes[cut...], as: UTF8.self)
    words(in: bytes)
    let query = SearchTerms(first)
    require(query.phrases.count <= SearchTerms.mostWords, "more words than the limit")
    require((query.match == nil) == query.phrases.isEmpty, "a query without words matches")
    var excerpt = SearchExcerpt(query)
    let columns = SearchColumns(texts: [first, text, "", "", "", ""])
    _ = excerpt.counts(in: columns)
    check(excerpt.text(of: columns))
  }

  /// The places ascend and lie in the text, valid UTF-8 or not.
  private static func words(in bytes: UnsafeBufferPointer<UInt8>) {
    var tokenizer = SearchTokenizer()
    for purpose in SearchTokenizer.Purpose.allCases {
      var last = 0
      tokenizer.tokenize(bytes, for: purpose) { word, place in
        require(!word.isEmpty, "an empty word")
        require(place.start >= last, "the places do not ascend")
        require(
          place.start < place.headEnd && place.headEnd <= place.end && place.end <= bytes.count,
          "a place outside the text")
        last = place.start
        return true
      }
    }
  }

  /// Marks are balanced and nothing else is markup.
  private static func check(_ html: String) {
    var isOpen = false
    var rest = html.utf8[...]
    while let at = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[at...]
      let mark = isOpen ? "</mark>" : "<mark>"
      require(rest.starts(with: mark.utf8), "an excerpt holds other markup: \(html)")
      rest = rest.dropFirst(mark.utf8.count)
      isOpen.toggle()
    }
    require(!isOpen, "a mark is not closed: \(html)")
  }

  public static let shapes: [Shape] = [
    Shape("words of a text", repeating: "running notes ", after: "note\n"),
    Shape("words of a query", repeating: "ab cd "),
    Shape("words of a query in their text", start: 2048) { count in
      let words = (0..<count).map { "word\($0 % 5000)" }.joined(separator: " ")
      return words + "\n" + words
    },
    Shape("one word", repeating: "a", after: "a\n"),
    Shape("pairs", repeating: "日本語", after: "本\n"),
    Shape("combining marks", repeating: "\u{301}", after: "e\ne"),
    Shape("Thai", repeating: "ภาษาไทย", after: "ไทย\n"),
    Shape("quotes", repeating: "\"", after: "a\n"),
    Shape("half-width kana", repeating: "ｶﾞ", after: "カ\n"),
    Shape("phrase in repeats", repeating: "a a b ", after: "\"a a a a a a a a\"\n"),
    Shape("markup", repeating: "<&>a", after: "a\n"),
    Shape("emoji", repeating: "👩‍👩‍👧", after: "a\n"),
  ]
}
