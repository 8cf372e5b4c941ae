import MarfaModel
import Testing

/// What the embeds of a body mean.
@Suite struct EmbedResolverTests {
  private let photo = HeldNames.item("photo", "photo.png", paths: ["work/img/photo.png"])
  private let scan = HeldNames.item("scan", "Scan", paths: ["work/scan.pdf"])
  private let twin = HeldNames.item("twin", "photo.png", paths: ["other/photo.png"])

  private func target(
    _ embed: String, attached: [NamedItem], folders: [String] = ["work"], held: [NamedItem] = []
  ) throws -> BodyTarget? {
    let reference = try #require(BodyReader.embeds(in: embed).first)
    return EmbedResolver(attached: attached, folders: folders).target(of: reference) { name in
      held.filter { $0.answers(to: name) }
    }
  }

  @Test(
    "an attached file is named by title, file name or path",
    arguments: [
      "![[photo.png]]", "![[PHOTO.png|200]]", "![x](img/photo.png)",
      "![x](./img/photo.png \"t\")", "![x](/work/img/photo.png)", "![x](../work/img/photo.png)",
      "![[work/img/photo.png]]", "![x](elsewhere/photo.png)", "![[./img/photo.png]]",
    ])
  func attached(_ embed: String) throws {
    #expect(try target(embed, attached: [photo, scan]) == .item(id: "photo"))
  }

  @Test("a path tells two attached files of one name apart, the name alone does not")
  func twins() throws {
    let both = [photo, twin]
    #expect(try target("![[photo.png]]", attached: both) == .ambiguous)
    #expect(try target("![](img/photo.png)", attached: both) == .item(id: "photo"))
    #expect(try target("![](../other/photo.png)", attached: both) == .item(id: "twin"))
    #expect(try target("![](../../photo.png)", attached: both) == .ambiguous)
  }

  @Test("a held file waits for the server, two are ambiguous, none is pending or text")
  func held() throws {
    #expect(try target("![[photo.png]]", attached: [], held: [photo]) == .pending)
    #expect(try target("![[photo.png]]", attached: [], held: [photo, twin]) == .ambiguous)
    #expect(try target("![[gone.png]]", attached: []) == .pending)
    #expect(try target("![[a thought]]", attached: []) == nil)
    #expect(try target("![[Scan]]", attached: [], held: [scan]) == .pending)
    // A file's name without its ending is no name of the file, unlike a note's.
    #expect(try target("![[photo file]]", attached: [HeldNames.item("x", "photo file.png")]) == nil)
  }

  @Test("a path with a bare space is missing where it looks like a file, and else text")
  func bare() throws {
    #expect(try target("![x](img/my photo.png)", attached: [photo]) == .missing)
    #expect(try target("![x](img/my photo)", attached: [photo]) == nil)
  }

  @Test("the text that shows an attached file needs a title of its own that can be written")
  func text() {
    let odd = HeldNames.item("odd", "a|b.png")
    let note = HeldNames.item("note", "read.md")
    let untitled = HeldNames.item("untitled", nil)
    let resolver = EmbedResolver(attached: [photo, twin, scan, odd, note, untitled])
    #expect(resolver.text(for: scan) == "![[Scan]]")
    for file in [photo, twin, odd, note, untitled] { #expect(resolver.text(for: file) == nil) }
  }
}
