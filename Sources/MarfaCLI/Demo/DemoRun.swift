import Foundation
import Marfa
import MarfaModel
import Resilience

/// Goes through the steps of the main job and keeps what came of them.
///
/// One task uses it.
final class DemoRun {
  let house: DemoHouse
  let notes: ImportedFolder
  let console: Console
  let clock: any WaitingClock
  /// What came of it so far.
  var outcome: DemoOutcome

  /// Makes a run that has not begun.
  init(
    house: DemoHouse, notes: ImportedFolder, outcome: DemoOutcome, console: Console,
    clock: any WaitingClock
  ) {
    self.house = house
    self.notes = notes
    self.outcome = outcome
    self.console = console
    self.clock = clock
  }

  /// The edge types that the devices hold whole: links, and the ties of conflicted copies.
  static let edgeTypes = [OfflineEdits.link, DemoProof.copyLink]

  /// Does all of it.
  func steps() async throws {
    let started = try await outcome.times.measure("start", "process", count: { _ in 1 }) {
      try await house.start()
    }
    console.say(
      "server  process \(started.processId) serves \(house.plan.serverFolder.path) "
        + "at \(started.address.absoluteString)")
    if house.tookFreePort {
      console.say("server  port \(house.plan.port) is taken, so a free one was taken instead")
    }
    let server = try started.server()
    let own = try await online(server) { client in
      try await load(client)
      return try await makeOwnNotes(client)
    }
    try await house.openDevices(server)
    for device in house.devices { try await hydrate(device) }
    try await stopServer(started)
    try await work(own)
    let again = try await outcome.times.measure("start again", "process", count: { _ in 1 }) {
      try await house.start()
    }
    console.say(
      "server  process \(again.processId) serves again at \(again.address.absoluteString)")
    for device in house.devices { try await drain(device) }
    try await catchUp()
    try await online(try again.server()) { try await prove($0) }
  }

  /// Runs work with a client and lets go of the network afterwards.
  private func online<T>(_ server: Server, _ work: (Client) async throws -> T) async throws -> T {
    let client = Client(server: server)
    do {
      let outcome = try await work(client)
      await client.close()
      return outcome
    } catch {
      await client.close()
      throw error
    }
  }

  private func load(_ client: Client) async throws {
    let (notes, console) = (notes, console)
    let report = try await outcome.times.measure("import", "notes", count: { $0.ids.count }) {
      try await Importer(client: client, console: console).send(notes)
    }
    outcome.imported = report
    report.print(to: console)
    outcome.fault(report.refused.map { "The server refused \($0.path): \($0.why)" })
  }

  private func hydrate(_ device: DemoDevice) async throws {
    let (console, clock) = (console, clock)
    let watching = Task {
      while console.showsProgress, !Task.isCancelled {
        if let status = try? await device.copy.status() {
          console.step("hydrating the \(device.name): \(status.items) items")
        }
        try? await clock.sleep(for: Tuning.progressInterval)
      }
    }
    do {
      let report = try await outcome.times.measure(
        "hydrate \(device.name)", "items", count: { Int(clamping: $0.items) }
      ) {
        try await device.copy.hydrate(
          types: [OfflineEdits.type], tier: .all, edgeTypes: Self.edgeTypes)
      }
      watching.cancel()
      await watching.value
      console.endProgress()
      console.say(
        "\(device.name)  holds \(report.items) items and \(report.edges) edges, "
          + "standing at event \(report.cursor)")
    } catch {
      watching.cancel()
      await watching.value
      throw error
    }
  }

  /// Stops the server and makes sure that nothing answers any more.
  private func stopServer(_ started: ServerProcess) async throws {
    let server = try started.server()
    let end = try await outcome.times.measure("stop", "process", count: { _ in 1 }) {
      await house.stop()
    }
    let how = end.map { "\($0)" } ?? "was not there"
    outcome.stopped = "process \(started.processId) \(how)"
    if end != .exited(0) { outcome.fault(["The server's process \(how)."]) }
    do {
      _ = try await server.instance()
      outcome.fault(["Something still answers at \(started.address.absoluteString)."])
    } catch MarfaError.network {
      outcome.stopped += ", and nothing answers at \(started.address.absoluteString) any more"
    }
    console.say("server  \(outcome.stopped)")
  }

  private func drain(_ device: DemoDevice) async throws {
    let report = try await outcome.times.measure(
      "drain \(device.name)", "writes", count: { Int(clamping: $0.answered) }
    ) { try await device.copy.queue.drain() }
    let drain = DemoOutcome.Drain(device: device.name, report: report)
    outcome.drains.append(drain)
    let judged = JudgedDrain(drain, edits: outcome.edits)
    for line in judged.table.lines { console.say(line) }
    outcome.fault(judged.faults)
  }

  /// Lets both devices catch up in turn until neither has anything left to learn.
  private func catchUp() async throws {
    let devices = house.devices
    let applied = try await outcome.times.measure("catch up", "events", count: { $0.applied }) {
      var applied = 0
      for _ in 0..<Tuning.catchUpRounds {
        var cursors: Set<String> = []
        var isQuiet = true
        for device in devices {
          let report = try await device.copy.catchUp()
          applied += Int(clamping: report.applied)
          isQuiet = isQuiet && report.applied == 0 && report.reachedHead
          cursors.insert(report.cursor)
        }
        if isQuiet, cursors.count == 1 { return (applied: applied, cursor: cursors.first) }
      }
      return (applied: applied, cursor: nil)
    }
    guard let cursor = applied.cursor else {
      return outcome.fault(["The devices do not come to rest at one event of the server's log."])
    }
    console.say("caught up  both stand at event \(cursor), \(applied.applied) events applied")
  }
}
