import MarfaModel
import Testing

/// What the links of a body mean, as far as a copy can tell alone.
@Suite struct LinkResolverTests {
  private let host = HeldNames.item("host", "Home")
  private let held = HeldNames(items: [
    HeldNames.item("host", "Home"), HeldNames.item("plan", "Plan"), HeldNames.item("c", "C"),
  ])

  private func meaning(
    _ link: String, referred: [NamedItem] = [], recorded: [String: String] = [:]
  ) throws -> LinkResolver.Meaning? {
    let reference = try #require(BodyReader.links(in: "[[\(link)]]").first)
    return try LinkResolver(host: host, referred: referred, recorded: recorded)
      .meaning(of: reference, in: held)
  }

  @Test(
    "an item that is referred to already is named by id, title, place or file, in any spelling",
    arguments: [
      "plan", "The Plan", "the plan", "THE PLAN", "work/Plan file.md", "work/plan file",
      "Plan file.md", "plan file", "The Plan|so", "The Plan#Goals", "The Plan#Goals|so",
    ])
  func referred(_ link: String) throws {
    let plan = HeldNames.item("plan", "The Plan", paths: ["work/Plan file.md"])
    #expect(try meaning(link, referred: [plan]) == .target(.item(id: "plan")))
  }

  @Test("composed and decomposed spellings of a name mean the same item")
  func spellings() throws {
    let cafe = HeldNames.item("cafe", "Cafe\u{301}")
    #expect(try meaning("CAF\u{C9}", referred: [cafe]) == .target(.item(id: "cafe")))
  }

  @Test("two referred items of one name are ambiguous, the same one twice is not")
  func twice() throws {
    let one = HeldNames.item("one", "Same")
    #expect(try meaning("same", referred: [one, one]) == .target(.item(id: "one")))
    let two = HeldNames.item("two", "same")
    #expect(try meaning("Same", referred: [one, two]) == .target(.ambiguous))
    #expect(try meaning("one", referred: [one, two]) == .target(.item(id: "one")))
  }

  @Test("a text that is whole another item's title is ambiguous, except behind an id")
  func whole() throws {
    let c = HeldNames.item("c", "C")
    let sharp = HeldNames.item("sharp", "C#")
    #expect(try meaning("C#", referred: [c, sharp]) == .target(.ambiguous))
    #expect(try meaning("C#", referred: [c]) == .target(.item(id: "c")))
    let odd = HeldNames.item("odd", "c|x")
    #expect(try meaning("c|x", referred: [c, odd]) == .target(.item(id: "c")))
  }

  @Test("what no edge leads to is found by id alone; its title waits for the server")
  func unreferred() throws {
    #expect(try meaning("plan") == .target(.item(id: "plan")))
    #expect(try meaning("Plan|x") == .target(.item(id: "plan")))
    #expect(try meaning("The Plan") == .target(.pending))
    #expect(try meaning("nowhere") == .target(.pending))
  }

  @Test("a text found before keeps its item while the edge stands, whatever the item is called now")
  func recorded() throws {
    let renamed = HeldNames.item("renamed", "New name")
    let before = ["Old name": "renamed"]
    #expect(
      try meaning("Old name", referred: [renamed], recorded: before)
        == .target(.item(id: "renamed")))
    #expect(try meaning("Old name", recorded: before) == .target(.pending))
    #expect(try meaning("Old name|x", referred: [renamed], recorded: before) == .target(.pending))
  }

  @Test("a link to the item itself, by id or title, makes no edge")
  func itself() throws {
    #expect(try meaning("host") == .itself)
    #expect(try meaning("home") == .itself)
    // A namesake that the item refers to already goes first.
    let other = HeldNames.item("other", "Home")
    #expect(try meaning("Home", referred: [other]) == .target(.item(id: "other")))
  }
}
