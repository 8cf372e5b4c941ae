import Foundation
import Marfa
import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Ending the process of a server at random moments")
struct ServerCrashTests {
  private static let rounds = 80

  @Test("no answered write is lost and none doubled when the server is ended while it answers")
  func survives() async throws {
    let seed = CrashSeed.take("ServerCrashTests")
    var random = SeededGenerator(seed: seed)
    let folder = try StoreFolder()
    let program = try MarfaProgram.file
    func start(_ port: Int) async throws -> ServerProcess {
      try await ServerProcess.start(
        program: program, folder: folder.file("server"), host: "127.0.0.1", port: port,
        log: folder.file("server.log"))
    }
    var server = try await Self.startAnywhere(start, &random)
    let port = try #require(server.address.port)
    let device = try await DemoDevice.open("crash", in: folder.url, server: try server.server())
    try await device.hydrate()
    var ledger = CrashLedger()
    var (kills, replays, answered) = (0, 0, 0)
    while kills < Self.rounds {
      try await ledger.queue(&random, round: kills, on: device.copy)
      let drain = Task { try await device.copy.queue.drain() }
      try await Self.wait(for: Int.random(in: 0..<6, using: &random), of: device.copy)
      try await SystemClock().sleep(
        for: .microseconds(Int.random(in: 0..<3_000, using: &random)))
      _ = kill(server.processId, SIGKILL)
      _ = await server.ended()
      kills += 1
      let report = try await drain.value
      replays += report.verdicts.count { $0.replayed }
      answered += Int(report.answered)
      try await device.copy.queue.forgetAnswered()
      server = try await start(port)
    }
    let last = try await device.copy.queue.drain()
    replays += last.verdicts.count { $0.replayed }
    #expect(last.unavailable == nil)
    let comment: Comment = "seed \(seed)"
    #expect(
      try await device.copy.queue.all().allSatisfy { $0.verdict == .accepted }, comment)
    _ = try await device.copy.catchUp()
    let client = Client(server: try server.server())
    let served = try await ServedRows(client, type: Loopback.note, edgeTypes: []) { _ in }
    await client.close()
    #expect(ledger.missing(among: served.items) == [], comment)
    #expect(ledger.surplus(among: served.items) == [], comment)
    let held = try await HeldRows(of: device, edgeTypes: [])
    #expect(held.differences(to: served.rows) == [], comment)
    print("ServerCrashTests: \(kills) kills, \(answered) answered, \(replays) answered again")
    await device.copy.close()
    #expect(await server.stop() == .exited(0))
  }

  /// Waits until so many of the waiting writes have their verdicts, so that the server ends between
  /// answers and not before the first one.
  private static func wait(for count: Int, of copy: WorkingCopy) async throws {
    for _ in 0..<200 {
      let answered = try await copy.queue.all().count { $0.verdict != nil }
      if answered >= count { return }
      try await SystemClock().sleep(for: .milliseconds(1))
    }
  }

  /// A port below the range that outgoing connections use, so that nobody takes it in between.
  private static func startAnywhere(
    _ start: (Int) async throws -> ServerProcess, _ random: inout SeededGenerator
  ) async throws -> ServerProcess {
    while true {
      do {
        return try await start(Int.random(in: 10_000..<32_000, using: &random))
      } catch let failure as CommandFailure where failure.code == "listening" {
        continue
      }
    }
  }
}

extension CrashLedger {
  /// Queues the lines of a round on a copy of this process; each is acknowledged by its return.
  fileprivate mutating func queue(
    _ random: inout SeededGenerator, round: Int, on copy: WorkingCopy
  ) async throws {
    let script = try script(&random, round: round, length: 8, drains: false)
    let lines = Lock(script.split(separator: "\n").map(String.init)[...])
    let answers = Lock<[JSONObject]>([])
    let console = Console(
      isJSON: true,
      out: { line in
        if let answer = try? JSONObject(json: line) { answers.withLock { $0.append(answer) } }
      }, err: { _ in })
    _ = try await DeviceApply(copy: copy, console: console).run {
      lines.withLock { $0.popFirst() }
    }
    take(answers.withLock { $0 })
  }
}
