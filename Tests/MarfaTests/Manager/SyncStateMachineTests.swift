import MarfaModel
import Resilience
import Testing

@testable import Marfa

@Suite("The manager's state machine")
struct SyncStateMachineTests {
  private typealias Bench = SyncMachineBench
  private static let outage = MarfaError.network(message: "No network.")
  private static let full = MarfaError.storageFull(message: "Full.")
  private static let refusal = MarfaError.unauthorized(code: "invalid_key", message: "No.")

  // MARK: - The ordinary way

  @Test("a start catches up, then sends, then follows with nothing owed and no timer (R240)")
  func ordinary() {
    var bench = Bench()
    #expect(bench.machine.link == .local)
    bench.take(.start)
    #expect(bench.machine.link == .connecting && bench.runs == [.catchingUp])
    bench.take(.caughtUp)
    #expect(bench.runs == [.catchingUp, .draining] && bench.isFollowing)
    bench.take(.drained(SyncTally(), reached: false))
    #expect(bench.machine.state == .following && bench.armed == nil)
    #expect(bench.machine.link == .online)
  }

  @Test("a copy that was never loaded, is half loaded or expired is loaded at once, then followed")
  func hydrates() {
    for error in [
      MarfaError.noCursor(message: ""), .hydrationIncomplete(message: ""),
      .copyExpired(reason: "catchup_too_old", message: ""), .noCatalog(message: ""),
    ] {
      var bench = Bench()
      bench.take(.start)
      bench.take(.failed(error, asked: .zero, rest: .zero))
      #expect(bench.running == .hydrating && bench.machine.state == .hydrating)
      bench.take(.hydrated)
      #expect(bench.isFollowing && bench.running == .draining && bench.told.isEmpty)
    }
  }

  @Test("writes of one moment go out in one drain, and one during a drain in the next")
  func gathers() {
    var bench = Bench()
    bench.settle()
    bench.runs = []
    bench.take(.written)
    let due = bench.armed
    #expect(due == bench.now + Tuning.syncGather)
    bench.now += .milliseconds(5)
    bench.take(.written)
    #expect(bench.armed == due)
    #expect(bench.wake() && bench.running == .draining)
    bench.take(.written)
    bench.take(.drained(SyncTally(), reached: true))
    #expect(bench.running == .draining || bench.armed != nil)
    bench.run(until: bench.now + .seconds(1), Bench.well)
    #expect(bench.runs == [.draining, .draining])
  }

  // MARK: - Trouble that passes

