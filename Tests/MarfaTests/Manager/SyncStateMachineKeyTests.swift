import MarfaModel
import Resilience
import Testing

@testable import Marfa

@Suite("The manager's state machine while the key is changed, and what it takes for solved")
struct SyncStateMachineKeyTests {
  private typealias Bench = SyncMachineBench
  private static let refusal = MarfaError.unauthorized(code: "invalid_key", message: "No.")
  private static let garbage = MarfaError.decoding(message: "What?")
  private static let expired = MarfaError.copyExpired(reason: "cursor_ahead", message: "Old.")

  // MARK: - The key

  @Test("while the key is changed nothing begins; then everything owed does, without a wait")
  func changing() {
    var bench = Bench()
    bench.settle()
    bench.take(.written)
    _ = bench.wake()
    bench.take(.keyChanging)
    #expect(bench.actions.contains(.cancelRun) && !bench.isFollowing)
    bench.take(.failed(.canceled(message: ""), asked: .zero, rest: .zero))
    for event in [SyncStateMachine.Event.written, .hurry, .reachable, .keyGiven] {
      bench.take(event)
      #expect(bench.running == nil && bench.machine.state == .idle && bench.armed == nil)
    }
    #expect(bench.machine.link == .connecting)
    bench.take(.keySettled)
    #expect(bench.running == .catchingUp)
    bench.run(until: bench.now + .seconds(1), Bench.well)
    #expect(bench.machine.link == .online && bench.isFollowing && !bench.machine.isOwed)
  }

  @Test("of two changes at a time the first that is over lets nothing begin")
  func twice() {
    var bench = Bench()
    bench.settle()
    bench.take(.keyChanging)
    bench.take(.keyChanging)
    bench.take(.keySettled)
    #expect(bench.running == nil && bench.machine.state == .idle)
    bench.take(.keySettled)
    #expect(bench.running == .catchingUp)
    // One too many, and the end of a stopped one: nothing comes of either.
    bench.take(.keySettled)
    bench.take(.end)
    bench.take(.keySettled)
    bench.take(.failed(.canceled(message: ""), asked: .zero, rest: .zero))
    #expect(bench.running == nil)
  }

  @Test("a refusal of a key that is being replaced, or was, stops nothing and is not told")
  func outdated() {
    var bench = Bench()
    bench.settle()
    bench.take(.written)
    _ = bench.wake()
    bench.take(.keyChanging)
    bench.take(.failed(Self.refusal, asked: .zero, rest: .zero))
    #expect(bench.machine.stop == nil && bench.machine.drain.isOwed)
    bench.take(.keyGiven)
    bench.take(.keySettled)
    #expect(bench.running == .catchingUp)
    bench.take(.keyGiven)
    bench.take(.outdated)
    #expect(bench.running == .catchingUp && bench.armed == nil)
    bench.run(until: bench.now + .seconds(1), Bench.well)
    #expect(bench.machine.link == .online && bench.told.isEmpty)
  }

  @Test("a key that two parts find refused is told once, and each further key for itself")
  func toldOnce() {
    var bench = Bench()
    bench.settle()
    bench.take(.written)
    _ = bench.wake()
    bench.take(.followStopped(Self.refusal))
    bench.take(.failed(Self.refusal, asked: .zero, rest: .zero))
    #expect(bench.told.count == 1)
    bench.take(.keyGiven)
    #expect(bench.machine.link == .connecting && bench.running == .catchingUp)
    bench.take(.failed(Self.refusal, asked: .zero, rest: .zero))
    #expect(bench.told.count == 2 && bench.machine.link == .stopped(Self.refusal))
  }

  @Test("what was called off is begun again at once, and only what was")
  func calledOff() {
    var bench = Bench()
    bench.settle()
    bench.take(.written)
    _ = bench.wake()
    bench.take(.suspend)
    bench.take(.resume)
    bench.take(.failed(.canceled(message: ""), asked: .zero, rest: .zero))
    bench.take(.caughtUp)
    #expect(bench.running == .draining && bench.machine.drain.attempt == 0)
    // This one nobody called off.
    bench.take(.failed(.canceled(message: ""), asked: .zero, rest: .zero))
    #expect(bench.running == nil && bench.armed != nil)
  }

  // MARK: - What is solved

  @Test("a stream that ended for good is well when it brought something, not when it was had again")
  func followSolved() {
    var bench = Bench()
    bench.settle()
    bench.take(.followStopped(Self.garbage))
    _ = bench.wake()
    bench.take(.caughtUp)
    #expect(bench.machine.link == .stopped(Self.garbage) && bench.isFollowing)
    // Nothing is said of it again: that would come back as if the stream had ended.
    #expect(!bench.actions.contains(.sayStopped(Self.garbage)))
    bench.take(.followed)
    #expect(bench.machine.link == .online)
    bench.take(.followStopped(Self.garbage))
    #expect(bench.told.count == 2)
  }

  @Test("a stream that brings nothing is well when it lasted until the next catch-up")
  func followLasts() {
    var bench = Bench()
    bench.settle()
    bench.take(.followStopped(Self.garbage))
    _ = bench.wake()
    bench.take(.caughtUp)
    // It ends once more: that begins anew, and is not told again.
    bench.take(.followStopped(Self.garbage))
    for _ in 0..<2 {
      #expect(bench.machine.link == .stopped(Self.garbage))
      while bench.running != .catchingUp, bench.wake() {}
      bench.take(.caughtUp)
    }
    #expect(bench.machine.link == .online && bench.told.count == 1)
  }

  @Test("a copy that had to be loaded over and over is well after some peace")
  func loadedOverAndOver() {
    var bench = Bench()
    bench.settle()
    for _ in 0...Tuning.syncQuietLoads {
      bench.take(.followStopped(Self.expired))
      while bench.running != .hydrating, bench.wake() {}
      bench.take(.hydrated)
      if bench.running == .draining { bench.take(Bench.well(.draining)) }
    }
    #expect(bench.told.count == 1 && bench.machine.link == .stopped(Self.expired))
    #expect(bench.isFollowing)
    let before = bench.now
    while bench.running != .catchingUp, bench.wake() {}
    #expect(bench.now - before >= Tuning.syncFirstProbe / 2)
    bench.take(.caughtUp)
    #expect(bench.machine.link == .online)
  }
}
