import MarfaModel
import Resilience

/// Decides what a manager does next: one piece of work at a time, and what is owed never forgotten.
///
/// Pure: times come in with the events, actions go out, chance comes from a seed. After every event
/// one of these holds: something runs; the timer is set; nothing is owed; it is idle or stopped.
struct SyncStateMachine: Sendable {
  /// What it is about.
  private(set) var state: State = .idle
  /// What runs now.
  private(set) var running: SyncPhase?
  /// When the timer goes off.
  private(set) var armed: Duration?
  /// Whether the event stream is held.
  private(set) var isFollowing = false

  var hydration = SyncJob()
  var catchUp = SyncJob()
  var drain = SyncJob()
  var follow = SyncJob()
  /// A refused key, or the end of the copy.
  var stop: MarfaError?
  private(set) var isStarted = false
  private var isSuspended = false
  /// Whether what runs was called off, and may not know it yet.
  private var isCalledOff = false
  /// Changes of the key that are under way.
  private(set) var keyChanges = 0
  private(set) var hasSynced = false
  var waits: SyncWaits

  /// Makes a machine that is idle.
  ///
  /// - Parameter seed: where the spreading of waits begins; another one for each manager.
  init(seed: UInt64) { waits = SyncWaits(seed: seed) }

  /// Takes an event and answers what to do, in order.
  mutating func handle(_ event: Event, at now: Duration) -> [Action] {
    let actions: [Action]
    switch event {
    case .start:
      guard !isStarted else { return [] }
      isStarted = true
      actions = oweAll(now)
    case .end:
      isStarted = false
      actions = callOff()
    case .suspend:
      isSuspended = true
      actions = callOff()
    case .resume:
      guard isSuspended else { return [] }
      isSuspended = false
      actions = oweAll(now)
    case .hurry: actions = isStarted ? oweAll(now) : []
    case .keyChanging:
      keyChanges += 1
      actions = callOff()
    case .keySettled:
      keyChanges = max(0, keyChanges - 1)
      // The stream was let go.
      actions = isStarted ? oweAll(now) : []
    case .keyGiven: actions = keyGiven(now)
    case .written: actions = written(now)
    case .reachable: actions = reachable(now)
    case .unreachable(let error): actions = unreachable(error, now)
    case .followStopped(let error): actions = followStopped(error, now)
    case .followed: actions = solve(hydration.isOwed ? [\.follow] : [\.follow, \.hydration])
    case .hydrated: actions = hydrated(now)
    case .caughtUp: actions = caughtUp(now)
    case .drained(let tally, let reached): actions = drained(tally, reached, now)
    case .failed(let error, let asked, let rest):
      guard let phase = running else { return [] }
      running = nil
      actions =
        isCalledOff && Self.isInterruption(error)
        ? oweAgain(phase) : fail(phase, error, asked: asked, rest: rest, now)
    case .outdated:
      guard let phase = running else { return [] }
      running = nil
      actions = oweAgain(phase)
    case .woke:
      armed = nil
      actions = []
    case .closed:
      stop = .closed(message: MarfaErrorKind.closed.sentence)
      actions = callOff()
    }
    return actions + decide(now)
  }

  // MARK: - What is owed

  private mutating func oweAll(_ now: Duration) -> [Action] {
    // Events may have passed while nobody held the stream; writes may wait since an earlier run.
    catchUp.isOwed = true
    drain.isOwed = true
    hydration.hasten(to: now)
    catchUp.hasten(to: now)
    drain.hasten(to: now)
    return []
  }

  private mutating func keyGiven(_ now: Duration) -> [Action] {
    guard stop.map(\.refusesKey) ?? true else { return [] }
    let wasStopped = stop != nil
    stop = nil
    // Nothing is known of the new one before the server has answered it.
    hasSynced = false
    return oweAll(now) + (wasStopped ? [.clearStopped] : [])
  }

