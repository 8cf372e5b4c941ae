import MarfaModel
import Testing

@Suite("Tags")
struct TagRulesTests {
  private func fault(_ work: () throws(RuleRefusal) -> [String]) -> String? {
    refusal { () throws(RuleRefusal) in _ = try work() }?.code
  }

  @Test("a tag of 128 UTF-16 units is taken and one of 129 is not")
  func length() {
    #expect(TagRules.fault(in: String(repeating: "a", count: 128)) == nil)
    #expect(TagRules.fault(in: String(repeating: "a", count: 129)) != nil)
    #expect(TagRules.fault(in: String(repeating: "👍", count: 64)) == nil)
    #expect(TagRules.fault(in: String(repeating: "👍", count: 65)) != nil)
  }

  @Test("a tag of nothing but white space is refused, and U+0085 is none")
  func blank() {
    for tag in ["", " ", "\t\n", "\u{FEFF}", "\u{3000}\u{A0}\u{2028}"] {
      #expect(TagRules.fault(in: tag) != nil)
    }
    for tag in ["\u{85}", " a ", "favorite", "日本", "\u{200B}"] {
      #expect(TagRules.fault(in: tag) == nil)
    }
  }

  @Test("tags are a set in first-written order, by their exact letters")
  func set() throws {
    #expect(try TagRules.adding(["b", "a", "b", "c"], to: ["a"]) == ["a", "b", "c"])
    #expect(try TagRules.replacing(with: ["b", "a", "b"]) == ["b", "a"])
    #expect(TagRules.removing("a", from: ["b", "a"]) == ["b"])
    #expect(TagRules.removing("x", from: ["b", "a"]) == ["b", "a"])
    #expect(try TagRules.adding(["e\u{301}"], to: ["\u{E9}"]).count == 2)
    #expect(try TagRules.adding(["A"], to: ["a"]).count == 2)
  }

  @Test("a write names at most 100, repeated ones counted, and an item grows to 100 at most")
  func count() throws {
    let hundred = (1...100).map(String.init)
    #expect(try TagRules.replacing(with: hundred).count == 100)
    #expect(try TagRules.adding(hundred, to: hundred).count == 100)
    #expect(
      fault { () throws(RuleRefusal) in try TagRules.replacing(with: hundred + ["1"]) }
        == "validation_error")
    #expect(
      fault { () throws(RuleRefusal) in try TagRules.adding(["x"], to: hundred) }
        == "validation_error")
    let more = (1...120).map(String.init)
    #expect(try TagRules.adding(["5"], to: more) == more)
    #expect(
      fault { () throws(RuleRefusal) in try TagRules.adding(["x"], to: more) } == "validation_error"
    )
    #expect(
      fault { () throws(RuleRefusal) in try TagRules.adding([" "], to: []) } == "validation_error")
    #expect(TagRules.removing("7", from: more).count == 119)
  }
}
