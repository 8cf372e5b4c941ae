import MarfaModel
import Testing

/// Which double brackets of a body are links, and what they name.
@Suite struct BodyLinkTests {
  private func names(_ body: String) -> [String] { BodyReader.links(in: body).map(\.name) }

  @Test("a link's text keeps alias and heading, its name ends at the first of them")
  func names() {
    let cases: [(String, text: String, name: String)] = [
      ("[[Plan]]", "Plan", "Plan"), ("[[ Plan ]]", "Plan", "Plan"),
      ("[[Plan|the plan]]", "Plan|the plan", "Plan"), ("[[Plan#Goals]]", "Plan#Goals", "Plan"),
      ("[[Plan#Goals|x]]", "Plan#Goals|x", "Plan"), ("[[C|D#E]]", "C|D#E", "C"),
      ("[[Plan \\| table]]", "Plan \\| table", "Plan"), ("[[a/b.md]]", "a/b.md", "a/b.md"),
      ("[[Ünïcode 日本語 🙂]]", "Ünïcode 日本語 🙂", "Ünïcode 日本語 🙂"),
    ]
    for (body, text, name) in cases {
      #expect(
        BodyReader.links(in: body) == [BodyReference(form: .name, text: text, name: name)],
        "\(body)")
    }
    #expect(BodyReader.links(in: "[[../x]] [[./y|z]]").map(\.form) == [.path, .path])
  }

  @Test("each text is a link once, in the order it first stands in")
  func order() {
    let body = "[[b]] [[a]] [[b]] [[b|x]]\n\n# [[c]]\n- [[a]]\n> [[d]]\n| [[e]] |"
    #expect(BodyReader.links(in: body).map(\.text) == ["b", "a", "b|x", "c", "d", "e"])
    // Two spellings of one word are two texts.
    #expect(BodyReader.links(in: "[[é]] [[e\u{301}]]").count == 2)
  }

  @Test("what names nothing is no link")
  func nothing() {
    for body in [
      "[[]]", "[[ ]]", "[[#Heading]]", "[[ #Heading]]", "[[|alias]]", "[[a", "a]]", "[[a]", "[a]]",
      "[[a\nb]]", "[[a\r\nb]]", "[ [a]]", "![[a]]", "\\[[a]]", "[\\[a]]", "", "[[", "]]",
    ] {
      #expect(names(body).isEmpty, "\(body.debugDescription)")
    }
  }

  @Test("brackets beside a link do not hide it")
  func brackets() {
    #expect(names("[[[a]]]") == ["a"])
    #expect(names("[[a [[b]]") == ["b"])
    #expect(names("[[a]b]]") == ["a]b"])
    #expect(names("!\\[[a]]").isEmpty)
    #expect(names("\\![[a]]") == ["a"])
    #expect(names("! [[a]]") == ["a"])
    #expect(names("\\\\[[a]]") == ["a"])
    #expect(names("[[dir\\]] [[b]]") == ["dir\\", "b"])
  }

  @Test("code spans hide links, over the lines of a paragraph and no further")
  func spans() {
    #expect(names("`[[a]]` [[b]]") == ["b"])
    #expect(names("``[[a]] ` [[b]]`` [[c]]") == ["c"])
    #expect(names("`[[a]]\n[[b]]` [[c]]") == ["c"])
    #expect(names("` [[a]]\n\n` [[b]]") == ["a", "b"])
    #expect(names("` [[a]]\n# ` [[b]]") == ["a", "b"])
    #expect(names("`` [[a]] `") == ["a"])
    #expect(names("\\`[[a]]`") == ["a"])
    #expect(names("\\``[[a]]` [[b]]") == ["b"])
    #expect(names("`\\` [[a]]") == ["a"])
    #expect(names("> `[[a]]\n> [[b]]` [[c]]") == ["c"])
  }

  @Test("fences hide links until they close, their quotation or item ends, or the text does")
  func fences() {
    #expect(names("```\n[[a]]\n```\n[[b]]") == ["b"])
    #expect(names("~~~ md\n[[a]]\n```\n~~~~\n[[b]]") == ["b"])
    #expect(names("````\n```\n[[a]]\n````\n[[b]]") == ["b"])
    #expect(names("   ```\n[[a]]\n   ```\n[[b]]") == ["b"])
    #expect(names("```\n[[a]]") == [])
    #expect(names("text\n```\n[[a]]\n``` \n[[b]]") == ["b"])
    #expect(names("``` a`b\n[[a]]\n```") == ["a"])
    #expect(names("> ```\n> [[a]]\n[[b]]") == ["b"])
    #expect(names("- ```\n  [[a]]\n\n  [[b]]\n  ```\n  [[c]]") == ["c"])
    #expect(names("- ```\n  [[a]]\n[[b]]") == ["b"])
    #expect(names("1. one\n   ```\n   [[a]]\n   ```\n2. [[b]]") == ["b"])
    #expect(names("```\n[[a]]\n    ```\n[[b]]\n```\n[[c]]") == ["c"])
    #expect(names("```\r\n[[a]]\r\n```\r\n[[b]]") == ["b"])
    #expect(names("``\n[[a]]\n``") == [])
  }

  @Test("indented code hides links, but not what goes on with a paragraph or an item")
  func indented() {
    #expect(names("    [[a]]\n[[b]]") == ["b"])
    #expect(names("\t[[a]]") == [])
    #expect(names("  \t[[a]]") == [])
    #expect(names("text\n    [[a]]") == ["a"])
    #expect(names("# head\n    [[a]]") == [])
    #expect(names("- item\n\n    [[a]]\n\n      [[b]]") == ["a"])
    #expect(names("-     [[a]]") == [])
    #expect(names("- a\n\t- [[b]]\n\t\t- [[c]]") == ["b", "c"])
    #expect(names("10. a\n\n    [[b]]\n\n        [[c]]") == ["b"])
    #expect(names(">     [[a]]\n>\n> [[b]]") == ["b"])
    #expect(names("text\n\n    [[a]]\n\n    [[b]]\n\n[[c]]") == ["c"])
    #expect(names("- a\n- b\n\n[[c]]\n\n    [[d]]") == ["c"])
  }

  @Test("comments hide links, over blocks, until they close or the text ends")
  func comments() {
    #expect(names("%%[[a]]%% [[b]]") == ["b"])
    #expect(names("<!-- [[a]] --> [[b]]") == ["b"])
    #expect(names("x %%\n\n[[a]]\n\n- [[b]] %% [[c]]\n\n[[d]]") == ["c", "d"])
    #expect(names("<!--\n\n    [[a]]\n-->\n[[b]]") == ["b"])
    #expect(names("# h <!-- \n[[a]]\n--> [[b]]\n[[c]]") == ["b", "c"])
    #expect(names("[[a]] %% [[b]]") == ["a"])
    #expect(names("[[a]] <!-- [[b]] --") == ["a"])
    #expect(names("<!--> [[a]] <!---> [[b]]") == ["a", "b"])
    #expect(names("\\%% [[a]] %") == ["a"])
    #expect(names("\\<!-- [[a]]") == ["a"])
    #expect(names("100% [[a]] 5%") == ["a"])
    #expect(names("%%%% [[a]]") == ["a"])
    #expect(names("<!-- %% --> [[a]] %% [[b]] %%") == ["a"])
  }

  @Test("a marker in code is text, and code opened in a comment does not outlast it")
  func codeAndComments() {
    #expect(names("`%%` [[a]] `%%`") == ["a"])
    #expect(names("`<!--` [[a]]") == ["a"])
    #expect(names("```\n%%\n```\n[[a]]") == ["a"])
    #expect(names("    <!--\n\n[[a]]") == ["a"])
    #expect(names("%% ` %% [[a]] `") == ["a"])
    #expect(names("%%\n```\n%%\n[[a]]\n```\n[[b]]\n```") == ["a"])
    #expect(names("<!--\n```\n--> [[a]]\n\n[[b]]") == ["a", "b"])
    #expect(names("`a %% ` [[b]] %% `c`") == ["b"])
  }

  @Test("growth is linear: pathological bodies are read in time", .timeLimit(.minutes(1)))
  func pathological() {
    let pieces = [
      "[[", "![[", "[[a", "![", "![](", "![](a (", "![](a \"", "![](<", "![](a b", "`", "`a``b```",
      "\\", "%", "%%", "<!--", "> ", "- ", ">", "- a\n", "* ", "1. ", "\t", "    ", "```\n", "a\n",
      "[[a]]", "![[a]]", "![](a)", "![a][", "]", "\n", "\r", "> - ", "``` `\n", "![[](",
    ]
    for piece in pieces {
      let body = String(repeating: piece, count: 20_000 / piece.utf8.count)
      _ = BodyReader(body + "[[x]]")
    }
    let nested =
      String(repeating: "- ", count: 20_000) + "a" + String(repeating: "\n", count: 30_000)
    _ = BodyReader(nested + "[[x]]")
  }
}
