import Marfa

/// One line of the table: a case and its figures.
struct Row: Sendable {
  let name: String
  let summary: String
  let unit: Unit
  let goal: Goal
  let ours: Double?
  let theirs: Double?
  let note: String
  /// Why the case could not be measured.
  let failure: String?

  init(
    _ one: Case, ours: Double? = nil, theirs: Double? = nil, note: String = "",
    failure: String? = nil
  ) {
    name = one.name
    summary = one.summary
    unit = one.unit
    goal = one.goal
    self.ours = ours
    self.theirs = theirs
    self.note = failure ?? note
    self.failure = failure
  }

  var ratio: Double? {
    guard let ours, let theirs, theirs > 0 else { return nil }
    return ours / theirs
  }

  var isMet: Bool? { goal.isMet(ours: ours, theirs: theirs) }

  var verdict: String { isMet.map { $0 ? "met" : "MISSED" } ?? "FAILED" }

  /// The row for `--json`.
  var json: JSONObject {
    func figure(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return [
      "name": .string(name), "summary": .string(summary), "unit": .string(unit.rawValue),
      "ours": figure(ours), "theirs": figure(theirs), "ratio": figure(ratio),
      "goal": .string(goal.text), "met": isMet.map { .bool($0) } ?? .null, "note": .string(note),
    ]
  }
}
