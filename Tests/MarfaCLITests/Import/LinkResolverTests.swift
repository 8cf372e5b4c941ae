import Testing

@testable import MarfaCLI

@Suite("Which file a link means")
struct LinkResolverTests {
  private let resolver = LinkResolver([
    .init(path: "index.md", title: "Start"),
    .init(path: "a/one.md", title: "The First", aliases: ["Eins"]),
    .init(path: "b/one.md", title: "Another"),
    .init(path: "b/fs.md.gz", title: "File system"),
    .init(path: "b/Caf\u{e9}.markdown", title: "Coffee"),
    .init(path: "b/deep/x.md", title: "Start"),
  ])

  private func path(_ target: String, from path: String = "index.md") -> LinkResolver.Answer {
    resolver.resolve(MarkdownLink(form: .path, target: target, offset: 0), from: path)
  }

  private func name(_ target: String, from path: String = "index.md") -> LinkResolver.Answer {
    resolver.resolve(MarkdownLink(form: .name, target: target, offset: 0), from: path)
  }

  @Test("a path is taken from the folder of the file it stands in")
  func paths() {
    #expect(path("a/one.md") == .file(1))
    #expect(path("one.md", from: "b/fs.md.gz") == .file(2))
    #expect(path("../a/./one.md", from: "b/fs.md.gz") == .file(1))
    #expect(path("/a/one.md", from: "b/fs.md.gz") == .file(1))
    #expect(path("a/one") == .file(1))
  }

  @Test("a path to the unpacked name finds the packed file")
  func packed() {
    #expect(path("b/fs.md") == .file(3))
    #expect(path("b/fs") == .file(3))
  }

  @Test("case and the spelling of accents make no difference")
  func folds() {
    #expect(path("B/CAFE\u{301}.markdown") == .file(4))
    #expect(name("cafe\u{301}") == .file(4))
  }

  @Test("a path to no file is told, a picture or a page of another kind is not meant")
  func misses() {
    #expect(path("a/two.md") == .none)
    #expect(path("../out.md") == .none)
    #expect(path("p.png") == .foreign)
    #expect(path("page.html") == .foreign)
  }

  @Test("a name is a path, a file's name, a title or an alias, in this order")
  func names() {
    #expect(name("a/one") == .file(1))
    #expect(name("fs") == .file(3))
    #expect(name("The first") == .file(1))
    #expect(name("eins") == .file(1))
    #expect(name("nothing") == .none)
    #expect(name("../a/one", from: "b/fs.md.gz") == .file(1))
  }

  @Test("of two files of one name the nearer is meant, else it is told that there are two")
  func ambiguous() {
    #expect(name("one", from: "b/fs.md.gz") == .file(2))
    #expect(name("one") == .several(["a/one.md", "b/one.md"]))
    #expect(name("Start", from: "b/deep/x.md") == .file(5))
    #expect(name("Start") == .file(0))
  }
}
