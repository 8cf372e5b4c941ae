import Testing

@testable import MarfaCLI

@Suite("Headings and links in Markdown")
struct MarkdownTests {
  private func heading(_ text: String) -> String? { MarkdownText(text).firstHeading }

  private func links(_ text: String) -> [String] {
    MarkdownLinkReader(MarkdownText(text)).links.map(\.target)
  }

  @Test(
    "the first heading is found in either form and given as plain text",
    arguments: [
      ("# One\n# Two", "One"), ("text\n\n## Two ##\n", "Two"), ("One\n===\n", "One"),
      ("One\r\n---\r\n", "One"), ("#\n# Two", "Two"), ("# `fs` *module*", "fs module"),
      ("# [A](b.md) and [C][d]", "A and C"), ("# A \\# B", "A # B"), ("# C#", "C#"),
      ("#no\n# Yes", "Yes"), ("```\n# code\n```\n# Yes", "Yes"), ("    # code\n\n# Yes", "Yes"),
      ("~~~~\n# a\n~~~\n# b\n~~~~\n# Yes", "Yes"), ("# 日本語の題", "日本語の題"),
      ("   # Yes", "Yes"), ("> quote\n---\n# Yes", "Yes"), ("- item\n---\n# Yes", "Yes"),
    ])
  func headings(_ text: String, _ title: String) {
    #expect(heading(text) == title)
  }

  @Test(
    "a text without a heading has none", arguments: ["", "text", "---\n", "\n\n===\n", "####### x"])
  func noHeading(_ text: String) {
    #expect(heading(text) == nil)
  }

  @Test(
    "each form of a link to a file is found",
    arguments: [
      ("[[a]]", ["a"]), ("[[a|x]] [[b#h]] [[c d]]", ["a", "b", "c d"]), ("[x](a.md)", ["a.md"]),
      ("[x](<a b.md>)", ["a b.md"]), ("[x](a%20b.md#h \"t\")", ["a b.md"]),
      ("[x](a_(b).md)", ["a_(b).md"]), ("[`x`](a.md)", ["a.md"]), ("[[日本]]", ["日本"]),
      ("[x][l]\n\n[l]: a.md 'title'", ["a.md"]), ("[L][]\n\n[l]: a.md", ["a.md"]),
      ("[`l`]\n\n[`l`]: a.md#x", ["a.md"]), ("[![p](p.png)](a.md)", ["a.md"]),
      ("[x](\na.md)", ["a.md"]), ("| [[a\\|b]] |", ["a"]), ("- x\n\n    [y](a.md)", ["a.md"]),
      ("[x [y] z](a.md)", ["a.md"]), ("[x](a.md)[y](b.md)", ["a.md", "b.md"]),
      ("**[x](a.md)**", ["a.md"]), ("[x](../a.md?q=1)", ["../a.md"]),
    ])
  func finds(_ text: String, _ targets: [String]) {
    #expect(links(text) == targets)
  }

  @Test(
    "what is no link to a file is left alone",
    arguments: [
      "`[[a]]`", "``[x](a.md) ` ``", "```\n[[a]]\n```", "    [[a]]", "![[a]]", "![x](a.png)",
      "[x](https://a.b/c.md)", "[x](mailto:a@b)", "[x](//a/b)", "[x](#h)", "[[#h]]", "[[]]",
      "<!-- [[a]] -->", "%%[[a]]%%", "\\[[a]]", "[x]\n\n[y]: a.md", "[x] (a.md)", "[[a\nb]]",
      "[x](a b.md)", "[x](a.md", "<!-- [[a]]",
    ])
  func ignores(_ text: String) {
    #expect(links(text).isEmpty, "\(text)")
  }

  @Test("a comment's mark inside code hides nothing, and code opened in a comment ends with it")
  func commentsAndCode() {
    #expect(links("`<!--` [[a]]") == ["a"])
    #expect(links("<!-- ` --> [[a]] `x`") == ["a"])
    #expect(links("an open ` tick\n\n[[a]] `") == ["a"])
  }

  @Test("links stand in their order in the text, definitions where they are defined")
  func order() {
    #expect(links("[l]: b.md\n\n[[a]] [l] [x](c.md)") == ["b.md", "a", "c.md"])
  }

  @Test("any bytes are read without a trap")
  func anyBytes() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("[]()!`~#<>-%|\\: \n\r\tab\"'=*é日".utf8)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...60, using: &generator)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      let text = String(decoding: bytes, as: UTF8.self)
      _ = links(text)
      _ = heading(text)
      _ = FrontMatter(of: "---\n" + text + "\n---\n")
    }
  }
}
