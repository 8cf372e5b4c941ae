import Foundation
import MarfaTesting
import Testing

@Suite("A copy over a scripted transport")
struct ScriptedTransportTests {
  private let clock = VirtualClock()
  private let server = ScriptedServer()
  private let transport: ScriptedTransport
  private let folder: URL

  init() throws {
    transport = ScriptedTransport(clock: clock)
    transport.answering { [server] in try await server.answer($0) }
    folder = FileManager.default.temporaryDirectory.appending(path: "marfa-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func open() async throws -> WorkingCopy {
    try await WorkingCopy.open(
      store: folder.appending(path: "store"),
      server: Server(url: try #require(URL(string: "https://server.example")), key: "mk_1"),
      transport: transport, clock: clock)
  }

  private func hydrated() async throws -> WorkingCopy {
    let copy = try await open()
    try await copy.hydrate(types: ["core.note"], tier: .library)
    return copy
  }

  @Test("a write made offline goes out once the server answers again (R1)")
  func offline() async throws {
    let copy = try await hydrated()
    server.door { _ in .unreachable }
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "b"]))
    let report = try await copy.queue.drain()
    #expect(report.undelivered == 1 && report.unavailable != nil)
    server.openDoors()
    #expect(try await copy.queue.drain().verdicts.map(\.verdict) == [.accepted])
    #expect(server.items.map(\.version) == [1])
    await copy.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test(
    "killed before or after a write arrives, the app finds it queued and the server has it once",
    arguments: [
      ScriptedTransport.KillPoint.beforeArrival("POST /items"), .beforeAnswer("POST /items"),
    ])
  func killed(_ point: ScriptedTransport.KillPoint) async throws {
    let copy = try await hydrated()
    let write = try await copy.items.create(Draft(type: "core.note", properties: ["body": "b"]))
    transport.kill(at: point)
    #expect(try await copy.queue.drain().undelivered == 1)
    #expect(transport.isKilled)
    #expect(server.items.count == (point == .beforeAnswer("POST /items") ? 1 : 0))
    await copy.close()
    let again = try await open()
    let found = try await again.queue.all()
    #expect(found.map(\.id) == [write.id])
    #expect(found.map(\.idempotencyKey) == [write.idempotencyKey])
    #expect(try await again.queue.drain().verdicts.map(\.verdict) == [.accepted])
    #expect(server.items.map(\.id) == [write.itemId])
    await again.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test("garbage, a cut and a flood leave the write queued, and none of them ends the drain's app")
  func badAnswers() async throws {
    let copy = try await hydrated()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "b"]))
    let bad: [ScriptedAnswer] = [
      .garbage, .unreadable, .cut(["item": [:]], after: 5), .flood(64 << 20),
    ]
    for answer in bad {
      server.openDoors()
      server.door("POST /items") { _ in answer }
      // A stranger's answer is an error, `contractMismatch`; the others are reports.
      _ = try? await copy.queue.drain()
      #expect(try await copy.queue.all().map(\.verdict) == [nil])
    }
    server.openDoors()
    #expect(try await copy.queue.drain().verdicts.map(\.verdict) == [.accepted])
    await copy.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test("a wait the server asks for is told, and a late answer is a timeout on the test's clock")
  func waits() async throws {
    let copy = try await hydrated()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "b"]))
    server.door("POST /items") { _ in .refusal(429, "rate_limited", retryAfter: "30") }
    #expect(try await copy.queue.drain().retryAfterSeconds == 30)
    clock.advance(by: .seconds(30))
    server.openDoors()
    server.door("POST /items") { _ in .json([:]).delayed(by: .seconds(3_600)) }
    async let report = copy.queue.drain()
    await transport.waitFor("POST /items", times: 2)
    // The index waits a tenth of a second for an idle moment; only the request's limit is longer.
    await clock.wait { left in left.contains { $0 > .seconds(1) } }
    clock.advance(by: .seconds(600))
    #expect(try await report.undelivered == 1)
    await copy.close()
    try FileManager.default.removeItem(at: folder)
  }
}
