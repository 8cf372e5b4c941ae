import Foundation
import Marfa
import MarfaModel
import Resilience

/// `marfa demo`: the main job on a folder of Markdown files, from end to end.
enum DemoCommand: Command {
  static let usage = "demo FOLDER [--once] [--data DIR] [--port NUMBER] [--host ADDRESS]"
  static let summary = "Serve, import, edit two offline copies, drain, and compare every row"
  static let options: Set<String> = ["data", "port", "host"]
  static let flags: Set<String> = ["once"]

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    let plan = try plan(arguments)
    let isOnce = arguments.has("once")
    let console = context.console
    let demo = Demo(plan: plan, console: console, clock: SystemClock())
    let asked = Asked()
    let job = Task {
      try await demo.run { outcome, server, devices in
        let report = DemoReport(outcome: outcome, data: plan.data.path)
        report.print(to: console)
        var json = report.json
        json["address"] = .string(server.address.absoluteString)
        json["key_file"] = .string(server.keyFile.path)
        console.result(.object(json))
        if isOnce { return nil }
        StayingUp(plan: plan, server: server, devices: devices).print(to: console)
        if let end = await asked.orEnded(server) { return end }
        console.note("marfa: stopping")
        return nil
      }
    }
    let watcher = Task {
      await Shutdown.requested()
      if !Task.isCancelled, asked.told() { job.cancel() }
    }
    defer { watcher.cancel() }
    let outcome = try await withTaskCancellationHandler {
      try await job.value
    } onCancel: {
      job.cancel()
    }
    return outcome.holds ? .done : .refused
  }

  private static func plan(_ arguments: Arguments) throws -> DemoPlan {
    guard arguments.words.count == 1 else {
      throw CommandFailure.usage("demo takes one folder of Markdown files.")
    }
    let folder = URL(fileURLWithPath: arguments.words[0])
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw CommandFailure.usage("\(arguments.words[0]) is not a folder.") }
    guard let program = OwnProgram.file else {
      throw CommandFailure(
        .refused, code: "no_server_process", "The program can't find its own file.",
        hint: "Start marfa by its full path.")
    }
    var plan = DemoPlan(
      folder: folder,
      data: arguments["data"].map { URL(fileURLWithPath: $0) } ?? DemoPlan.freshFolder(),
      program: program)
    if let host = arguments["host"] { plan.host = host }
    if let port = try arguments.integer("port", in: 0...65_535) { plan.port = port }
    return plan
  }
}
