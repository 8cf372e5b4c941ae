import MarfaModel
import Testing

/// How a query is read.
@Suite struct SearchTermsTests {
  private func phrases(_ text: String) -> [String] {
    SearchTerms(text).phrases.map { phrase in
      phrase.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "+")
        + (phrase.isPrefix ? "*" : "")
    }
  }

  @Test(
    "words must all be there, and the last may be the front of a longer one",
    arguments: [
      ("running shoes", ["run", "shoe*"]), ("x-ray", ["x+rai*"]), ("a b a", ["a", "b", "a*"]),
      ("foo !!!", ["foo"]), ("!!! foo", ["foo*"]), ("foo — bar", ["foo", "bar*"]),
      ("don't stop", ["don+t", "stop*"]), ("the the the", ["the", "the*"]),
      ("NOT foo OR bar*", ["not", "foo", "or", "bar*"]), ("col:value", ["col+valu*"]),
      ("-minus +plus ^caret", ["minu", "plu", "caret*"]), ("\"open quote", ["open", "quot*"]),
      ("say \"hi\"", ["sai", "hi*"]), ("北京大学", ["北京+京大+大学*"]), ("東", ["東*"]),
      ("東 京都", ["東*", "京都*"]), ("abc東 x", ["abc+東*", "x*"]), ("東abc x", ["東+abc", "x*"]),
    ])
  func words(text: String, expected: [String]) {
    #expect(phrases(text) == expected)
  }

  @Test(
    "a query in double quotes is one phrase, whose last word is whole",
    arguments: [
      ("\"running shoes\"", ["run+shoe"]), ("\"a\"", ["a"]), ("\" a \"", ["a"]),
      ("\"say \"hi\" now\"", ["sai+hi+now"]), ("  \"a b\"\u{FEFF}\n", ["a+b"]),
      ("\"北京 大学\"", ["北京+京+大学"]), ("\"東\"", ["東*"]),
    ])
  func quoted(text: String, expected: [String]) {
    #expect(phrases(text) == expected)
  }

  @Test(
    "a query without a word finds nothing and is no error",
    arguments: ["", " ", "\"\"", "\"", "\"\"\"", "!!!", "—", "😀", "\u{FEFF}", "\u{0}", "…"])
  func wordless(text: String) {
    #expect(SearchTerms(text).match == nil)
  }

  @Test("white space is JavaScript's: U+FEFF and U+3000 are, U+0085 is not and parts nothing")
  func whiteSpace() {
    #expect(phrases("a\u{FEFF}b\u{3000}c\u{2028}d\u{A0}e") == ["a", "b", "c", "d", "e*"])
    #expect(phrases("a\u{85}b") == ["a+b*"])
    #expect(phrases("\u{85}\"a b\"") == ["a", "b*"])
  }

  @Test(
    "the text for the database holds nothing but quoted words",
    arguments: [
      ("foo bar", #""foo" AND "bar"*"#), (#""foo bar""#, #""foo bar""#),
      (#"a"b c"#, #""a""b" AND "c"*"#), ("a\u{0}b", #""a b"*"#), ("NEAR(a)", #""NEAR(a)"*"#),
    ])
  func match(text: String, expected: String) {
    #expect(SearchTerms(text).match == expected)
  }

  @Test("a query of a megabyte is read and bounded")
  func long() {
    let many = SearchTerms((0..<200_000).map { "w\($0)" }.joined(separator: " "))
    #expect(many.phrases.count == SearchTerms.mostWords)
    let run = SearchTerms(String(repeating: "北京大学", count: 90_000))
    #expect(run.phrases.map(\.words.count) == [SearchTerms.mostWords])
    #expect(run.match.map { $0.utf8.count } ?? 0 < 10_000)
    #expect(SearchTerms(String(repeating: "a", count: 1_000_000)).phrases.count == 1)
  }
}
