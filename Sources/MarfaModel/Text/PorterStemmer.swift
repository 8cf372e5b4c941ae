/// Cuts English words back to their stems, so that `running` and `runs` are one word to a search.
///
/// The algorithm of M. F. Porter, "An algorithm for suffix stripping" (Program 14(3), 1980), with
/// the two later changes of its author (`bli`, `logi`), as SQLite's `porter` tokenizer has it too.
/// Stems are no words: they only have to be the same for text and query.
struct PorterStemmer {
  private let word: UnsafeMutableBufferPointer<UInt8>
  private var count: Int
  /// A bit for each letter that is a consonant, the first letter lowest.
  private var consonants: UInt64

  /// The lengths of words that are cut. Shorter ones have no suffix, longer ones are no English.
  static let lengths = 3...64

  /// Cuts a word where it stands.
  ///
  /// - Parameters:
  ///   - word: lowercase ASCII letters and digits. Its room must be as long as the word.
  ///   - count: the number of letters; nothing is done outside ``lengths``.
  /// - Returns: the number of letters that are left. Some of them may have changed.
  static func stem(_ word: UnsafeMutableBufferPointer<UInt8>, count: Int) -> Int {
    guard lengths ~= count else { return count }
    var stemmer = PorterStemmer(word, count)
    stemmer.cutPlural()
    stemmer.cutPastAndProgressive()
    stemmer.turnFinalY()
    if stemmer.count >= 3 {
      stemmer.shortenDoubleSuffix()
      stemmer.shortenSuffix()
      stemmer.cutSuffix()
      stemmer.tidyEnd()
    }
    return stemmer.count
  }

  private init(_ word: UnsafeMutableBufferPointer<UInt8>, _ count: Int) {
    self.word = word
    self.count = count
    consonants = 0
    for place in 0..<count { judge(place) }
  }

  // MARK: Letters

  /// Notes whether a letter is a consonant. `y` is one at the start and behind a vowel.
  private mutating func judge(_ place: Int) {
    let isConsonant: Bool
    switch word[place] {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      isConsonant = false
    case UInt8(ascii: "y"):
      isConsonant = place == 0 || !self.isConsonant(place - 1)
    default: isConsonant = true
    }
    let bit: UInt64 = 1 << UInt64(place)
    if isConsonant { consonants |= bit } else { consonants &= ~bit }
  }

  private func isConsonant(_ place: Int) -> Bool { consonants >> UInt64(place) & 1 == 1 }

  /// The bits of the first letters.
  private func bits(_ length: Int) -> UInt64 {
    length >= 64 ? .max : 1 << UInt64(length) - 1
  }

  /// How many times a consonant follows a vowel among the first letters: Porter's measure.
  private func measure(_ length: Int) -> Int {
    let vowels = ~consonants & bits(length)
    return (vowels << 1 & consonants & bits(length)).nonzeroBitCount
  }

  private func hasVowel(_ length: Int) -> Bool { ~consonants & bits(length) != 0 }

  private func endsInDoubleConsonant(_ length: Int) -> Bool {
    length >= 2 && word[length - 1] == word[length - 2] && isConsonant(length - 1)
  }

  /// Whether the first letters end in consonant, vowel, consonant, the last not `w`, `x` or `y`.
  private func endsShort(_ length: Int) -> Bool {
    guard length >= 3, isConsonant(length - 1), !isConsonant(length - 2),
      isConsonant(length - 3)
    else { return false }
    switch word[length - 1] {
    case UInt8(ascii: "w"), UInt8(ascii: "x"), UInt8(ascii: "y"): return false
    default: return true
    }
  }

  // MARK: Suffixes

  /// The length of what stands before a suffix, if the word ends with it and is longer.
  private func stemLength(before suffix: StaticString) -> Int? {
    let length = count - suffix.utf8CodeUnitCount
    guard length > 0 else { return nil }
    for place in 0..<suffix.utf8CodeUnitCount
    where word[length + place] != suffix.utf8Start[place] { return nil }
    return length
  }

  /// Puts other letters in place of what follows the first letters. They are never more.
  private mutating func end(_ length: Int, with letters: StaticString = "") {
    for place in 0..<letters.utf8CodeUnitCount {
      word[length + place] = letters.utf8Start[place]
      judge(length + place)
    }
    count = length + letters.utf8CodeUnitCount
  }

  /// Replaces the first suffix that fits, if the stem before it measures more than `limit`.
  /// Answers whether one fitted.
  private mutating func replace(
    _ suffixes: [(StaticString, StaticString)], ifMeasureAbove limit: Int
  ) -> Bool {
    for (suffix, replacement) in suffixes {
      guard let length = stemLength(before: suffix) else { continue }
      if measure(length) > limit { end(length, with: replacement) }
      return true
    }
    return false
  }

  // MARK: Steps

