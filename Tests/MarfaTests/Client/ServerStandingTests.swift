import Foundation
import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

/// Two copies of one server in one process: what one finds out, the other goes by.
@Suite("What copies of one server share")
struct ServerStandingTests {
  private let clock = VirtualClock()
  private let standings: ServerStandings
  private let standing: ServerStanding

  init() throws {
    standings = ServerStandings(clock: clock)
    standing = standings.standing(of: try Self.origin(CopyBench.address))
  }

  private static func origin(_ address: String) throws -> Origin {
    try #require(URL(string: address).flatMap { Origin($0) })
  }

  private func bench() throws -> CopyBench {
    try CopyBench(clock: clock, standings: standings)
  }

  /// A loaded copy with so many edits in its queue, each of an item of its own.
  private func start(_ bench: CopyBench, writes: Int = 1) async throws -> WorkingCopy {
    for number in 1...writes {
      bench.server.hold(Fixture.item(["title": "A", "body": "Text"], id: id(number)))
    }
    let copy = try await bench.hydrated()
    for number in 1...writes {
      try await copy.items.update(id(number), Edit(properties: ["title": "B"], baseVersion: 1))
    }
    return copy
  }

  /// Has a copy fail until the breaker opens, each time in a call of its own.
  private func breakDown(_ bench: CopyBench, _ copy: WorkingCopy) async throws {
    bench.server.door { _ in .unreachable }
    for _ in 0..<5 { try await copy.queue.drain() }
  }

  // MARK: - Who shares

  @Test("an origin has one standing, however it is written, for as long as somebody holds it")
  func oneForOrigin() throws {
    #expect(standings.standing(of: try Self.origin("HTTPS://Server.example:443/")) === standing)
    #expect(standings.standing(of: try Self.origin("https://server.example/team")) !== standing)
    #expect(standings.standing(of: try Self.origin("https://other.example")) !== standing)
    weak let brief = standings.standing(of: try Self.origin("https://brief.example"))
    #expect(brief == nil)
  }

  @Test("the apps' copies and clients share one registry, on the clock of their transports")
  func standardIsShared() {
    #expect(CopyEnvironment.standard().standings === ServerStandings.shared)
    #expect(CopyEnvironment.standard().clock is SystemClock)
  }

  // MARK: - The breaker

  @Test("a follow waits without a request while what another copy met keeps the breaker open")
  func followWaits() async throws {
    let (sick, well) = (try bench(), try bench())
    let failing = try await start(sick)
    let copy = try await start(well)
    try await breakDown(sick, failing)
    #expect(standing.breaker.isOpen)
    let ear = ChangeEar(copy.changes())
    await ear.wait {
      $0.contains { if case .serverUnreachable = $0.origin { true } else { false } }
    }
    #expect(await well.followWait() >= .seconds(10))
    #expect(well.transport.lines.isEmpty)
    // The follow's own request is the probe that closes it.
    await well.advance(past: .seconds(10))
    await ear.wait(for: .serverReachable)
    #expect(!standing.breaker.isOpen)
    await copy.close()
    await failing.close()
  }

