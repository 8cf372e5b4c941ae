import MarfaModel
import Resilience
import Testing

@testable import Marfa

/// Every state and every event of the manager's machine, and long runs against hopeless servers.
@Suite("The manager's state machine, walked")
struct SyncStateMachineWalkTests {
  private typealias Bench = SyncMachineBench

  /// One error of each remedy, and each case that is treated apart.
  static let errors: [MarfaError] = [
    .network(message: ""), .unnamed(status: 502, message: ""),
    .rateLimited(code: "", message: "", retryAfterSeconds: 7),
    .server(status: 500, code: "", message: ""), .server(status: 409, code: "", message: ""),
    .server(status: 413, code: "", message: ""), .streamIncomplete(reason: "", message: ""),
    .unauthorized(code: "", message: ""), .signedOut(origin: "", message: ""),
    .forbidden(code: "", message: ""), .validation(code: "", message: ""),
    .unknownType(message: ""), .invalid(message: ""), .notFound(code: "", message: ""),
    .redirected(origin: "", status: 301, location: nil, message: ""), .decoding(message: ""),
    .contractMismatch(served: nil, expected: 0, status: 200, writeSent: false, message: ""),
    .noServer(message: ""), .wrongServer(expected: "", got: "", message: ""),
    .hydrationIncomplete(message: ""), .noCursor(message: ""), .noCatalog(message: ""),
    .copyExpired(reason: "", message: ""),
    .wrongSchema(path: "", reason: "", unsent: nil, message: ""), .readingHandle(message: ""),
    .canceled(message: ""), .store(message: ""), .io(message: ""), .storageFull(message: ""),
    .bytesAbsent(hash: "", reason: "", message: ""), .noKeychain(message: ""),
    .firstSyncWaiting(message: ""),
    .embedIncomplete(attached: "", cause: .storageFull(message: "")),
  ]

  /// Everything that can happen while `running` runs.
  private static func events(_ running: SyncPhase?) -> [SyncStateMachine.Event] {
    var events: [SyncStateMachine.Event] = [
      .start, .end, .suspend, .resume, .hurry, .keyGiven, .written, .reachable, .followed, .woke,
      .written, .resume, .start, .keyChanging, .keySettled, .keySettled,
    ]
    events += errors.map { .followStopped($0) }
    events += errors.filter(\.isTransient).map { .unreachable($0) }
    if let running {
      // More often than chance has it, so that the walk gets on.
      events += Array(repeating: Bench.well(running), count: 30)
      events += errors.map { .failed($0, asked: .zero, rest: .zero) }
      events.append(.failed(errors[0], asked: .seconds(400), rest: .seconds(30)))
      events.append(.outdated)
      var tally = SyncTally()
      tally.unanswered = 2
      tally.keyHeld = 1
      if running == .draining { events.append(.drained(tally, reached: false)) }
    }
    return events
  }

  @Test(
    "whatever happens in whatever order, what is owed runs or has a timer, and one thing runs",
    arguments: 1...40 as ClosedRange<UInt64>)
  func walk(_ seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var bench = Bench(seed: seed)
    var states: Set<String> = []
    for _ in 0..<2_500 {
      let event = Self.events(bench.running).randomElement(using: &chance) ?? .hurry
      bench.take(event)
      states.insert(String("\(bench.machine.state)".prefix { $0 != "(" }))
      if Int.random(in: 0..<4, using: &chance) == 0 { _ = bench.wake() }
      bench.now += .milliseconds(Int.random(in: 0...50, using: &chance))
      // Kept from overshooting the timer, as a driver's would fire.
      if let armed = bench.armed, armed <= bench.now { _ = bench.wake() }
    }
    #expect(states.count >= 7, "only saw \(states.sorted())")
    // Left alone with a server that is well and a key that works, it comes to rest.
    if bench.running != nil { bench.take(Bench.well(bench.running ?? .draining)) }
    while bench.machine.keyChanges > 0 { bench.take(.keySettled) }
    for event in [SyncStateMachine.Event.start, .resume, .keyGiven, .followed] {
      bench.take(event)
    }
    bench.run(until: bench.now + .seconds(2_000), Bench.well)
    #expect(!bench.machine.isOwed && bench.running == nil)
    #expect(bench.machine.state != .idle)
  }

  @Test(
    "a server that fails the same way for a day is asked no more often than the waits allow",
    arguments: errors)
  func hopeless(_ error: MarfaError) {
    var bench = Bench()
    bench.take(.start)
    let day: Duration = .seconds(86_400)
    bench.run(until: day, Bench.failing(error))
    // Two parts, each at most every 15 s: the longest wait halved by its spread.
    let most = error.remedy == .newKey ? 1 : 2 * 86_400 / 15 + 20
    #expect(bench.runs.count <= most, "\(bench.runs.count) runs")
    // A person hears of it once, or never when it passes by itself.
    let isQuiet = error.isTransient || MarfaErrorKind(error) == .canceled
    #expect(bench.told.count == (isQuiet ? 0 : 1), "told \(bench.told.count) times")
    // And it is tried again for as long as that can help.
    if error.remedy != .newKey { #expect(bench.runs.count > 86_400 / 900) }
    bench.take(.keyGiven)
    bench.run(until: day + .seconds(2_000), Bench.well)
    #expect(bench.machine.link == .online && !bench.machine.isOwed)
  }

  @Test("all kinds of error are walked through")
  func complete() {
    let walked = Set(Self.errors.map(MarfaErrorKind.init))
    // `closed` ends the manager and has a test of its own.
    #expect(walked == Set(MarfaErrorKind.allCases).subtracting([.closed]))
  }
}
