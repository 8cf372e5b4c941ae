import MarfaModel
import Resilience
import Testing

@testable import Marfa

/// A machine, a clock and what a driver would keep, so that every rule can be held to at each step.
struct SyncMachineBench {
  var machine: SyncStateMachine
  var now: Duration = .zero
  var running: SyncPhase?
  var armed: Duration?
  var isFollowing = false
  var runs: [SyncPhase] = []
  var told: [(error: MarfaError, phase: SyncPhase, attempt: Int)] = []
  var actions: [SyncStateMachine.Action] = []
  private var isStarted = false
  private var isSuspended = false
  private var keyChanges = 0
  /// What was told and still stands.
  private var standing: Set<SyncJob.Signature> = []

  init(seed: UInt64 = 1) { machine = SyncStateMachine(seed: seed) }

  /// Hands an event over, carries the actions out, and holds the machine to its rules.
  mutating func take(
    _ event: SyncStateMachine.Event, _ location: SourceLocation = #_sourceLocation
  ) {
    switch event {
    case .start: isStarted = true
    case .end: isStarted = false
    case .suspend: isSuspended = true
    case .resume: isSuspended = false
    case .keyChanging: keyChanges += 1
    case .keySettled: keyChanges = max(0, keyChanges - 1)
    case .woke: armed = nil
    case .hydrated, .caughtUp, .drained, .failed, .outdated: running = nil
    case .hurry, .keyGiven, .written, .reachable, .unreachable, .followStopped, .followed, .closed:
      break
    }
    actions = machine.handle(event, at: now)
    for action in actions { perform(action, location) }
    check(event, location)
  }

  private mutating func perform(_ action: SyncStateMachine.Action, _ location: SourceLocation) {
    switch action {
    case .run(let phase):
      #expect(running == nil, "two pieces of work at a time", sourceLocation: location)
      #expect(phase != .following, sourceLocation: location)
      running = phase
      runs.append(phase)
    case .arm(let time):
      #expect(time > now, "a timer that is due already", sourceLocation: location)
      armed = time
    case .disarm: armed = nil
    case .follow: isFollowing = true
    case .letGo: isFollowing = false
    case .tell(let error, let phase, let attempt):
      told.append((error, phase, attempt))
      let isNew = standing.insert(SyncJob.Signature(error)).inserted
      #expect(isNew, "told twice: \(error)", sourceLocation: location)
      guard case .stopped = machine.link else {
        Issue.record("told, and the status says \(machine.link)", sourceLocation: location)
        return
      }
    case .cancelRun:
      #expect(running != nil, sourceLocation: location)
    case .sayUnreachable, .sayReachable, .sayStopped, .clearStopped: break
    }
  }

  private mutating func check(_ event: SyncStateMachine.Event, _ location: SourceLocation) {
    #expect(machine.running == running, "\(event)", sourceLocation: location)
    #expect(machine.armed == armed, "\(event)", sourceLocation: location)
    #expect(machine.isFollowing == isFollowing, "\(event)", sourceLocation: location)
    let isActive: Bool
    switch machine.state {
    case .idle:
      isActive = false
      #expect(!isStarted || isSuspended || keyChanges > 0, "\(event)", sourceLocation: location)
    case .stopped(let error):
      isActive = false
      #expect(machine.link == .stopped(error), sourceLocation: location)
    case .hydrating, .catchingUp, .draining:
      isActive = true
      #expect(running != nil, "\(event)", sourceLocation: location)
    case .following, .waiting, .offline:
      isActive = true
      #expect(running == nil, "\(event)", sourceLocation: location)
    }
    // No wake-up is missed: what is owed runs or has a timer, and never a far one.
    if isActive, machine.isOwed, running == nil {
      #expect(armed != nil, "owed and asleep after \(event)", sourceLocation: location)
    }
    if let armed {
      #expect(armed - now <= .seconds(900), sourceLocation: location)
    }
    if !isActive { #expect(armed == nil && !isFollowing, sourceLocation: location) }
    // What stands was told, and what was told stands until it is solved: no silence, no repetition.
    var stands = Set(
      [machine.hydration, machine.catchUp, machine.drain, machine.follow]
        .compactMap { $0.problem.map(SyncJob.Signature.init) })
    if let stop = machine.stop, stop.refusesKey { stands.insert(SyncJob.Signature(stop)) }
    standing.formIntersection(stands)
    #expect(standing == stands, "stands untold after \(event)", sourceLocation: location)
    // What needs a person is never hidden behind what passes by itself.
    if let problem = machine.problem, isActive {
      #expect(machine.link == .stopped(problem), "\(event)", sourceLocation: location)
    }
  }

  /// Lets the time of the timer come; `false` when none is set.
  mutating func wake() -> Bool {
    guard let armed else { return false }
    now = armed
    take(.woke)
    return true
  }

  /// Lets time pass up to an end, answering each piece of work that begins.
  mutating func run(
    until end: Duration, taking time: Duration = .milliseconds(5),
    _ answer: (SyncPhase) -> SyncStateMachine.Event
  ) {
    while now < end {
      if let running {
        now += time
        take(answer(running))
      } else if let armed, armed <= end {
        _ = wake()
      } else {
        now = end
      }
    }
  }

  /// Starts, and lets everything that is owed succeed.
  mutating func settle() {
    take(.start)
    run(until: now + .seconds(1), Self.well)
  }

  /// Everything works and nothing is left.
  static func well(_ phase: SyncPhase) -> SyncStateMachine.Event {
    switch phase {
    case .hydrating: .hydrated
    case .catchingUp, .following: .caughtUp
    case .draining: .drained(SyncTally(), reached: true)
    }
  }

  static func failing(_ error: MarfaError) -> (SyncPhase) -> SyncStateMachine.Event {
    { _ in .failed(error, asked: .zero, rest: .zero) }
  }
}
