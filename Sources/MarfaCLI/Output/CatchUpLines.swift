import Marfa
import MarfaModel

/// A catch-up's report for people and for scripts.
struct CatchUpLines {
  private let report: CatchUpReport

  /// Takes a report.
  init(_ report: CatchUpReport) {
    self.report = report
  }

  /// Prints it.
  func print(to console: Console) {
    console.say("applied \(report.applied) events, standing at event \(report.cursor)")
    console.result([
      "applied": .integer(Int64(report.applied)), "skipped": .integer(Int64(report.skipped)),
      "cursor": .string(report.cursor), "reached_head": .bool(report.reachedHead),
    ])
  }
}
