import Testing

@testable import Infrastructure

@Suite("Plain text of the source") struct PlainTextTests {
  @Test(
    "tags go, references are read, control characters become blanks",
    arguments: [
      ("a &amp; b", "a & b"), ("It&#x27;s &#39;so&#39;", "It's 'so'"),
      ("<p>one<p>two", "one two"), ("<a href=\"x\">link</a>.", "link ."),
      ("a < b > c", "a < b > c"), ("a <b", "a <b"), ("&unknown; &", "&unknown; &"),
      ("&#xD800; &#0x; &#;", "&#xD800; &#0x; &#;"), ("\u{1B}[2Jx\u{7}", "[2Jx"),
      ("a\u{202E}b", "a b"), ("  a \n b ", "a b"), ("&#27;[31m", "[31m"), ("", ""),
    ])
  func plain(_ html: String, _ text: String) {
    #expect(PlainText.of(html) == text)
  }
}
