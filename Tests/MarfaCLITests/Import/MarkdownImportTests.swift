import Foundation
import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("Reading a folder of Markdown")
struct MarkdownImportTests {
  private func read(_ files: [String: String], limits: ImportLimits = ImportLimits()) throws
    -> ImportedFolder
  {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(path, text) }
    return MarkdownImport(limits: limits).read(folder.url)
  }

  @Test("front matter becomes title, tags and properties, the rest is the body")
  func wholeNote() throws {
    let folder = try read([
      "a/n.md":
        "---\ntitle: Tides\ntags: [sea, '#moon', sea]\nrating: 5\nday: 2024-01-02\n---\n# H\n"
    ])
    let note = try #require(folder.notes.first)
    #expect(folder.issues.isEmpty)
    #expect(note.title == "Tides")
    #expect(note.tags == ["sea", "moon"])
    #expect(note.properties == ["rating": 5, "day": "2024-01-02"])
    #expect(note.body == "# H\n")
    let draft = note.draft
    #expect(draft.source == "import")
    #expect(draft.sourceId == "a/n.md")
    #expect(draft.type == "core.note")
    #expect(draft.properties.keys == ["title", "body", "rating", "day"])
  }

  @Test(
    "the title is the front matter's, else the first heading, else the file's name",
    arguments: [
      ("---\ntitle: A\n---\n# B", "A"), ("---\ntitle: 2024\n---\n# B", "2024"),
      ("---\ntitle: ''\n---\n# B", "B"), ("text\n\n# B", "B"), ("text", "my note"),
    ])
  func titles(_ text: String, _ title: String) throws {
    #expect(try read(["my note.md": text]).notes.map(\.title) == [title])
  }

  @Test("tags may be a text with commas, and what can't be a tag is kept as a property")
  func tags() throws {
    let long = String(repeating: "x", count: 129)
    let folder = try read([
      "a.md": "---\ntags: one, two three,\n---\n",
      "b.md": "---\ntags: [ok, \(long), [deep]]\n---\n",
      "c.md": "---\ntags:\n\(["a", "b", "c"].map { "  - \($0)" }.joined(separator: "\n"))\n---\n",
    ])
    #expect(
      folder.notes.map(\.tags) == [["one", "two three"], ["ok", "[deep]"], ["a", "b", "c"]])
    #expect(folder.notes[1].properties["front_matter_tags"] == [.string(long)])
    #expect(folder.issues.map(\.kind) == [.renamed])
  }

  @Test("the 101st tag is kept as a property")
  func tooManyTags() throws {
    let tags = (1...101).map { "t\($0)" }.joined(separator: ", ")
    let folder = try read(["a.md": "---\ntags: \(tags)\n---\n"])
    #expect(folder.notes[0].tags.count == 100)
    #expect(folder.notes[0].properties["front_matter_tags"] == ["t101"])
  }

  @Test("values that their property can't hold are kept under another name and told")
  func renames() throws {
    let folder = try read([
      "a.md": "---\nbody: mine\nlanguage: en-GB\nnotes: [1]\ntitle: [x]\n---\n# T",
      "b.md": "---\nlanguage: German language\nnotes: plain\n---\n",
    ])
    #expect(folder.notes[0].title == "T")
    #expect(folder.notes[0].body == "# T")
    #expect(
      folder.notes[0].properties == [
        "front_matter_body": "mine", "language": "en-GB", "front_matter_notes": [1],
        "front_matter_title": ["x"],
      ])
    #expect(
      folder.notes[1].properties == ["front_matter_language": "German language", "notes": "plain"])
    #expect(folder.issues.count == 4)
    #expect(folder.leftOut == 0)
  }

  @Test("a malformed front matter is told and the whole text becomes the body")
  func malformed() throws {
    let text = "---\ntitle: \"open\n---\n# H\n"
    let folder = try read(["a.md": text])
    #expect(folder.notes.map(\.body) == [text])
    #expect(folder.notes.map(\.title) == ["H"])
    #expect(
      folder.issues.map(\.description) == [
        "a.md:2: the front matter stays in the body: a quote is never closed"
      ])
  }

  @Test("links in both forms become source ids, each once, none to itself")
  func links() throws {
    let folder = try read([
      "index.md": "[[one]] [x](sub/two.md) [[One|again]] [[index]] `[[three]]`",
      "sub/one.md": "[back](../index.md#top)", "sub/two.md": "[[The Third]]",
      "sub/three.md": "# The Third",
    ])
    #expect(folder.issues.isEmpty)
    #expect(
      folder.notes.map(\.links) == [
        ["sub/one.md", "sub/two.md"], ["index.md"], [], ["sub/three.md"],
      ])
  }

  @Test("a link to nothing or to two files is told once with its line and stays in the body")
  func brokenLinks() throws {
    let folder = try read([
      "a.md": "---\nx: 1\n---\n\n[[gone]] and [[gone]]\n[[two]] [p](pic.png)",
      "b/two.md": "", "c/two.md": "",
    ])
    #expect(
      folder.issues.map(\.description) == [
        "a.md:5: the link to 'gone' names no file here",
        "a.md:6: the link to 'two' may mean b/two.md or c/two.md",
      ])
    #expect(folder.notes[0].body.contains("[[gone]]"))
    #expect(folder.leftOut == 0)
  }

  @Test("what can't be read is left out with a reason and the rest is read")
  func leavesOut() throws {
    let folder = try TemporaryFolder()
    try folder.write("bad.md", bytes: [0x61, 0xFF])
    try folder.write("cut.md.gz", bytes: [0x1F, 0x8B, 8, 0])
    try folder.write("good.md", "# Good")
    try folder.link("gone.md", to: "nowhere.md")
    let answer = MarkdownImport().read(folder.url)
    #expect(answer.notes.map(\.path) == ["good.md"])
    #expect(answer.issues.map(\.path) == ["bad.md", "cut.md.gz", "gone.md"])
    #expect(answer.leftOut == 3)
    #expect(answer.files == 4)
  }

  @Test("text in every script, CRLF and a byte order mark come through byte for byte")
  func scripts() throws {
    let texts = [
      "ar.md": "# مرحبا بالعالم\r\n\r\nنص\r\n", "ja.md": "# 日本語\n\n本文", "th.md": "# ภาษาไทย\n",
      "hi.md": "# हिन्दी\n", "he.md": "# שלום\n", "ru.md": "# Привет\n", "emoji.md": "# 👩‍👩‍👧\n",
    ]
    let folder = try read(texts.merging(["bom.md": "\u{FEFF}# Mark"]) { first, _ in first })
    #expect(folder.issues.isEmpty)
    for note in folder.notes where note.path != "bom.md" {
      let text = try #require(texts[note.path])
      #expect(Array(note.body.utf8) == Array(text.utf8))
      #expect(note.title == text.dropFirst(2).prefix { !$0.isNewline })
    }
    #expect(folder.notes.first { $0.path == "bom.md" }?.title == "Mark")
  }

  @Test("the same folder gives the same answer, and a changed file keeps its source id")
  func deterministic() throws {
    let folder = try TemporaryFolder()
    for index in 0..<50 {
      try folder.write("d\(index % 7)/n\(index).md", "# N\(index)\n[[n\(index / 2)]]")
    }
    let first = MarkdownImport().read(folder.url)
    #expect(MarkdownImport().read(folder.url) == first)
    try folder.write("d0/n0.md", "changed")
    let second = MarkdownImport().read(folder.url)
    #expect(second.notes.map(\.sourceId) == first.notes.map(\.sourceId))
    #expect(Set(first.notes.map(\.sourceId)).count == 50)
  }

  @Test("a body too long for one item becomes parts that together are the body")
  func splits() throws {
    let sections = (0..<40).map {
      "## Section \($0)\n\n\(String(repeating: "é text ", count: 40))\n\n"
    }
    let text = "# Long\n\n" + sections.joined() + "[[other]]"
    let limits = ImportLimits(propertyUnits: 3_000)
    let folder = try read(["long.md": text, "other.md": "x"], limits: limits)
    let parts = folder.notes.filter { $0.path == "long.md" }
    #expect(parts.count > 3)
    #expect(parts.map(\.body).joined() == text)
    #expect(parts.allSatisfy { $0.body.utf16.count <= 3_000 })
    #expect(parts.dropFirst().allSatisfy { $0.body.hasPrefix("## Section") })
    #expect(parts.map(\.title).prefix(2) == ["Long", "Long (part 2)"])
    #expect(parts[1].sourceId == "long.md#part-2")
    #expect(parts[0].links == parts.dropFirst().map(\.sourceId) + ["other.md"])
    #expect(folder.issues.map(\.kind) == [.split])
  }

  @Test("a body of exactly the limit stays whole, one unit more is cut between characters")
  func splitsAtTheLimit() throws {
    let limits = ImportLimits(propertyUnits: 100)
    let exact = String(repeating: "👍", count: 50)
    #expect(BodySplitter(limits: limits).parts(of: exact) == [exact])
    #expect(BodySplitter(limits: limits).parts(of: exact + "x").map(\.utf16.count) == [100, 1])
    let family = String(repeating: "👩‍👩‍👧", count: 30)
    let parts = BodySplitter(limits: limits).parts(of: "a\n" + family + "\n\nend")
    #expect(parts.joined() == "a\n" + family + "\n\nend")
    #expect(parts.allSatisfy { $0.utf16.count <= 100 })
  }

  @Test("random long bodies are cut without loss")
  func splitsAnything() {
    let limits = ImportLimits(propertyUnits: 60)
    let pieces = [
      "# h\n", "\n", "word ", "日本", "```\n", "👍", "\r\n", "a long line without an end ",
    ]
    for _ in 0..<300 {
      let text = (0..<40).map { _ in pieces.randomElement() ?? "" }.joined()
      let parts = BodySplitter(limits: limits).parts(of: text)
      #expect(Array(parts.joined().utf8) == Array(text.utf8))
      #expect(parts.allSatisfy { $0.utf16.count <= 60 && !$0.isEmpty } || text.isEmpty)
    }
  }

  @Test("front matter that no request can hold is told and left out")
  func tooLarge() throws {
    let long = String(repeating: "x", count: 101)
    let folder = try read(
      ["a.md": "---\nlong: \(long)\n---\n"], limits: ImportLimits(propertyUnits: 100))
    #expect(folder.notes.isEmpty)
    #expect(folder.issues.map(\.kind) == [.tooLarge])
    let many = (0..<40).map { "k\($0): \(String(repeating: "y", count: 90))" }
    let heavy = try read(
      ["a.md": "---\n\(many.joined(separator: "\n"))\n---\n"],
      limits: ImportLimits(propertyUnits: 100, requestBytes: 3_000, requestOverhead: 500))
    #expect(heavy.issues.map(\.kind) == [.tooLarge])
  }

  @Test("two thousand files are read with progress told to the end")
  func manyFiles() throws {
    let folder = try TemporaryFolder()
    for index in 0..<2_000 {
      try folder.write(
        "f\(index / 100)/note \(index).md",
        "---\ntags: [t\(index % 9)]\n---\n# Note \(index)\n\nSee [[note \(index / 2)]].\n")
    }
    var last = (0, 0)
    let answer = MarkdownImport().read(folder.url) { last = ($0, $1) }
    #expect(last == (2_000, 2_000))
    #expect(answer.notes.count == 2_000)
    #expect(answer.issues.isEmpty)
    #expect(answer.notes.count { $0.links.count == 1 } == 1_999)
  }
}
