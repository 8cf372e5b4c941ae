import Foundation
import MarfaModel
import Resilience

/// Carries out what a manager's machine decides: the one task that reads its letters, in order.
actor SyncDriver {
  private let copy: WorkingCopy
  private let work: SyncWork
  private let board: SyncBoard
  private let clock: any WaitingClock
  private let post: @Sendable (SyncLetter) -> Void
  /// The ring that lies among the letters; more of them would say nothing more.
  private let rung: Lock<QueueBell.Ring>

  private var machine: SyncStateMachine
  private let began: MonotonicInstant
  private var running: Task<Void, Never>?
  private var timer: Task<Void, Never>?
  private var listener: Task<Void, Never>?
  private var stream = 0
  private var tally = SyncTally()
  private var progress: SyncProgress?
  private var lastSynced: Date?
  private var offlineSince = SyncDate()
  private var nextTry = SyncDate()
  private var quiet: [CheckedContinuation<Void, Never>] = []
  /// The writes that the last drain left to a person, so that none is told twice.
  private var toldWrites: Set<String> = []
  /// Counts the keys that were in use, so that one that is not any more stops nothing.
  private var key = 0

  init(
    copy: WorkingCopy, work: SyncWork, board: SyncBoard, clock: any WaitingClock, seed: UInt64,
    rung: Lock<QueueBell.Ring>, post: @escaping @Sendable (SyncLetter) -> Void
  ) {
    self.copy = copy
    self.work = work
    self.board = board
    self.clock = clock
    self.rung = rung
    self.post = post
    machine = SyncStateMachine(seed: seed)
    began = clock.now
  }

  private var core: CopyCore { copy.core }
  private var now: Duration { began.duration(to: clock.now) }

  /// Reads letters until the manager is gone.
  func run(_ letters: AsyncStream<SyncLetter>) async {
    for await letter in letters { await read(letter) }
    listener?.cancel()
    timer?.cancel()
    running?.cancel()
    await running?.value
    release()
    core.feed.manage(nil)
    board.finish()
  }

  private func read(_ letter: SyncLetter) async {
    switch letter {
    case .event(let event): take(event)
    case .rung: await answerBell()
    case .heard(let change, let number):
      guard number == stream, let event = Self.event(change) else { return }
      // Taken back meanwhile: the stream has begun again.
      if case .followStopped = event, !core.feed.saysStopped { return }
      if event == .followed { lastSynced = wholeSecond }
      take(event)
    case .streamEnded(let number):
      if number == stream { take(.closed) }
    case .loaded(let items):
      guard machine.running == .hydrating else { return }
      progress = SyncProgress(items: items)
      show()
    case .finished(let outcome, let key):
      progress = nil
      // A drain has counted already; what changed since rings for the next one.
      if case .drained(let counted, _) = outcome.event {
        tally = counted
      } else {
        await count(isWhole: true)
      }
      note(outcome.event)
      take(isOutdated(outcome.event, key) ? .outdated : outcome.event)
      tell(outcome)
    case .quiet(let continuation): quiet.append(continuation)
    }
    if machine.running == nil { release() }
  }

  private func answerBell() async {
    let ring = rung.withLock { rung in
      defer { rung = [] }
      return rung
    }
    // What runs counts when it is over.
    if ring == .settled, machine.running != nil { return }
    await count(isWhole: ring.contains(.decided))
    if ring.contains(.rekeyed) {
      key += 1
      take(.keyGiven)
    } else if ring.contains(.sendable) {
      take(.written)
    } else {
      show()
    }
  }

  /// Whether an answer was to a key that is not in use any more.
  private func isOutdated(_ event: SyncStateMachine.Event, _ key: Int) -> Bool {
    guard case .failed(let error, _, _) = event else { return false }
    return error.refusesKey && key != self.key
  }

  /// Hands an event to the machine, shows how things stand, and only then acts and tells: whoever
  /// is told of an error finds the status that belongs to it.
  private func take(_ event: SyncStateMachine.Event) {
    let actions = machine.handle(event, at: now)
    for action in actions { sayInStreams(action) }
    show()
    for action in actions { perform(action) }
  }

  // MARK: - Acting

  private func perform(_ action: SyncStateMachine.Action) {
    switch action {
    case .run(let phase): begin(phase)
    case .cancelRun: running?.cancel()
    case .arm(let time):
      timer?.cancel()
      timer = Task { [clock, post, wait = time - now] in
        do { try await clock.sleep(for: wait) } catch { return }
        post(.event(.woke))
      }
    case .disarm:
      timer?.cancel()
      timer = nil
    case .follow: follow()
    case .letGo:
      stream += 1
      listener?.cancel()
      listener = nil
    case .tell(let error, let phase, let attempt):
      board.tell(error, SyncSession(copy: copy, phase: phase, attempt: attempt))
    case .sayUnreachable, .sayReachable, .sayStopped, .clearStopped: break
    }
  }

  /// The copy's own streams say the same as the status.
  private func sayInStreams(_ action: SyncStateMachine.Action) {
    switch action {
    case .sayUnreachable(let error): core.feed.tellUnreachable(error)
    case .sayReachable: core.feed.tellReachable()
    case .sayStopped(let error): core.feed.tellStopped(error)
    case .clearStopped: core.feed.clearStopped()
    case .run, .cancelRun, .arm, .disarm, .follow, .letGo, .tell: break
    }
  }

  private func begin(_ phase: SyncPhase) {
    let paying = !machine.isPatient(phase)
    running = Task { [work, post, key] in
      post(.finished(await work.run(phase, paying: paying) { post(.loaded($0)) }, key: key))
    }
  }

  private func follow() {
    stream += 1
    listener?.cancel()
    listener = Task { [changes = copy.changes(), post, stream] in
      for await change in changes { post(.heard(change, stream: stream)) }
      if !Task.isCancelled { post(.streamEnded(stream)) }
    }
  }

  private func release() {
    for waiting in quiet { waiting.resume() }
    quiet = []
  }

  // MARK: - Telling

  private func show() {
    let (now, wallTime) = (now, wallTime)
    let next = machine.isOwed ? machine.armed : nil
    let connection: SyncStatus.Connection
    let update: CopyUpdate.Connection?
    switch machine.link {
    case .local: (connection, update) = (.local, nil)
    case .connecting: (connection, update) = (.connecting, .connecting)
    case .online: (connection, update) = (.online, .online)
    case .offline(let since):
      connection = .offline(
        since: offlineSince.date(of: since, now: now, wallTime: wallTime))
      update = .offline(machine.error)
    case .stopped(let error): (connection, update) = (.stopped(error), .stopped(error))
    }
    board.put(
      SyncStatus(
        connection: connection, phase: machine.running, pending: tally.pending,
        stuck: tally.stuck, attention: tally.attention, lastError: machine.error,
        lastSynced: lastSynced, progress: progress,
        nextTry: next.map { nextTry.date(of: $0, now: now, wallTime: wallTime) }))
    core.feed.manage(update)
  }

  /// Tells of writes that need a person: each write once, and one call for those of one kind.
  private func tell(_ outcome: SyncOutcome) {
    let writes = outcome.refused
    let fresh = writes.filter { !toldWrites.contains($0.id) }
    // Only a drain that came to its end has looked at all of them.
    if case .drained = outcome.event { toldWrites = [] }
    toldWrites.formUnion(writes.map(\.id))
    var groups: [(signature: SyncJob.Signature, error: MarfaError, ids: [String])] = []
    for write in fresh {
      guard let error = MarfaError(refused: write.verdict) else { continue }
      let signature = SyncJob.Signature(error)
      if let place = groups.firstIndex(where: { $0.signature == signature }) {
        groups[place].ids.append(write.id)
      } else {
        groups.append((signature, error, [write.id]))
      }
    }
    for group in groups {
      board.tell(group.error, SyncSession(copy: copy, phase: .draining, writes: group.ids))
    }
  }

  private func note(_ event: SyncStateMachine.Event) {
    switch event {
    case .hydrated, .caughtUp, .drained(_, reached: true): lastSynced = wholeSecond
    case .start, .end, .suspend, .resume, .hurry, .keyChanging, .keySettled, .keyGiven, .written,
      .reachable, .unreachable, .followStopped, .followed, .drained, .failed, .outdated, .woke,
      .closed:
      break
    }
  }

  /// A store that can't be read now keeps the last count; what is wrong with it is told by the work.
  private func count(isWhole: Bool) async {
    if let counted = try? await core.tally(isWhole ? nil : tally) { tally = counted }
  }

  private var wallTime: Date {
    Date(timeIntervalSince1970: Double(clock.unixMilliseconds) / 1_000)
  }

  /// Now, to the second: a burst of events is one change of the status.
  private var wholeSecond: Date {
    Date(timeIntervalSince1970: wallTime.timeIntervalSince1970.rounded(.down))
  }

  private static func event(_ change: Change) -> SyncStateMachine.Event? {
    switch change.origin {
    case .server: .followed
    case .serverUnreachable(let error): .unreachable(error)
    case .serverReachable: .reachable
    case .stopped(let error): .followStopped(error)
    case .local, .answered, .saved, .refreshed: nil
    }
  }
}
