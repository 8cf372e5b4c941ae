import Resilience

/// A seeded source of inputs: those of a corpus, changed as a fuzzer changes them.
struct Mutations {
  private let corpus: [[UInt8]]
  private var chance: SeededGenerator

  /// Bytes and words that mean something to one of the readers.
  private static let tokens: [[UInt8]] =
    [
      "\"", "\\", "\\u", "\\ud83d", "[", "]", "{", "}", ":", ",", "-0", "1e400", "null", "true",
      " AND ", " OR ", "eq", "not_exists", "properties.a", "edge[a]", "tags", "contains", "[[",
      "]]",
      "![[", "![a](", "<", ">", ")", "|", "#", "`", "```\n", "%%", "<!--", "-->", "\n", "\r\n",
      "\t",
      "    ", "- ", "2026-03-01", "T24:00", "+14:00", "Z", ".999", "e\u{301}", "日本", "ภาษา", "ｶﾞ",
      "한국", "שלום", "\u{200D}", "\u{FEFF}", "🙂", "\u{0}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F]]

  /// Longer inputs than this are for the fuzzer, which has more time.
  private static let longest = 512

  init(of corpus: [[UInt8]], seed: UInt64) {
    self.corpus = corpus
    chance = SeededGenerator(seed: seed)
  }

  /// The next input.
  mutating func next() -> [UInt8] {
    var bytes = pick(corpus)
    for _ in 0...below(5) { change(&bytes) }
    return Array(bytes.prefix(Self.longest))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    switch below(7) {
    case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
    case 1: if place < bytes.count { bytes[place] = UInt8(below(256)) }
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(8)))
    case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + below(24))], at: place)
    case 4: bytes.insert(contentsOf: pick(corpus).suffix(below(32)), at: place)
    default: bytes.insert(contentsOf: pick(Self.tokens), at: place)
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &chance) }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
