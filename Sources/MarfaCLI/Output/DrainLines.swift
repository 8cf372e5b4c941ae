import Marfa
import MarfaModel

/// A drain's report for people and for scripts, and the status that it means.
struct DrainLines {
  private let report: DrainReport

  /// Takes a report.
  init(_ report: DrainReport) {
    self.report = report
  }

  /// Prints it.
  ///
  /// - Returns: `.credential` when the server refused the key, `.later` when writes still wait.
  func print(to console: Console) -> ExitStatus {
    for entry in report.verdicts { console.say(VerdictLine(entry).text) }
    console.say(
      "answered \(report.answered), held \(report.held), undelivered \(report.undelivered), "
        + "settled unsent \(report.unsent), not makeable \(report.unmade)")
    if let why = report.unavailable { console.say(why) }
    if let why = report.stopped { console.say(why) }
    console.result(.object(VerdictLine.json(report)))
    if report.stopped != nil { return .credential }
    return report.unavailable != nil || report.undelivered > 0 ? .later : .done
  }
}
