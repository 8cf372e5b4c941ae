import Testing

@testable import MarfaModel

/// The stems of English words, step by step of the algorithm.
@Suite struct PorterStemmerTests {
  private func stem(_ word: String) -> String {
    var letters = Array(word.utf8)
    let count = letters.withUnsafeMutableBufferPointer { PorterStemmer.stem($0, count: $0.count) }
    return String(decoding: letters[..<count], as: UTF8.self)
  }

  private static let stems: [(String, String)] = [
    // 1a
    ("caresses", "caress"), ("ponies", "poni"), ("ties", "ti"), ("caress", "caress"),
    ("cats", "cat"), ("gas", "ga"), ("bus", "bu"), ("yes", "ye"),
    // 1b
    ("feed", "feed"), ("agreed", "agre"), ("plastered", "plaster"), ("bled", "bled"),
    ("motoring", "motor"), ("sing", "sing"), ("conflated", "conflat"), ("troubled", "troubl"),
    ("sized", "size"), ("hopping", "hop"), ("tanned", "tan"), ("falling", "fall"),
    ("hissing", "hiss"), ("fizzed", "fizz"), ("failing", "fail"), ("filing", "file"),
    // 1c
    ("happy", "happi"), ("sky", "sky"), ("say", "sai"), ("by", "by"),
    // 2
    ("relational", "relat"), ("conditional", "condit"), ("rational", "ration"),
    ("valenci", "valenc"), ("hesitanci", "hesit"), ("digitizer", "digit"),
    ("conformabli", "conform"), ("radicalli", "radic"), ("differentli", "differ"),
    ("vileli", "vile"), ("analogousli", "analog"), ("vietnamization", "vietnam"),
    ("predication", "predic"), ("operator", "oper"), ("feudalism", "feudal"),
    ("decisiveness", "decis"), ("hopefulness", "hope"), ("callousness", "callous"),
    ("formaliti", "formal"), ("sensitiviti", "sensit"), ("sensibiliti", "sensibl"),
    ("archaeology", "archaeolog"),
    // 3
    ("triplicate", "triplic"), ("formative", "form"), ("formalize", "formal"),
    ("electriciti", "electr"), ("electrical", "electr"), ("hopeful", "hope"),
    ("goodness", "good"),
    // 4
    ("revival", "reviv"), ("allowance", "allow"), ("inference", "infer"), ("airliner", "airlin"),
    ("gyroscopic", "gyroscop"), ("adjustable", "adjust"), ("defensible", "defens"),
    ("irritant", "irrit"), ("replacement", "replac"), ("adjustment", "adjust"),
    ("dependent", "depend"), ("adoption", "adopt"), ("homologou", "homolog"),
    ("communism", "commun"), ("activate", "activ"), ("angulariti", "angular"),
    ("homologous", "homolog"), ("effective", "effect"), ("bowdlerize", "bowdler"),
    ("element", "element"), ("cement", "cement"),
    // 5
    ("probate", "probat"), ("rate", "rate"), ("cease", "ceas"), ("controll", "control"),
    ("roll", "roll"),
    // Whole ways
    ("generalizations", "gener"), ("oscillators", "oscil"), ("multidimensional", "multidimension"),
    // Nothing to cut
    ("", ""), ("a", "a"), ("is", "is"), ("yyy", "yyi"), ("mp3s", "mp3"), ("2026", "2026"),
    ("sss", "sss"), ("eed", "e"), ("ing", "ing"), ("ed", "ed"),
  ]

  @Test("a word becomes its stem", arguments: stems)
  func stemming(word: String, stem: String) {
    #expect(self.stem(word) == stem)
  }

  @Test("words of every length up to seventy are cut or left, and never trap")
  func lengths() {
    for length in 0...70 {
      for suffix in ["", "s", "ed", "ing", "ational", "iveness", "ement", "y", "e", "ll", "sses"] {
        for letter in ["a", "b", "y", "e", "l"] {
          let word = String(repeating: letter, count: length) + suffix
          #expect(stem(word).utf8.count <= word.utf8.count)
        }
      }
    }
  }
}
