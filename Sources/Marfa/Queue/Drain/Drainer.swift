import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// Runs one pass of the queue: the effects that ``DrainStateMachine`` asks for.
///
/// The store is never held across a request. Cancelling the calling task stops the pass after the
/// step under way: a write that is out is waited for and settled, then the drain throws
/// `MarfaError.canceled`.
struct Drainer: Sendable {
  let database: any SQLDatabase
  private let line: any DrainLine
  private let clock: any WaitingClock
  let pace: DrainPace
  private let rows: @Sendable (any SQLConnection) throws -> any CopyRows
  private let log: @Sendable (any SQLConnection, [Change]) throws -> Void

  /// Makes a drainer.
  ///
  /// - Parameters:
  ///   - database: the copy's store, opened for writing.
  ///   - line: the way to the server.
  ///   - clock: the one clock.
  ///   - pace: how many writes are on their way at once.
  ///   - rows: the copy's rows in a transaction, under the slice as it stands then.
  init(
    _ database: any SQLDatabase, line: any DrainLine, clock: any WaitingClock,
    pace: DrainPace = DrainPace(),
    rows: @escaping @Sendable (any SQLConnection) throws -> any CopyRows,
    log: @escaping @Sendable (any SQLConnection, [Change]) throws -> Void = { _, _ in }
  ) {
    self.database = database
    self.line = line
    self.clock = clock
    self.pace = pace
    self.rows = rows
    self.log = log
  }

  /// Runs the pass.
  ///
  /// - Throws: `MarfaError` only; verdicts that were recorded before it stay.
  func drain() async throws -> DrainReport {
    if Task.isCancelled { throw Self.canceled }
    // The pass runs in a task of its own, so that cancelling the caller cuts no request short.
    let stop = Lock(false)
    let pass = Task { try await run(stop) }
    return try await withTaskCancellationHandler {
      try await pass.value
    } onCancel: {
      stop.withLock { $0 = true }
    }
  }

  private static let canceled = MarfaError.canceled(message: MarfaErrorKind.canceled.sentence)

  private func run(_ stop: Lock<Bool>) async throws -> DrainReport {
    var machine = DrainStateMachine(origin: line.address, pace: pace)
    var progress = Progress()
    var action = machine.handle(.start)
    while true {
      let event: DrainStateMachine.Event
      switch action {
      case .finish(let report):
        await letGo(progress)
        return report
      case .fail(let error):
        await letGo(progress)
        throw error
      case .nothing: throw MarfaError.invalid(message: "The drain lost its way.")
      default:
        do {
          event = try await perform(action, &progress)
        } catch {
          event = .failed(MarfaError(storing: error))
        }
      }
      if stop.withLock({ $0 }) { _ = machine.handle(.stopRequested) }
      // A commit that came to its end beside a request is told first: the answer builds on it.
      if case .send = action, let outcome = progress.commit?.outcome {
        _ = machine.handle(take(outcome, &progress))
      }
      action = machine.handle(event)
    }
  }

  private func perform(_ action: DrainStateMachine.Action, _ progress: inout Progress)
    async throws -> DrainStateMachine.Event
  {
    switch action {
    case .prepare:
      let (reads, last) = try await database.write { connection in
        let queue = QueueStore(connection: connection)
        try queue.clearHeld()
        return (try OwedReads(connection: connection).all(), try queue.lastPlace())
      }
      progress.reads = reads
      progress.last = last
      return .prepared(readsOwed: !reads.isEmpty)
    case .confirmInstance: return .instance(await line.confirmInstance())
    case .nextOwedRead:
      return .owed(progress.reads.isEmpty ? nil : progress.reads.removeFirst())
    case .read(let read): return .read(try await apply(read))
    case .nextWrite: return .next(try await next(&progress))
    case .hold(let id):
      try await database.write { try QueueStore(connection: $0).markHeld(id) }
      return .held
    case .refuse(let id, let reason):
      let settlement = try await database.write { connection in
        let settlement = try settler(connection).refuseUnsent(id, reason: reason)
        try record(settlement.map { [$0.entry] + $0.unsent } ?? [], connection)
        return settlement
      }
      KillPoint.settled.reach()
      return settlement.map { .settled($0) } ?? .failed(Self.vanished)
    case .mark(let id): return try await mark(id, &progress)
    case .send(let id): return await send(id, &progress)
    case .settle(let id, let meaning, let replayed, let looksAhead):
      return try await settle(
        .init(id: id, meaning: meaning, replayed: replayed), looksAhead: looksAhead, &progress)
    case .commit(let answers, let room):
      begin(try progress.settling(answers), room: room, &progress)
      return .handedOver
    case .awaitCommit:
      guard let commit = progress.commit else { return .failed(Self.vanished) }
      await commit.end()
      guard let outcome = commit.outcome else { return .failed(Self.vanished) }
      return take(outcome, &progress)
    case .unmark(let ids):
      try await unmark(ids, &progress)
      return .unmarked
    case .park:
      return .parked(try await database.write { try settler($0).park() })
    case .countRest: return try await countRest(progress)
    case .finish, .fail, .nothing: return .stopRequested
    }
  }

