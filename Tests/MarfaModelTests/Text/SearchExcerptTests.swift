import MarfaModel
import Testing

/// The excerpt of a hit.
@Suite struct SearchExcerptTests {
  private func excerpt(_ query: String, _ texts: String...) -> String {
    var excerpt = SearchExcerpt(SearchTerms(query))
    return excerpt.text(of: SearchColumns(texts: texts))
  }

  @Test(
    "what matches is marked as it was written",
    arguments: [
      ("run", "He was running, and runs.", "He was <mark>running</mark>, and <mark>runs</mark>."),
      ("resume", "My Résumé", "My <mark>Résumé</mark>"),
      ("\"quick fox\"", "a quick, fox fox", "a <mark>quick, fox</mark> fox"),
      ("京大", "北京大学", "北<mark>京大</mark>学"), ("京", "北京大学", "北<mark>京</mark>大学"),
      ("学", "北京大学", "北京大<mark>学</mark>"), ("北京大学", "在北京大学。", "在<mark>北京大学</mark>。"),
      ("국어", "한국어를", "한<mark>국어</mark>를"), ("fo", "foo of", "<mark>foo</mark> of"),
      ("a b", "b a", "<mark>b</mark> <mark>a</mark>"), ("x-ray", "X Ray", "<mark>X Ray</mark>"),
      ("cafe", "cafe\u{301}!", "<mark>cafe\u{301}</mark>!"),
      ("שלום", "אמר שָׁלוֹם לי", "אמר <mark>שָׁלוֹם</mark> לי"),
    ])
  func marks(query: String, text: String, expected: String) {
    #expect(excerpt(query, text) == expected)
  }

  @Test("everything but the marks is escaped, whatever the text tries")
  func escaping() {
    #expect(
      excerpt("b", "<b>&\"'</b> <mark>b</mark> \u{E000}b\u{E001}")
        == "&lt;<mark>b</mark>&gt;&amp;&quot;&#39;&lt;/<mark>b</mark>&gt; &lt;mark&gt;"
        + "<mark>b</mark>&lt;/mark&gt; \u{E000}<mark>b</mark>\u{E001}")
  }

  @Test("at most 32 words are shown, around the matches, with dots where text was cut")
  func cutting() {
    let words = (0..<200).map { "w\($0)" }
    let text = "(" + words.joined(separator: " ") + ")"
    let middle = excerpt("w100", text)
    #expect(middle.hasPrefix("...w85 ") && middle.hasSuffix(" w116..."))
    #expect(middle.contains(" <mark>w100</mark> "))
    #expect(middle.split(separator: " ").count == 32)
    let start = excerpt("\"w1\"", text)
    #expect(start.hasPrefix("(w0 <mark>w1</mark> w2") && start.hasSuffix("w31..."))
    let end = excerpt("w199", text)
    #expect(end.hasPrefix("...w168 ") && end.hasSuffix("<mark>w199</mark>)"))
    let run = excerpt(
      "末尾", String(repeating: "一", count: 100) + "末尾" + String(repeating: "二", count: 99))
    #expect(run.hasPrefix("...") && run.hasSuffix("..."))
    #expect(run.filter { $0 == "一" || $0 == "二" }.count == 30)
  }

  @Test("the place with the most different words wins, then the most matches, then the first")
  func choosing() {
    let filler = Array(repeating: "x", count: 60).joined(separator: " ")
    let text = "alpha alpha alpha \(filler) alpha beta \(filler) beta"
    #expect(excerpt("alpha \"beta", text).contains("<mark>alpha</mark> <mark>beta</mark>"))
    #expect(
      excerpt("alpha beta", "alpha", "beta alpha", "alpha beta")
        == "<mark>beta</mark> <mark>alpha</mark>")
    #expect(
      excerpt("alpha", "", "one alpha", "alpha alpha") == "<mark>alpha</mark> <mark>alpha</mark>")
    #expect(excerpt("nothing", "", "first text", "second") == "first text")
    #expect(excerpt("nothing", "", "") == "")
  }

  @Test("a phrase longer than the excerpt, and marks that overlap, stay well formed")
  func shapes() {
    let words = (0..<50).map { "w\($0)" }.joined(separator: " ")
    let long = excerpt("\"" + words + "\"", "a " + words + " z")
    #expect(long.hasPrefix("...<mark>w0 ") && long.hasSuffix(" w31</mark>..."))
    #expect(excerpt("京大 大学", "北京大学") == "北<mark>京大学</mark>")
    #expect(excerpt("北京 京", "北京") == "<mark>北京</mark>")
  }

  @Test("huge stretches without a word are left out, at whole characters")
  func hugeGaps() {
    let gap = String(repeating: "—", count: 400_000)
    let text = excerpt("a", gap + "a" + gap)
    #expect(text.utf8.count < 6000 && text.contains("—<mark>a</mark>—"))
    #expect(!text.contains("\u{FFFD}"))
    let word = excerpt("a", "a " + String(repeating: "é", count: 400_000))
    #expect(word.hasPrefix("<mark>a</mark> é") && word.utf8.count < 3000)
  }

  @Test("a megabyte of text is cut in time that grows with it and no faster")
  func growth() {
    let clock = ContinuousClock()
    let text = String(repeating: "alpha beta gamma 北京大学 ", count: 35_000)
    let time = clock.measure {
      let cut = excerpt("\"alpha beta gamma\" 京大 大 alp", text)
      #expect(cut.contains("<mark>"))
    }
    #expect(time < .seconds(8))
  }
}
