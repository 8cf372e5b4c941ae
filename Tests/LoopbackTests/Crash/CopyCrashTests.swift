import Foundation
import Marfa
import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

@Suite("Ending the process of a copy at random moments", .serialized)
struct CopyCrashTests {
  /// Ended while queueing, and while draining.
  private static let rounds = 60

  @Test(
    "no acknowledged write is lost and none doubled, while writes are queued and while they are sent",
    arguments: [false, true])
  func survives(drains: Bool) async throws {
    let seed = CrashSeed.take("CopyCrashTests")
    var random = SeededGenerator(seed: seed)
    let server = try await LoopbackServer()
    let device = try await DemoDevice.open("crash", in: server.folder, server: server.server)
    try await device.hydrate()
    await device.copy.close()
    var ledger = CrashLedger()
    var (kills, finished) = (0, 0)
    while kills < Self.rounds {
      let script = server.folder.appending(path: "script")
      let length = Int.random(in: 4..<16, using: &random)
      try ledger.script(&random, round: kills + finished, length: length, drains: drains)
        .write(to: script, atomically: true, encoding: .utf8)
      let child = try CrashChild(
        script: script,
        arguments: [
          "device", "--db", device.file.path, "apply", "--json", "--url",
          try server.address.absoluteString, "--data", server.data.path,
        ])
      await child.answered(Int.random(in: 0..<length, using: &random))
      try await SystemClock().sleep(
        for: .microseconds(Int.random(in: 0..<(drains ? 20_000 : 4_000), using: &random)))
      if await child.end() { kills += 1 } else { finished += 1 }
      ledger.take(child.answers)
      let copy = try await WorkingCopy.open(store: device.file)
      #expect(copy.handle == .writer)
      let missing = ledger.missing(among: try await copy.heldNotes())
      #expect(missing == [], "after \(kills) kills of seed \(seed)")
      await copy.close()
      if !missing.isEmpty { break }
    }
    try await check(ledger, device, server, "seed \(seed)")
    print("CopyCrashTests: \(kills) kills, \(finished) children ended before")
    await server.stop()
  }

  /// Sends what is left, and compares what the server has with what was acknowledged.
  private func check(
    _ ledger: CrashLedger, _ device: DemoDevice, _ server: LoopbackServer, _ seed: Comment
  ) async throws {
    let again = DemoDevice(
      name: device.name, file: device.file,
      copy: try await WorkingCopy.open(store: device.file, server: server.server))
    let report = try await again.copy.queue.drain()
    #expect(report.unavailable == nil && report.verdicts.allSatisfy { $0.verdict == .accepted })
    #expect(try await again.copy.queue.all().allSatisfy { $0.verdict == .accepted }, seed)
    _ = try await again.copy.catchUp()
    let served = try await server.online {
      try await ServedRows($0, type: Loopback.note, edgeTypes: []) { _ in }
    }
    #expect(ledger.missing(among: served.items) == [], seed)
    #expect(ledger.surplus(among: served.items) == [], seed)
    let held = try await HeldRows(of: again, edgeTypes: [])
    #expect(held.differences(to: served.rows) == [], seed)
    await again.copy.close()
  }
}

extension WorkingCopy {
  /// Every note, by its id.
  func heldNotes() async throws -> [String: Item] {
    let items = try await items.list(ListFilters(allStates: true, limit: 1_000_000))
    return Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