  /// Step 1a: plurals.
  private mutating func cutPlural() {
    guard word[count - 1] == UInt8(ascii: "s") else { return }
    if let length = stemLength(before: "sses") {
      end(length, with: "ss")
    } else if let length = stemLength(before: "ies") {
      end(length, with: "i")
    } else if word[count - 2] != UInt8(ascii: "s") {
      end(count - 1)
    }
  }

  /// Step 1b: `-eed`, `-ed` and `-ing`.
  private mutating func cutPastAndProgressive() {
    if let length = stemLength(before: "eed") {
      if measure(length) > 0 { end(length, with: "ee") }
      return
    }
    guard let length = stemLength(before: "ed") ?? stemLength(before: "ing"), hasVowel(length)
    else { return }
    end(length)
    if stemLength(before: "at") != nil || stemLength(before: "bl") != nil
      || stemLength(before: "iz") != nil
    {
      end(count, with: "e")
    } else if endsInDoubleConsonant(count) {
      switch word[count - 1] {
      case UInt8(ascii: "l"), UInt8(ascii: "s"), UInt8(ascii: "z"): break
      default: end(count - 1)
      }
    } else if measure(count) == 1, endsShort(count) {
      end(count, with: "e")
    }
  }

  /// Step 1c: a final `y` behind a vowel somewhere.
  private mutating func turnFinalY() {
    if let length = stemLength(before: "y"), hasVowel(length) { end(length, with: "i") }
  }

  /// Step 2: double suffixes become single ones.
  private mutating func shortenDoubleSuffix() {
    switch word[count - 2] {
    case UInt8(ascii: "a"):
      _ = replace([("ational", "ate"), ("tional", "tion")], ifMeasureAbove: 0)
    case UInt8(ascii: "c"):
      _ = replace([("enci", "ence"), ("anci", "ance")], ifMeasureAbove: 0)
    case UInt8(ascii: "e"): _ = replace([("izer", "ize")], ifMeasureAbove: 0)
    case UInt8(ascii: "g"): _ = replace([("logi", "log")], ifMeasureAbove: 0)
    case UInt8(ascii: "l"):
      _ = replace(
        [("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous")],
        ifMeasureAbove: 0)
    case UInt8(ascii: "o"):
      _ = replace(
        [("ization", "ize"), ("ation", "ate"), ("ator", "ate")], ifMeasureAbove: 0)
    case UInt8(ascii: "s"):
      _ = replace(
        [("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous")],
        ifMeasureAbove: 0)
    case UInt8(ascii: "t"):
      _ = replace(
        [("aliti", "al"), ("iviti", "ive"), ("biliti", "ble")], ifMeasureAbove: 0)
    default: break
    }
  }

  /// Step 3: single suffixes are shortened.
  private mutating func shortenSuffix() {
    switch word[count - 1] {
    case UInt8(ascii: "e"):
      _ = replace([("icate", "ic"), ("ative", ""), ("alize", "al")], ifMeasureAbove: 0)
    case UInt8(ascii: "i"): _ = replace([("iciti", "ic")], ifMeasureAbove: 0)
    case UInt8(ascii: "l"): _ = replace([("ical", "ic"), ("ful", "")], ifMeasureAbove: 0)
    case UInt8(ascii: "s"): _ = replace([("ness", "")], ifMeasureAbove: 0)
    default: break
    }
  }

  /// Step 4: single suffixes are cut from longer stems.
  private mutating func cutSuffix() {
    switch word[count - 2] {
    case UInt8(ascii: "a"): _ = replace([("al", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "c"): _ = replace([("ance", ""), ("ence", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "e"): _ = replace([("er", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "i"): _ = replace([("ic", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "l"): _ = replace([("able", ""), ("ible", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "n"):
      _ = replace(
        [("ant", ""), ("ement", ""), ("ment", ""), ("ent", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "o"):
      if let length = stemLength(before: "ion") {
        let letter = word[length - 1]
        let follows = letter == UInt8(ascii: "s") || letter == UInt8(ascii: "t")
        if follows, measure(length) > 1 { end(length) }
      } else {
        _ = replace([("ou", "")], ifMeasureAbove: 1)
      }
    case UInt8(ascii: "s"): _ = replace([("ism", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "t"): _ = replace([("ate", ""), ("iti", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "u"): _ = replace([("ous", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "v"): _ = replace([("ive", "")], ifMeasureAbove: 1)
    case UInt8(ascii: "z"): _ = replace([("ize", "")], ifMeasureAbove: 1)
    default: break
    }
  }

  /// Step 5: a final `e`, and one of two final `l`.
  private mutating func tidyEnd() {
    if let length = stemLength(before: "e") {
      let measure = measure(length)
      if measure > 1 || (measure == 1 && !endsShort(length)) { end(length) }
    }
    if stemLength(before: "ll") != nil, measure(count - 1) > 1 { end(count - 1) }
  }
}
