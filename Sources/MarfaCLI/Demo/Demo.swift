import Foundation
import Marfa
import MarfaModel
import Resilience

/// The main job: import, two copies, a server that goes away, changes on both, and the proof that
/// all three hold the same rows in the end.
struct Demo {
  let plan: DemoPlan
  let console: Console
  let clock: any WaitingClock

  /// Reads the folder and does the whole job.
  ///
  /// - Parameter afterwards: what is done while the server still runs and the copies are closed.
  ///   When it answers how the server ended, nobody asked for that.
  /// - Throws: what stood in the way. Nothing is left open or running, whatever happens.
  func run(
    afterwards: (DemoOutcome, ServerProcess, [DemoDevice]) async throws -> ChildEnd?
  ) async throws -> DemoOutcome {
    var times = StepTimes(clock: clock)
    let notes = try await times.measure("read", "files", count: { $0.files }) { try read() }
    try DemoPlan.make(plan.data)
    let house = DemoHouse(plan)
    let run = DemoRun(
      house: house, notes: notes, outcome: DemoOutcome(times: times), console: console,
      clock: clock)
    do {
      try await run.steps()
      await house.closeDevices()
      if let server = house.server,
        let end = try await afterwards(run.outcome, server, house.devices)
      {
        throw house.endedByItself(end)
      }
      await house.close()
      return run.outcome
    } catch {
      let reason = await house.explain(error)
      await house.close()
      throw reason
    }
  }

  private func read() throws -> ImportedFolder {
    let console = console
    let notes = MarkdownImport().read(plan.folder) { done, total in
      if done % 50 == 0 || done == total { console.step("reading \(done) of \(total) files") }
    }
    console.endProgress()
    guard !notes.notes.isEmpty else {
      let reason = notes.issues.first.map { " \($0)." } ?? ""
      throw CommandFailure(
        .usage, code: "no_markdown",
        "There is no Markdown file in \(plan.folder.path) that can be read.\(reason)",
        hint: "Files that end in .md, .markdown, .md.gz or .markdown.gz are taken.")
    }
    return notes
  }
}