  static let vanished = MarfaError.store(message: "A queued write is no longer there.")

  /// Logs what became of writes, in the transaction that decides it.
  func record(_ entries: [DrainVerdict], _ connection: any SQLConnection) throws {
    try log(
      connection,
      entries.filter { $0.verdict != nil }.map {
        Change(origin: .answered($0), itemId: $0.itemId, edgeId: $0.edgeId)
      })
  }

  func settler(_ connection: any SQLConnection) throws -> Settler {
    Settler(
      connection, rows: try rows(connection), at: Timestamp(clamping: clock.unixMilliseconds))
  }

  private func next(_ progress: inout Progress) async throws -> DrainStateMachine.Candidate? {
    if let ahead = progress.ahead, ahead.seq > progress.place {
      progress.place = ahead.seq
      return ahead.candidate
    }
    let (place, last) = (progress.place, progress.last)
    let found = try await database.read { try choose($0, after: place, through: last) }
    guard let (seq, candidate) = found else { return nil }
    progress.place = seq
    return candidate
  }

  func choose(_ connection: any SQLConnection, after place: Int64, through last: Int64)
    throws -> (seq: Int64, candidate: DrainStateMachine.Candidate)?
  {
    let queue = QueueStore(connection: connection)
    return try queue.open(after: place, through: last).first.map { write in
      let readiness = try Readiness.judge(write.asked) { try queue.other($0) }
      return (write.seq, DrainStateMachine.Candidate(id: write.id, readiness: readiness))
    }
  }

  private func send(_ id: String, _ progress: inout Progress) async -> DrainStateMachine.Event {
    guard let write = progress.flight[id]?.write else { return .failed(Self.vanished) }
    KillPoint.marked.reach()
    progress.flight[id]?.hasLeft = true
    let began = clock.now
    let outcome: SendOutcome
    do {
      outcome = await line.send(try WriteRequest(write))
    } catch {
      outcome = .unmade(why: error.words)
    }
    KillPoint.answered.reach()
    var wait: Duration?
    if case .answered(let answer) = outcome {
      if answer.contract == .ours { progress.flight[id]?.answer = answer.body }
      wait = answer.retryAfter
    }
    return .answered(
      AnswerClassifier.classify(outcome, of: write),
      replayed: AnswerClassifier.isReplay(outcome), retryAfter: wait,
      isSlow: began.duration(to: clock.now) > Tuning.drainSlowAnswer)
  }

  private func apply(_ read: OwedRead) async throws -> DrainStateMachine.ReadResult {
    switch await line.read(read) {
    case .answered(let answer):
      KillPoint.rowRead.reach()
      let (settled, changed) = try await database.write { connection in
        let (settled, changed) = try settler(connection).apply(answer, to: read)
        try record(settled + [changed].compactMap(\.self), connection)
        // What the read brought is no verdict, and changed the row all the same.
        if case .item(let id) = read.subject {
          try log(connection, [Change(origin: .refreshed(.drained), itemId: id)])
        }
        return (settled, changed)
      }
      return .done(settled: settled, changed: changed)
    case .failed: return .owed
    case .unavailable(let why, let wait): return .unavailable(why: why, retryAfter: wait)
    case .keyRefused: return .keyRefused
    case .ended(let error): return .failed(error)
    }
  }

  /// Counts what is left once the server is out of reach, a part at a time, so that a long queue
  /// does not keep the app from writing.
  private func countRest(_ progress: Progress) async throws -> DrainStateMachine.Event {
    let last = progress.last
    var place = progress.place
    var (held, undelivered) = (0, 0)
    while true {
      let (from, limit) = (place, Self.countedAtOnce)
      let judged = try await database.write { connection in
        let queue = QueueStore(connection: connection)
        return try queue.open(after: from, through: last, limit: limit).map { write in
          guard case .held = try Readiness.judge(write.asked, { try queue.other($0) }) else {
            return (write.seq, false)
          }
          try queue.markHeld(write.id)
          return (write.seq, true)
        }
      }
      guard let end = judged.last?.0 else { break }
      place = end
      held += judged.count { $0.1 }
      undelivered += judged.count { !$0.1 }
    }
    return .counted(held: held, undelivered: undelivered)
  }

  /// Writes counted in one transaction: a millisecond or two of the writer's time.
  private static let countedAtOnce = 500
}