  @Test("trouble that passes is never told, waits ever longer, and is over with the first success")
  func transient() throws {
    var bench = Bench()
    bench.take(.start)
    var waits: [Duration] = []
    for _ in 0..<8 {
      bench.take(.failed(Self.outage, asked: .zero, rest: .zero))
      #expect(bench.machine.state == .offline && bench.machine.link == .offline(since: .zero))
      waits.append(try #require(bench.armed) - bench.now)
      #expect(bench.wake() && bench.running == .catchingUp)
    }
    for (wait, full) in zip(waits, [1, 2, 4, 8, 16, 30, 30, 30]) {
      #expect(wait >= .seconds(full) / 2 && wait <= .seconds(full))
    }
    bench.take(.caughtUp)
    #expect(bench.actions.contains(.sayReachable) && bench.machine.link == .online)
    #expect(bench.told.isEmpty)
  }

  @Test("a time that the server names is kept, and a worn-out server is left alone")
  func floors() throws {
    var bench = Bench()
    bench.take(.start)
    bench.take(
      .failed(
        .rateLimited(code: "", message: "", retryAfterSeconds: 40), asked: .zero, rest: .zero))
    #expect(bench.machine.state == .waiting)
    #expect(try #require(bench.armed) >= .seconds(40))
    // Not even the owner's impatience shortens it, nor another write.
    bench.take(.hurry)
    bench.take(.written)
    #expect(bench.running == nil && bench.armed == .seconds(40))
    var spent = Bench()
    spent.take(.start)
    spent.take(.failed(Self.outage, asked: .zero, rest: .seconds(30)))
    #expect(try #require(spent.armed) >= .seconds(30))
    // Who is impatient need not wait that long.
    spent.take(.hurry)
    #expect(spent.running == .catchingUp)
  }

  @Test("a stream that came back sends at once; a stream that can't be had alone sets no timer")
  func reachable() {
    var bench = Bench()
    bench.settle()
    bench.take(.unreachable(Self.outage))
    #expect(bench.machine.state == .offline && bench.armed == nil)
    bench.take(.written)
    #expect(bench.wake() && bench.running == .draining)
    bench.take(.failed(Self.outage, asked: .zero, rest: .zero))
    #expect(bench.armed != nil)
    bench.take(.reachable)
    #expect(bench.running == .draining)
    bench.take(.drained(SyncTally(), reached: true))
    #expect(bench.machine.link == .online && bench.machine.error == nil)
  }

  @Test("a write that stays unanswered is tried ever more slowly and holds up none behind it")
  func stuck() {
    var bench = Bench()
    bench.settle()
    bench.runs = []
    var tally = SyncTally()
    tally.unanswered = 1
    bench.take(.written)
    bench.run(until: bench.now + .seconds(3_600)) { _ in .drained(tally, reached: true) }
    #expect(bench.runs.count > 60 && bench.runs.count < 260)
    let before = bench.now
    bench.take(.written)
    while bench.running == nil, bench.wake() {}
    #expect(bench.now - before <= Tuning.syncGather)
  }

  // MARK: - What needs a person

  @Test("a refused key stops everything until another is given, and is told once (R225, R230)")
  func refusedKey() {
    var bench = Bench()
    bench.settle()
    bench.take(.written)
    _ = bench.wake()
    bench.take(.failed(Self.refusal, asked: .zero, rest: .zero))
    #expect(bench.machine.state == .stopped(Self.refusal) && !bench.isFollowing)
    for event in [
      SyncStateMachine.Event.written, .hurry, .reachable, .woke, .suspend, .resume,
      .followStopped(Self.refusal),
    ] {
      bench.take(event)
      #expect(bench.running == nil && bench.armed == nil)
      #expect(bench.machine.link == .stopped(Self.refusal))
    }
    #expect(bench.told.count == 1)
    bench.take(.keyGiven)
    #expect(bench.running == .catchingUp && bench.actions.contains(.clearStopped))
    bench.run(until: bench.now + .seconds(1), Bench.well)
    #expect(bench.machine.link == .online && bench.isFollowing)
  }

  @Test("a success of one part never hides what another part needs a person for")
  func severity() {
    var bench = Bench()
    bench.settle()
    bench.take(.written)
    _ = bench.wake()
    bench.take(.failed(Self.full, asked: .zero, rest: .zero))
    #expect(bench.machine.link == .stopped(Self.full) && bench.told.count == 1)
    bench.take(.reachable)
    bench.take(.followed)
    bench.take(.unreachable(Self.outage))
    #expect(bench.machine.link == .stopped(Self.full))
    bench.take(.suspend)
    bench.take(.resume)
    bench.take(.caughtUp)
    #expect(bench.machine.link == .stopped(Self.full))
    #expect(bench.actions.contains(.sayStopped(Self.full)))
    // Still full: not told again. Then there is space, and the next time is a new failure.
    bench.run(until: bench.now + .seconds(4_000)) { phase in
      phase == .draining
        ? .failed(Self.full, asked: .zero, rest: .zero) : Bench.well(phase)
    }
    #expect(bench.told.count == 1)
    bench.run(until: bench.now + .seconds(4_000), Bench.well)
    #expect(bench.machine.problem == nil)
    bench.take(.written)
    bench.run(until: bench.now + .seconds(1), Bench.failing(Self.full))
    #expect(bench.told.count == 2)
  }

  @Test("a stream that ends for good is had again by a catch-up, ever more slowly, and told once")
  func followStopped() {
    var bench = Bench()
    bench.settle()
    let error = MarfaError.decoding(message: "What?")
    bench.runs = []
    bench.take(.followStopped(error))
    for _ in 0..<100 {
      while bench.running == nil, bench.wake() {}
      bench.run(until: bench.now + .milliseconds(30), Bench.well)
      bench.take(.followStopped(error))
    }
    #expect(bench.told.count == 1 && bench.runs.contains(.catchingUp))
    #expect(bench.now > .seconds(30_000))
    bench.take(.followed)
    bench.take(.followStopped(error))
    #expect(bench.told.count == 2)
  }

  @Test("writes held for a permission are tried again by themselves, and rarely")
  func held() {
    var bench = Bench()
    bench.settle()
    bench.runs = []
    var tally = SyncTally()
    tally.keyHeld = 3
    bench.take(.written)
    bench.run(until: bench.now + .seconds(7_200)) { _ in .drained(tally, reached: true) }
    #expect(bench.runs.count >= 7 && bench.runs.count <= 30)
  }

  @Test("a copy that expires as soon as it was loaded is loaded ever more slowly, and told at last")
  func expiring() {
    var bench = Bench()
    let expired = MarfaError.copyExpired(reason: "cursor_ahead", message: "Old.")
    bench.settle()
    bench.runs = []
    let start = bench.now
    while bench.now < start + .seconds(600) {
      bench.take(.followStopped(expired))
      while bench.running != .hydrating, bench.wake() {}
      bench.run(until: bench.now + .milliseconds(10), Bench.well)
    }
    #expect(bench.runs.count { $0 == .hydrating } < 50 && bench.told.count == 1)
  }

  @Test("a call of the app's own makes it wait, silently unless that goes on")
  func busy() {
    var bench = Bench()
    bench.take(.start)
    let busy = MarfaError.invalid(message: "Busy.")
    bench.run(until: .seconds(2), Bench.failing(busy))
    #expect(bench.runs.count > 3 && bench.told.isEmpty && bench.machine.problem == nil)
    bench.run(until: .seconds(60), Bench.failing(busy))
    #expect(bench.told.count == 1)
  }

  // MARK: - Background, end

  @Test("in the background nothing runs or is held; back again it catches up and sends at once")
  func suspends() {
    var bench = Bench()
    bench.settle()
    bench.take(.written)
    _ = bench.wake()
    bench.take(.suspend)
    #expect(bench.actions.contains(.cancelRun) && !bench.isFollowing)
    bench.take(.resume)
    // The drain that was called off is not over yet: no second one beside it.
    #expect(bench.running == .draining && !bench.actions.contains(.run(.catchingUp)))
    bench.take(.failed(.canceled(message: ""), asked: .zero, rest: .zero))
    #expect(bench.running == .catchingUp)
    bench.run(until: bench.now + .seconds(2), Bench.well)
    #expect(bench.isFollowing && bench.machine.link == .online && !bench.machine.isOwed)
  }

  @Test("a closed copy ends it without a word")
  func closes() {
    var bench = Bench()
    bench.settle()
    bench.take(.closed)
    #expect(bench.told.isEmpty && !bench.isFollowing && bench.armed == nil)
    for event in [SyncStateMachine.Event.written, .start, .keyGiven, .hurry, .resume] {
      bench.take(event)
      #expect(bench.running == nil)
    }
  }
}
