import MarfaModel
import Testing

/// Which marks of a body show files, and what they name.
@Suite struct BodyEmbedTests {
  private func embeds(_ body: String) -> [BodyReference] { BodyReader.embeds(in: body) }

  private func path(_ text: String, _ name: String? = nil, isBroken: Bool = false)
    -> BodyReference
  {
    BodyReference(form: .path, text: text, name: name ?? text, isBroken: isBroken)
  }

  @Test("an embed in double brackets names a file, size and page aside")
  func wiki() {
    let cases = [
      ("![[a.png]]", "a.png", "a.png"), ("![[ a b.png | 300 ]]", "a b.png | 300", "a b.png"),
      ("![[doc.pdf#page=2]]", "doc.pdf#page=2", "doc.pdf"),
      ("![[dir/a.png]]", "dir/a.png", "dir/a.png"),
      ("![[Some title]]", "Some title", "Some title"), ("![[a%20b.png]]", "a%20b.png", "a%20b.png"),
    ]
    for (body, text, name) in cases {
      #expect(embeds(body) == [BodyReference(form: .name, text: text, name: name)], "\(body)")
    }
    #expect(embeds("![[../a.png]]") == [path("../a.png")])
    #expect(BodyReader.links(in: "![[a.png]]").isEmpty)
  }

  @Test("an embed with a path is decoded, its query and fragment dropped")
  func paths() {
    let cases = [
      ("![](a.png)", path("a.png")), ("![alt text](dir/a.png)", path("dir/a.png")),
      ("![](a%20b.png)", path("a%20b.png", "a b.png")), ("![](/root/a.png)", path("/root/a.png")),
      ("![](a.png?w=3#x)", path("a.png?w=3#x", "a.png")),
      ("![](a%23b.png)", path("a%23b.png", "a#b.png")), ("![](<a b.png>)", path("a b.png")),
      ("![](a.png \"A title\")", path("a.png")), ("![](a.png 'it')", path("a.png")),
      ("![](a.png (it))", path("a.png")), ("![](a.png \"x) y\")", path("a.png")),
      ("![](  a.png  )", path("a.png")), ("![](a(1).png)", path("a(1).png")),
      ("![](a\\).png)", path("a\\).png", "a).png")), ("![a [b] c](d.png)", path("d.png")),
      ("![a\\]b](d.png)", path("d.png")), ("![a\nb](d.png)", path("d.png")),
      ("[![alt](a.png)](https://x.example)", path("a.png")), ("![](a%zz.png)", path("a%zz.png")),
      ("![](a%FF.png)", path("a%FF.png")),
      ("![](caf%C3%A9.png)", path("caf%C3%A9.png", "café.png")),
      ("![](<a.png> \"t\")", path("a.png")), ("![`x`](a.png)", path("a.png")),
    ]
    for (body, reference) in cases {
      #expect(embeds(body) == [reference], "\(body)")
    }
  }

  @Test("a path with a bare space can name nothing, and says so")
  func spaces() {
    #expect(embeds("![](my file.png)") == [path("my file.png", isBroken: true)])
    #expect(embeds("![](my file.png \"title\")") == [path("my file.png", isBroken: true)])
    #expect(embeds("![](my (old) file.png)") == [path("my (old) file.png", isBroken: true)])
  }

  @Test("addresses, places in the text, notes and what is never closed are no embeds")
  func nothing() {
    for body in [
      "![](https://x.example/a.png)", "![](//x.example/a.png)", "![](data:image/png;base64,AAAA)",
      "![](mailto:a@b.example)", "![](#part)", "![](?x)", "![]()", "![](<>)", "![](note.md)",
      "![](dir/Note.MARKDOWN#x)", "![[note.md]]", "![[a.TXT|x]]", "![](a.png", "![a.png",
      "![a] (b.png)",
      "\\![](a.png)", "!\\[](a.png)", "![](<a.png)", "`![](a.png)`", "%%![](a.png)%%", "[a](b.png)",
      "    ![](a.png)", "![a\n\nb](c.png)", "![[]]", "![[#x]]",
      // A backslash at a line's end is one, and escapes nothing.
      "![](<a\\\n.png>)", "![](a.png \"x\\\n\")",
    ] {
      #expect(embeds(body).isEmpty, "\(body.debugDescription)")
    }
  }

  @Test("embeds of both kinds stand in body order, each once, and do not swallow one another")
  func order() {
    let body = "![](b.png) ![[a.png]] ![](b.png)\n![[b.png]] ![x ![[c.png]] y](d.png)"
    #expect(
      embeds(body) == [
        path("b.png"), BodyReference(form: .name, text: "a.png", name: "a.png"),
        BodyReference(form: .name, text: "b.png", name: "b.png"), path("d.png"),
        BodyReference(form: .name, text: "c.png", name: "c.png"),
      ])
    #expect(BodyReader.links(in: "![[[x]] alt](a.png)").map(\.name) == ["x"])
  }

  @Test("names compare composed and in lower case; files and notes are known by their ending")
  func names() {
    #expect(ItemName.folded("E\u{301}TE\u{301}") == ItemName.folded("été"))
    #expect(ItemName.folded("İ").utf8.elementsEqual(ItemName.folded("i\u{307}").utf8))
    #expect(ItemName.folded("Plan") == "plan")
    for name in ["a.md", "A.MD", "x/y.markdown", "t.txt"] { #expect(ItemName.isNote(name)) }
    for name in ["amd", "a.md5", "md", "a.md/b"] { #expect(!ItemName.isNote(name)) }
    for name in ["a.png", "x.y/z.m4a", "a.tar.gz"] { #expect(ItemName.isFile(name)) }
    for name in ["a", ".hidden", "v1.", "a.b c", "x.y/z", "3. Kapitel.ä"] {
      #expect(!ItemName.isFile(name), "\(name)")
    }
  }
}
