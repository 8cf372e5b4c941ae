import MarfaModel
import Resilience

/// What a failure means, by its remedy alone.
extension SyncStateMachine {
  mutating func fail(
    _ phase: SyncPhase, _ error: MarfaError, asked: Duration, rest: Duration, _ now: Duration
  ) -> [Action] {
    let work = Self.work(phase)
    self[keyPath: work].isOwed = true
    // Nobody is told of what a manager found out that was ended meanwhile; it finds out again.
    guard isStarted else { return [] }
    switch error.remedy {
    case .wait(let time):
      return troubled(phase, error, floor: max(time ?? .zero, asked), rest, now)
    case .network: return troubled(phase, error, floor: asked, rest, now)
    case .newKey:
      // It is being replaced already, or another part was told the same a moment before.
      if keyChanges > 0 || stop != nil { return [] }
      stop = error
      return [.sayStopped(error), .tell(error, phase, attempt: 1)]
    case .hydrate: return oweHydration(error, isAgain: phase == .hydrating, now)
    case .reopen:
      guard case .closed = error else { return needsPerson(phase, error, now) }
      stop = error
      return []
    case .fixInput:
      // The copy is busy with a call of the app's own, or its key is being changed.
      guard case .invalid = error else { return needsPerson(phase, error, now) }
      return again(phase, error, now)
    case .nothing:
      guard case .canceled = error else { return needsPerson(phase, error, now) }
      return again(phase, error, now)
    case .grant, .reread, .checkAddress, .update, .freeSpace, .confirm:
      return needsPerson(phase, error, now)
    }
  }

  mutating func troubled(
    _ phase: SyncPhase, _ error: MarfaError, floor: Duration, _ rest: Duration, _ now: Duration
  ) -> [Action] {
    let work = Self.work(phase)
    self[keyPath: work].attempt += 1
    let since = self[keyPath: work].trouble?.since ?? now
    self[keyPath: work].trouble = .init(error: error, since: since)
    let wait = waits.retry(
      self[keyPath: work].attempt, after: error, floor: max(floor, rest))
    // The server is the same for all of them.
    for job in [\SyncStateMachine.hydration, \.catchUp, \.drain] {
      self[keyPath: job].notBefore = max(self[keyPath: job].notBefore, now + wait)
      self[keyPath: job].floor = now + min(floor, RetryAfter.cap)
    }
    // It answered and asked to come back: no outage.
    if case .streamIncomplete = error { return [] }
    return [.sayUnreachable(error)]
  }

  mutating func oweHydration(_ error: MarfaError, isAgain: Bool, _ now: Duration) -> [Action] {
    // Several parts may find out the same.
    guard isAgain || !hydration.isOwed else { return [] }
    hydration.isOwed = true
    hydration.attempt += 1
    // The first one goes at once.
    guard hydration.attempt > 1 else { return [] }
    let wait = waits.retry(
      hydration.attempt - 1, after: error, floor: .zero)
    hydration.notBefore = max(hydration.notBefore, now + wait)
    guard hydration.attempt > Tuning.syncQuietLoads else { return [] }
    hydration.problem = error
    return [.sayStopped(error)]
      + tellOnce(\.hydration, .hydrating, error, attempt: hydration.attempt)
  }

  /// Tries again soon, and makes it a problem only when it goes on.
  mutating func again(_ phase: SyncPhase, _ error: MarfaError, _ now: Duration) -> [Action] {
    let work = Self.work(phase)
    self[keyPath: work].attempt += 1
    let attempt = self[keyPath: work].attempt
    let wait = waits.retry(attempt, after: error, floor: .zero)
    self[keyPath: work].notBefore = max(self[keyPath: work].notBefore, now + wait)
    if case .canceled = error { return [] }
    guard attempt > Tuning.syncQuietLoads else { return [] }
    self[keyPath: work].problem = error
    return [.sayStopped(error)] + tellOnce(work, phase, error, attempt: attempt)
  }

  /// Needs a person. It is looked now and then whether it was put right.
  mutating func needsPerson(
    _ phase: SyncPhase, _ error: MarfaError, _ now: Duration
  ) -> [Action] {
    let job: WritableKeyPath<SyncStateMachine, SyncJob> =
      phase == .following ? \.follow : Self.work(phase)
    self[keyPath: job].attempt += 1
    self[keyPath: job].problem = error
    let attempt = self[keyPath: job].attempt
    let work = Self.work(phase)
    self[keyPath: work].notBefore = max(
      self[keyPath: work].notBefore, now + waits.probe(attempt))
    // A stream that ended has said so itself.
    let said: [Action] = phase == .following ? [] : [.sayStopped(error)]
    return said + tellOnce(job, phase, error, attempt: attempt)
  }

  mutating func tellOnce(
    _ job: WritableKeyPath<SyncStateMachine, SyncJob>, _ phase: SyncPhase, _ error: MarfaError,
    attempt: Int
  ) -> [Action] {
    let signature = SyncJob.Signature(error)
    // What two parts run into is one failure to a person.
    let isKnown = [hydration, catchUp, drain, follow].contains { $0.told == signature }
    self[keyPath: job].told = signature
    guard !isKnown else { return [] }
    return [.tell(error, phase, attempt: attempt)]
  }

  /// What has to be done again when a phase failed.
  static func work(_ phase: SyncPhase) -> WritableKeyPath<SyncStateMachine, SyncJob> {
    switch phase {
    case .hydrating: \.hydration
    case .catchingUp, .following: \.catchUp
    case .draining: \.drain
    }
  }
}

// MARK: - What can be said of it

extension SyncStateMachine {
  /// The worst that needs a person: what keeps the copy from being whole first.
  var problem: MarfaError? {
    hydration.problem ?? catchUp.problem ?? follow.problem ?? drain.problem
  }

  /// The oldest trouble that passes by itself.
  var trouble: SyncJob.Trouble? {
    [hydration, catchUp, drain, follow].compactMap(\.trouble).min { $0.since < $1.since }
  }

  /// How the connection stands. What needs a person stands before what passes by itself.
  var link: Link {
    if let stop { return .stopped(stop) }
    guard isStarted else { return .local }
    if let problem { return .stopped(problem) }
    if let trouble { return .offline(since: trouble.since) }
    return hasSynced ? .online : .connecting
  }

  /// The error behind ``link``.
  var error: MarfaError? { stop ?? problem ?? trouble?.error }

  /// Whether a phase waits the longest already when it fails once more.
  func isPatient(_ phase: SyncPhase) -> Bool {
    self[keyPath: Self.work(phase)].attempt >= SyncWaits.patience
  }

  /// Whether anything still has to be done.
  var isOwed: Bool { hydration.isOwed || catchUp.isOwed || drain.isOwed }
}
