import MarfaModel
import Testing

/// The items a link could name, and the text that names each alone.
@Suite struct LinkCandidatesTests {
  private let held = HeldNames(items: [
    HeldNames.item("host", "Home"), HeldNames.item("p1", "Plan"), HeldNames.item("p2", "plan"),
    HeldNames.item("solo", "Solo", paths: ["work/solo file.md"]), HeldNames.item("c", "C"),
    HeldNames.item("sharp", "C#"), HeldNames.item("odd", "a [b]"), HeldNames.item("none", nil),
    HeldNames.item("shadow", "p1"), HeldNames.item("home2", "HOME"),
  ])

  private func texts(_ target: String) throws -> [String] {
    try LinkCandidates.find(target, in: "host", held).candidates.map { "\($0.id): \($0.text)" }
  }

  @Test(
    "each candidate's text is its title where that names it alone, else its id",
    arguments: [
      ("Solo", ["solo: Solo"]), ("solo file", ["solo: Solo"]),
      ("work/solo file.md", ["solo: Solo"]),
      ("Plan", ["p1: p1", "p2: p2"]), ("PLAN#Goals|x", ["p1: p1#Goals|x", "p2: p2#Goals|x"]),
      ("Solo|so", ["solo: Solo|so"]), ("Solo\\|so", ["solo: Solo\\|so"]),
      // The heading's mark may be part of a name, and then the plain name no longer is enough.
      ("C#", ["c: c#", "sharp: sharp"]), ("C", ["c: C"]),
      ("none", ["none: none"]), ("odd", ["odd: odd"]),
      // A title that is another item's id names that item.
      ("p1", ["p1: p1", "shadow: shadow"]),
      // The asking item is no candidate, but its name stays taken.
      ("Home", ["home2: home2"]),
      ("nobody", []), ("#Heading", []), ("", []),
    ] as [(String, [String])])
  func texts(_ target: String, _ expected: [String]) throws {
    #expect(try texts(target) == expected)
  }

  @Test("each answer names the target as it was asked, and each candidate as it is shown")
  func shape() throws {
    let answer = try LinkCandidates.find(" Solo ", in: "host", held)
    #expect(answer.target == " Solo ")
    #expect(
      answer.candidates == [
        LinkCandidate(id: "solo", name: "Solo", type: "core.note", text: "Solo")
      ])
    #expect(try LinkCandidates.find("none", in: "host", held).candidates.first?.name == "Note")
  }

  @Test("writing a candidate's text leaves that item as the only candidate")
  func roundTrip() throws {
    for target in ["Plan", "Home", "p1", "C#", "Solo", "odd"] {
      for candidate in try LinkCandidates.find(target, in: "host", held).candidates {
        let again = try LinkCandidates.find(candidate.text, in: "host", held).candidates
        #expect(again.first?.id == candidate.id, "\(target): \(candidate.text)")
      }
    }
  }
}
