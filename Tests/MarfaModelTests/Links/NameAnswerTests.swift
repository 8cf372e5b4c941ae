import MarfaModel
import Testing

/// What a server's answer makes of a name.
@Suite struct NameAnswerTests {
  private typealias Row = (id: String, state: ItemState, title: String)

  private func answer(
    _ rows: [Row], held: [String] = [], isWhole: Bool = true
  ) -> NameAnswer {
    NameAnswer(to: "Plan", rows: rows, held: held, isWhole: isWhole)
  }

  @Test("none is missing, one is the item, more are ambiguous, and a cut answer is not kept")
  func counts() {
    let one: Row = ("a", .active, "plan")
    let two: Row = ("b", .archived, " PLAN ")
    #expect(answer([]).target == .missing)
    #expect(answer([one]).target == .item(id: "a"))
    #expect(answer([one, one]).target == .item(id: "a"))
    #expect(answer([one, two]).target == .ambiguous)
    #expect(answer([], isWhole: false).target == .refused(reason: "unanswered"))
    #expect(answer([one], isWhole: false).target == .refused(reason: "unanswered"))
    #expect(answer([one, two], isWhole: false).target == .ambiguous)
  }

  @Test("only active and archived rows of exactly this title count, and what the copy holds")
  func rows() {
    let rows: [Row] = [
      ("a", .trashed, "Plan"), ("b", .revoked, "Plan"), ("c", .active, "Plan B"),
      ("d", .active, "The plan"),
    ]
    #expect(answer(rows).target == .missing)
    #expect(answer(rows, held: ["h"]).target == .item(id: "h"))
    #expect(answer([("h", .active, "Plan")], held: ["h"]).target == .item(id: "h"))
    #expect(answer([("a", .active, "Plan")], held: ["h"]).target == .ambiguous)
  }

  @Test("a name and a whole text that mean two items are ambiguous")
  func spellings() {
    let a = NameAnswer(ids: ["a"], isWhole: true)
    let b = NameAnswer(ids: ["b"], isWhole: true)
    let none = NameAnswer(ids: [], isWhole: true)
    #expect(NameAnswer.target(name: a, whole: nil) == .item(id: "a"))
    #expect(NameAnswer.target(name: a, whole: none) == .item(id: "a"))
    #expect(NameAnswer.target(name: none, whole: b) == .item(id: "b"))
    #expect(NameAnswer.target(name: a, whole: b) == .ambiguous)
    #expect(
      NameAnswer.target(name: a, whole: NameAnswer(ids: [], isWhole: false))
        == .refused(reason: "unanswered"))
  }

  @Test("a name is asked for by each title field, composed and taken apart, and can be read")
  func filters() throws {
    #expect(
      NameAnswer.filters(for: "Plan \"B\"", titleFields: ["title", "name"]) == [
        #"properties.title contains "Plan \"B\"""#, #"properties.name contains "Plan \"B\"""#,
      ])
    let marked = NameAnswer.filters(for: "é", titleFields: ["title"])
    #expect(marked.count == 2)
    for filter in marked { _ = try FilterExpression(filter, in: .server) }
    #expect(NameAnswer.filters(for: "a\\b", titleFields: ["title"]).isEmpty)
    #expect(
      NameAnswer.filters(for: String(repeating: "a", count: 2048), titleFields: ["title"]).isEmpty)
  }
}