  private mutating func written(_ now: Duration) -> [Action] {
    let gathered = now + Tuning.syncGather
    let isPut = drain.isOwed && drain.notBefore <= gathered
    drain.isOwed = true
    // Something stands against the connection: its wait holds for what is new, too.
    if trouble != nil || drain.problem != nil {
      drain.notBefore = max(drain.notBefore, gathered)
    } else if !isPut {
      // Writes that come together go out together; one that is stuck holds none of them up.
      drain.notBefore = max(gathered, drain.floor)
    }
    return []
  }

  private mutating func callOff() -> [Action] {
    guard running != nil else { return [] }
    isCalledOff = true
    return [.cancelRun]
  }

  /// What was called off may be begun again without a wait: it is no failure.
  private mutating func oweAgain(_ phase: SyncPhase) -> [Action] {
    self[keyPath: Self.work(phase)].isOwed = true
    return []
  }

  /// What a call that was called off throws; `invalid` while the key is changed.
  private static func isInterruption(_ error: MarfaError) -> Bool {
    [.canceled, .invalid].contains(MarfaErrorKind(error))
  }

  // MARK: - What the event stream tells

  private mutating func reachable(_ now: Duration) -> [Action] {
    follow.trouble = nil
    drain.isOwed = true
    // A catch-up is not hastened: it would cut the stream that has just come, and if it then failed
    // again the two would chase each other.
    if drain.problem == nil { drain.hasten(to: now) }
    return []
  }

  private mutating func unreachable(_ error: MarfaError, _ now: Duration) -> [Action] {
    // What this manager let the streams say comes back here as an echo.
    let isEcho = [hydration, catchUp, drain].contains { $0.trouble?.error == error }
    if !isEcho, follow.trouble == nil { follow.trouble = .init(error: error, since: now) }
    return []
  }

  private mutating func followStopped(_ error: MarfaError, _ now: Duration) -> [Action] {
    follow.isHeldAgain = false
    // A load or a catch-up that runs takes the stream up again by itself.
    if running == .hydrating || running == .catchingUp || stop != nil { return [] }
    // An echo. Were it more, the catch-up that follows every solved problem would see to it.
    let said = [hydration.isOwed ? hydration.problem : nil, catchUp.problem, drain.problem]
    if said.contains(error) { return [] }
    return fail(.following, error, asked: .zero, rest: .zero, now)
  }

  // MARK: - How what ran ended

  private mutating func hydrated(_ now: Duration) -> [Action] {
    guard running == .hydrating else { return [] }
    running = nil
    // What was counted and told stays until the copy is seen to be one that can be followed: a
    // server that makes a copy expire as soon as it was loaded must not be loaded from without a
    // pause, and the person is told once.
    let before = hydration
    hydration.problem = nil
    let actions = solve([\.hydration, \.catchUp])
    (hydration.attempt, hydration.told) = (before.attempt, before.told)
    hydration.problem = before.problem
    if hydration.problem != nil {
      // An event shows it, or a catch-up after some peace, should none come.
      catchUp.isOwed = true
      catchUp.notBefore = now + waits.probe(hydration.attempt)
    }
    return actions + followed()
  }

  private mutating func caughtUp(_ now: Duration) -> [Action] {
    guard running == .catchingUp else { return [] }
    running = nil
    follow.trouble = nil
    var solved: [WritableKeyPath<SyncStateMachine, SyncJob>] = [\.catchUp]
    if !hydration.isOwed { solved.append(\.hydration) }
    if follow.problem == nil || follow.isHeldAgain { solved.append(\.follow) }
    let actions = solve(solved)
    if follow.problem != nil {
      // The stream is had again, and may end for the same reason at once. It is well when it has
      // lasted until the next catch-up, or brought something.
      follow.isHeldAgain = true
      catchUp.isOwed = true
      catchUp.notBefore = now + waits.probe(follow.attempt)
    }
    return actions + followed()
  }

  private mutating func followed() -> [Action] {
    hasSynced = true
    // The pause of the stream made the copy forget what another part still needs a person for.
    let other = catchUp.problem ?? drain.problem
    let again = other.map { [Action.sayStopped($0)] } ?? []
    guard !isFollowing, isStarted, !isSuspended, keyChanges == 0, stop == nil else { return again }
    isFollowing = true
    return again + [.follow]
  }