  @Test("a call of the app is sent although the breaker is open, and its success closes it")
  func callGoesOut() async throws {
    let (sick, well) = (try bench(), try bench())
    let failing = try await start(sick)
    let copy = try await start(well, writes: 3)
    try await breakDown(sick, failing)
    #expect(standing.breaker.isOpen)
    #expect(try await copy.queue.drain().answered == 3)
    #expect(!standing.breaker.isOpen)
    try await breakDown(sick, failing)
    #expect(try await copy.catchUp().reachedHead)
    try await breakDown(sick, failing)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    try await breakDown(sick, failing)
    let client = Client(
      server: Server(url: try #require(URL(string: CopyBench.address)), key: CopyBench.key),
      transport: well.transport, standings: standings)
    #expect(try await client.item(id(1)).id == id(1))
    await copy.close()
    await failing.close()
  }

  @Test("every call that fails went out: none is answered from what is known alone")
  func failingCallsGoOut() async throws {
    let sick = try bench()
    let copy = try await start(sick)
    sick.server.door { _ in .unreachable }
    for _ in 0..<12 { #expect(try await copy.queue.drain().undelivered == 1) }
    #expect(sick.transport.lines.count == 12)
    #expect(try await copy.queue.all().map(\.refusals) == [0])
    sick.server.openDoors()
    #expect(try await copy.queue.drain().answered == 1)
    await copy.close()
  }

  @Test("a breaker that opens under a drain ends the pass; no write is lost, sent or counted (R1)")
  func opensUnderDrain() async throws {
    let (sick, well) = (try bench(), try bench())
    let failing = try await start(sick)
    let copy = try await start(well, writes: 3)
    let keys = try await copy.queue.all().map(\.idempotencyKey)
    well.server.door { [clock] request in
      guard request.line == "PATCH /items/\(id(1))" else { return nil }
      try await clock.sleep(for: .seconds(5))
      return nil
    }
    let drain = Task { try await copy.queue.drain() }
    await clock.waitForTimer(of: .seconds(5))
    try await breakDown(sick, failing)
    clock.advance(by: .seconds(5))
    let report = try await drain.value
    #expect(report.answered == 1 && report.undelivered == 2 && report.unavailable != nil)
    #expect(well.transport.requests.count { $0.method == "PATCH" } == 1)
    let left = try await copy.queue.all().filter { $0.verdict == nil }
    #expect(left.map(\.idempotencyKey) == Array(keys.dropFirst()))
    #expect(left.allSatisfy { $0.refusals == 0 })
    #expect(try await copy.queue.drain().answered == 2)
    let sent = well.transport.requests.filter { $0.method == "PATCH" }
    #expect(sent.map { $0.headers["Idempotency-Key"] } == keys)
    await copy.close()
    await failing.close()
  }

  // MARK: - What counts

  private func permit() throws -> CircuitBreaker.Permit { try standing.admit(insisting: false) }

  @Test("what is the server's trouble opens the breaker, and nothing else does")
  func counts() throws {
    for refusal in [
      MarfaError.rateLimited(code: "c", message: "", retryAfterSeconds: 9),
      .notFound(code: "c", message: ""), .unauthorized(code: "c", message: ""),
      .server(status: 409, code: "c", message: ""),
      .redirected(origin: "o", status: 302, location: nil, message: ""),
      .contractMismatch(served: "1", expected: 0, status: 200, writeSent: false, message: ""),
    ] {
      for _ in 0..<6 { standing.recordAnswer(refusal, try permit()) }
      #expect(!standing.breaker.isOpen, "\(refusal)")
    }
    for trouble in [
      MarfaError.server(status: 500, code: "c", message: ""),
      .server(status: 408, code: "c", message: ""), .unnamed(status: 404, message: ""),
    ] {
      let standing = ServerStanding(clock: clock)
      for _ in 0..<5 {
        standing.recordAnswer(trouble, try standing.admit(insisting: false))
      }
      #expect(standing.breaker.isOpen, "\(trouble)")
    }
  }

  @Test("what kept this side from asking neither opens the breaker nor closes it")
  func saysNothing() throws {
    for _ in 0..<4 { standing.recordFailure(.network(message: ""), try permit()) }
    for error in [
      MarfaError.closed(message: ""), .io(message: ""), .invalid(message: ""),
      .canceled(message: ""),
    ] {
      standing.recordFailure(error, try permit())
      #expect(!standing.breaker.isOpen)
    }
    standing.recordFailure(nil, try permit())
    #expect(!standing.breaker.isOpen)
    standing.recordFailure(.network(message: ""), try permit())
    #expect(standing.breaker.isOpen)
    #expect(throws: MarfaError.self) { try permit() }
  }

  // MARK: - The budget

  @Test("follows of two copies pay their repetitions from one budget")
  func budgetIsShared() async throws {
    let benches = [try bench(), try bench()]
    var copies: [WorkingCopy] = []
    for bench in benches {
      copies.append(try await start(bench))
      bench.server.door { _ in .unreachable }
    }
    let full = standing.budget.tokens
    let ears = copies.map { ChangeEar($0.changes()) }
    for ear in ears { await ear.wait { !$0.isEmpty } }
    #expect(standing.budget.tokens == full - 28)
    for copy in copies { await copy.close() }
  }

  @Test("an outage costs a follow its five short waits; the long ones behind them are free")
  func longOutage() async throws {
    let bench = try bench()
    let copy = try await start(bench)
    bench.server.door { _ in .unreachable }
    let full = standing.budget.tokens
    let ear = ChangeEar(copy.changes())
    for seconds in [1, 2, 4, 8, 16, 30, 30, 30] {
      await bench.advance(past: .seconds(seconds))
    }
    #expect(await bench.followWait() >= .seconds(30))
    #expect(standing.budget.tokens == full - 70)
    #expect(ear.origins.count == 1)
    await copy.close()
  }

  @Test("with the budget used up a follow comes back after the longest wait, and still comes back")
  func budgetUsedUp() async throws {
    let bench = try bench()
    let copy = try await start(bench)
    while standing.budget.withdraw(for: .transient) {}
    bench.server.door { _ in .unreachable }
    let ear = ChangeEar(copy.changes())
    await ear.wait { !$0.isEmpty }
    #expect(await bench.followWait() >= .seconds(30))
    bench.server.openDoors()
    await bench.advance(past: .seconds(30))
    await ear.wait(for: .serverReachable)
    await copy.close()
  }

  @Test("with the budget used up a head is asked for once; the first try itself costs nothing")
  func headWithoutBudget() async throws {
    let bench = try bench()
    let copy = try await bench.open()
    while standing.budget.withdraw(for: .timeout) {}
    bench.server.door("GET /events") { _ in .unreachable }
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.code() == "network")
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 1)
    await copy.close()
  }

  @Test("each success earns a token, but for the one that follows a failure")
  func earns() throws {
    for _ in 0..<3 { _ = standing.budget.withdraw(for: .transient) }
    let spent = standing.budget.tokens
    standing.recordAnswer(nil, try permit())
    #expect(standing.budget.tokens == spent + 1)
    standing.recordFailure(.network(message: ""), try permit())
    standing.recordAnswer(nil, try permit())
    #expect(standing.budget.tokens == spent + 1)
    standing.recordAnswer(.notFound(code: "c", message: ""), try permit())
    #expect(standing.budget.tokens == spent + 2)
  }
}
