/// Finds the places in a text where the phrases of a query stand.
struct ExcerptMatcher: ~Copyable {
  /// A place where a phrase stands.
  struct Match: Hashable {
    /// Which of the query's phrases.
    let phrase: Int
    /// Its words, counted over the text.
    let words: ClosedRange<Int>
    /// Its bytes.
    let bytes: Range<Int>
  }

  /// A word of the text that a phrase has.
  private struct Hit {
    let position: Int
    /// The query's word that it is, or `nil`.
    let word: Int?
    /// The query's fronts that it has, a bit each.
    let fronts: UInt64
  }

  /// A text's words, and where phrases stand among them.
  struct Matches {
    let words: [SearchTokenizer.Place]
    let matches: [Match]
  }

  private let phrases: [SearchTerms.Phrase]
  /// The different whole words.
  private var words: WordNumbers
  /// Whether a whole word or a front begins with a byte; most words of a text begin with another.
  private var begins: [Bool] = Array(repeating: false, count: 256)
  /// For each phrase, the numbers of its words; `nil` for one that may be the front of a word.
  private var numbers: [[Int?]] = []
  /// For each phrase with a front, its bit; `nil` for the others.
  private var frontBits: [UInt64?] = []
  /// The fronts, in the order of their bits.
  private var fronts: [[UInt8]] = []
  /// The phrases that begin with a whole word, by its number.
  private var beginners: [Int: [Int]] = [:]
  /// The phrases that are only a front.
  private var frontOnly: [Int] = []
  private var tokenizer = SearchTokenizer()

  /// Fronts beyond this are not marked. A query has one, and one for each single character.
  private static let mostFronts = 64

  var phraseCount: Int { phrases.count }

  init(_ query: SearchTerms) {
    phrases = query.phrases
    words = WordNumbers(capacity: phrases.reduce(0) { $0 + $1.words.count })
    for place in phrases.indices { add(place) }
  }

  private mutating func add(_ place: Int) {
    let phrase = phrases[place]
    for word in phrase.words { begins[Int(word.first ?? 0)] = true }
    let isFront = phrase.isPrefix && fronts.count < Self.mostFronts
    var numbers: [Int?] = phrase.words.dropLast(isFront ? 1 : 0).map { words.number(of: $0) }
    if isFront {
      frontBits.append(1 << UInt64(fronts.count))
      fronts.append(phrase.words[phrase.words.count - 1])
      numbers.append(nil)
    } else {
      frontBits.append(nil)
    }
    self.numbers.append(numbers)
    if let first = numbers.first ?? nil {
      beginners[first, default: []].append(place)
    } else {
      frontOnly.append(place)
    }
  }

  /// Finds all phrases in a text, in the order of where they begin.
  mutating func find(in text: UnsafeBufferPointer<UInt8>) -> Matches {
    var places: [SearchTokenizer.Place] = []
    var hits: [Hit] = []
    let (words, fronts, begins) = (words, fronts, begins)
    tokenizer.tokenize(text, for: .document) { word, place in
      // A word has a byte, at least.
      guard begins[Int(word[0])] else {
        places.append(place)
        return true
      }
      let number = words.find(word)
      var bits: UInt64 = 0
      for (bit, front) in fronts.enumerated() where word.begins(with: front) {
        bits |= 1 << UInt64(bit)
      }
      if number != nil || bits != 0 {
        hits.append(Hit(position: places.count, word: number, fronts: bits))
      }
      places.append(place)
      return true
    }
    var matches: [Match] = []
    for start in hits.indices {
      let begun = hits[start].word.flatMap { beginners[$0] } ?? []
      for phrase in begun where stands(phrase, at: start, hits) {
        matches.append(match(phrase, at: hits[start].position, places))
      }
      for phrase in frontOnly where stands(phrase, at: start, hits) {
        matches.append(match(phrase, at: hits[start].position, places))
      }
    }
    return Matches(words: places, matches: matches)
  }

  /// Whether a phrase stands at a hit: its words are the hits that follow, side by side.
  private func stands(_ phrase: Int, at start: Int, _ hits: [Hit]) -> Bool {
    for (offset, number) in numbers[phrase].enumerated() {
      guard start + offset < hits.count else { return false }
      let hit = hits[start + offset]
      guard hit.position == hits[start].position + offset else { return false }
      if let number {
        guard hit.word == number else { return false }
      } else {
        guard let bit = frontBits[phrase], hit.fronts & bit != 0 else { return false }
      }
    }
    return true
  }

  private func match(
    _ phrase: Int, at position: Int, _ places: [SearchTokenizer.Place]
  ) -> Match {
    let last = position + numbers[phrase].count - 1
    let end = phrases[phrase].endsInSingle ? places[last].headEnd : places[last].end
    return Match(
      phrase: phrase, words: position...last, bytes: places[position].start..<end)
  }
}