  private mutating func drained(_ tally: SyncTally, _ reached: Bool, _ now: Duration) -> [Action] {
    guard running == .draining else { return [] }
    running = nil
    let isOwed = drain.isOwed
    let attempt = drain.attempt
    let actions = solve([\.drain])
    if reached { hasSynced = true }
    if isOwed {
      drain.isOwed = true
    } else if tally.unanswered > 0 {
      // Nothing is wrong with the connection, and some were not taken all the same.
      drain.isOwed = true
      drain.attempt = attempt + 1
      drain.notBefore =
        now
        + waits.retry(
          drain.attempt, after: .unnamed(status: 0, message: ""), floor: .zero)
    } else if tally.keyHeld > 0 {
      // They wait for a permission, and nobody tells when it was given.
      drain.isOwed = true
      drain.attempt = attempt + 1
      drain.notBefore = now + waits.probe(drain.attempt)
    }
    return actions
  }

  /// Forgets what stood against jobs that succeeded.
  private mutating func solve(_ jobs: [WritableKeyPath<SyncStateMachine, SyncJob>]) -> [Action] {
    let hadTrouble = jobs.contains { self[keyPath: $0].trouble != nil }
    let hadProblem = jobs.contains { self[keyPath: $0].problem != nil }
    for job in jobs { self[keyPath: job] = SyncJob() }
    var actions: [Action] = []
    if hadTrouble, trouble == nil { actions.append(.sayReachable) }
    if hadProblem, problem == nil {
      actions.append(.clearStopped)
      // The stream may have ended for the same reason, unless these have just had it again.
      if !jobs.contains(\.catchUp), !jobs.contains(\.follow) { catchUp.isOwed = true }
    }
    return actions
  }
}

// MARK: - The next step

extension SyncStateMachine {
  private mutating func decide(_ now: Duration) -> [Action] {
    if let stop {
      state = .stopped(stop)
      return rest()
    }
    guard isStarted, !isSuspended, keyChanges == 0 else {
      state = .idle
      return rest()
    }
    if let running {
      state = Self.state(of: running)
      return disarm()
    }
    // A copy that is not whole takes neither events nor answers.
    let line: [SyncPhase] = hydration.isOwed ? [.hydrating] : [.catchingUp, .draining]
    let owed = line.filter { self[keyPath: Self.work($0)].isOwed }
    if let due = owed.first(where: { self[keyPath: Self.work($0)].notBefore <= now }) {
      running = due
      isCalledOff = false
      self[keyPath: Self.work(due)].isOwed = false
      state = Self.state(of: due)
      return disarm() + [.run(due)]
    }
    let next = owed.map { self[keyPath: Self.work($0)].notBefore }.min()
    state = resting(isWaiting: owed.contains { self[keyPath: Self.work($0)].attempt > 0 })
    guard let next else { return disarm() }
    if armed == next { return [] }
    armed = next
    return [.arm(at: next)]
  }

  private func resting(isWaiting: Bool) -> State {
    if let trouble {
      switch trouble.error.remedy {
      case .network: return .offline
      case .wait, .newKey, .hydrate, .grant, .reread, .fixInput, .checkAddress, .update,
        .freeSpace, .confirm, .reopen, .nothing:
        return .waiting
      }
    }
    return isWaiting || problem != nil ? .waiting : .following
  }

  private mutating func rest() -> [Action] {
    var actions = disarm()
    if isFollowing {
      isFollowing = false
      actions.append(.letGo)
    }
    return actions
  }

  private mutating func disarm() -> [Action] {
    guard armed != nil else { return [] }
    armed = nil
    return [.disarm]
  }

  private static func state(of phase: SyncPhase) -> State {
    switch phase {
    case .hydrating: .hydrating
    case .catchingUp: .catchingUp
    case .draining: .draining
    case .following: .following
    }
  }
}
