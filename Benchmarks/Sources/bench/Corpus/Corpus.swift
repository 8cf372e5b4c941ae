/// Notes made up by rule: the same in every run, with words as uneven as in real text.
struct Corpus: Sendable {
  struct Note: Sendable {
    let title: String
    let body: String
  }

  let notes: [Note]
  /// Words that some notes hold and most don't, for searches.
  let queries: [String]

  /// Makes so many notes, each of 10 to 39 words.
  init(count: Int) {
    var generator = SeededGenerator(seed: 0x6D61_7266_61)
    let words = Self.vocabulary(20_000, &generator)
    notes = (0..<count).map { _ in
      let title = (0..<Int.random(in: 2...5, using: &generator)).map { _ in
        Self.pick(words, &generator)
      }
      let body = (0..<Int.random(in: 10...39, using: &generator)).map { _ in
        Self.pick(words, &generator)
      }
      return Note(title: title.joined(separator: " "), body: body.joined(separator: " ") + ".")
    }
    queries = (0..<50).map { words[60 + $0 * 7] }
  }

  /// Words of one to five syllables, no two alike.
  private static func vocabulary(_ count: Int, _ generator: inout SeededGenerator) -> [String] {
    let heads = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "é"]
    let tails = ["a", "e", "i", "o", "u", "an", "er", "il", "on", "us", "ä"]
    var seen: Set<String> = []
    var words: [String] = []
    while words.count < count {
      let word = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        heads[Int.random(in: 0..<heads.count, using: &generator)]
          + tails[Int.random(in: 0..<tails.count, using: &generator)]
      }.joined()
      if seen.insert(word).inserted { words.append(word) }
    }
    return words
  }

  /// The first words are frequent and the last rare: roughly one over the rank.
  private static func pick(_ words: [String], _ generator: inout SeededGenerator) -> String {
    let place = Double.random(in: 0..<1, using: &generator)
    var power = 1.0
    // words.count to the power of `place`, without the C library.
    var factor = Double(words.count)
    var rest = place
    for _ in 0..<20 {
      factor = factor.squareRoot()
      rest *= 2
      if rest >= 1 {
        power *= factor
        rest -= 1
      }
    }
    return words[min(words.count - 1, Int(power) - 1)]
  }
}
