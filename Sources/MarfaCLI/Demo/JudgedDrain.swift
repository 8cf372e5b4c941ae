import Marfa

/// A drain's report held against what was expected of each write.
struct JudgedDrain {
  /// Each write with its verdict, for people.
  let table: Table
  /// What is not as expected, in sentences.
  let faults: [String]

  /// Judges a drain.
  init(_ drain: DemoOutcome.Drain, edits: [OfflineEdit]) {
    let byWrite = Dictionary(
      edits.map { ($0.writeId, $0) }, uniquingKeysWith: { first, _ in first })
    var table = Table([drain.device, "write", "verdict", "as expected"])
    var faults: [String] = []
    var answered: Set<String> = []
    for entry in drain.report.verdicts {
      let edit = byWrite[entry.id]
      // What no edit names is a part of one, such as the tag of a new note.
      let expected = edit?.expected ?? .accepted
      let holds = expected.holds(for: entry.verdict)
      answered.insert(entry.id)
      let what = edit?.what ?? "a part of it"
      table.add([
        what, entry.kind.rawValue, VerdictLine.word(entry.verdict),
        holds ? "yes" : "no: \(expected)",
      ])
      if !holds {
        faults.append(
          "The \(drain.device)'s write (\(what)) was to be \(expected), and is "
            + "\(VerdictLine.word(entry.verdict)).")
      }
    }
    for edit in edits where edit.device == drain.device && !answered.contains(edit.writeId) {
      faults.append("The \(drain.device)'s write (\(edit.what)) was not sent.")
    }
    let report = drain.report
    if let why = report.unavailable ?? report.stopped {
      faults.append("The \(drain.device)'s drain ended early: \(why)")
    } else if report.held + report.undelivered + report.unmade > 0 {
      faults.append("The \(drain.device)'s drain left writes behind.")
    }
    self.table = table
    self.faults = faults
  }
}
