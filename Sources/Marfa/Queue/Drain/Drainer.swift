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
  private let database: any SQLDatabase
  private let line: any DrainLine
  private let rows: @Sendable (any SQLConnection) throws -> any CopyRows
  private let now: @Sendable () -> Timestamp
  private let log: @Sendable (any SQLConnection, [Change]) throws -> Void

  /// Makes a drainer.
  ///
  /// - Parameters:
  ///   - database: the copy's store, opened for writing.
  ///   - line: the way to the server.
  ///   - now: the wall clock.
  ///   - rows: the copy's rows in a transaction, under the slice as it stands then.
  init(
    _ database: any SQLDatabase, line: any DrainLine, now: @escaping @Sendable () -> Timestamp,
    rows: @escaping @Sendable (any SQLConnection) throws -> any CopyRows,
    log: @escaping @Sendable (any SQLConnection, [Change]) throws -> Void = { _, _ in }
  ) {
    self.database = database
    self.line = line
    self.rows = rows
    self.now = now
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

  /// What the effects remember between two actions.
  private struct Progress {
    /// The place of the last write that was looked at.
    var place: Int64 = 0
    /// The last place of the queue when the pass began; what is queued later waits for the next.
    var last: Int64 = 0
    /// The reads that are owed and were not tried.
    var reads: [OwedRead] = []
    /// The write under way, as it is sent.
    var write: QueueRecord?
    /// The body of the last answer.
    var answer: JSONValue?
    /// The next write, chosen in the transaction that settled the one before.
    var ahead: Ahead?
    /// Whether the caller wants no more.
    var isStopping = false
  }

  /// A write that was chosen ahead of its turn.
  private struct Ahead: Sendable {
    var seq: Int64
    var candidate: DrainStateMachine.Candidate
    /// The write as it is sent, when it was marked at once.
    var marked: QueueRecord?
  }

  private func run(_ stop: Lock<Bool>) async throws -> DrainReport {
    var machine = DrainStateMachine(origin: line.address)
    var progress = Progress()
    var action = machine.handle(.start)
    while true {
      let event: DrainStateMachine.Event
      switch action {
      case .finish(let report): return report
      case .fail(let error): throw error
      case .nothing: throw MarfaError.invalid(message: "The drain lost its way.")
      default:
        progress.isStopping = stop.withLock { $0 }
        do {
          event = try await perform(action, &progress)
        } catch {
          event = .failed(MarfaError(storing: error))
        }
      }
      if stop.withLock({ $0 }) { _ = machine.handle(.stopRequested) }
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
    case .mark(let id):
      if let marked = progress.ahead?.marked, marked.id == id {
        progress.write = marked
        KillPoint.marked.reach()
        return .marked
      }
      KillPoint.chosen.reach()
      let write = try await database.write { connection in
        try settler(connection).mark(id)
      }
      guard let write else { return .failed(Self.vanished) }
      progress.write = write
      KillPoint.marked.reach()
      return .marked
    case .send: return await send(&progress)
    case .settle(_, let meaning, let replayed):
      guard let write = progress.write else { return .failed(Self.vanished) }
      let answer = progress.answer
      let looks = meaning.isTaken && !progress.isStopping
      let (place, last) = (progress.place, progress.last)
      let (settlement, ahead) = try await database.write { connection in
        let settlement = try settler(connection)
          .settle(write, meaning, answer: answer, replayed: replayed)
        try record([settlement.entry] + settlement.unsent, connection)
        guard looks, settlement.reads.isEmpty else { return (settlement, Ahead?.none) }
        // What is wrong with the next write is met in its own turn, and costs this answer nothing.
        return (settlement, try? lookAhead(connection, after: place, through: last))
      }
      progress.ahead = ahead
      KillPoint.settled.reach()
      return .settled(settlement)
    case .park:
      return .parked(try await database.write { try settler($0).park() })
    case .countRest: return try await countRest(progress)
    case .finish, .fail, .nothing: return .stopRequested
    }
  }

  private static let vanished = MarfaError.store(message: "A queued write is no longer there.")

  /// Logs what became of writes, in the transaction that decides it.
  private func record(_ entries: [DrainVerdict], _ connection: any SQLConnection) throws {
    try log(
      connection,
      entries.filter { $0.verdict != nil }.map {
        Change(origin: .answered($0), itemId: $0.itemId, edgeId: $0.edgeId)
      })
  }

  private func settler(_ connection: any SQLConnection) throws -> Settler {
    Settler(connection, rows: try rows(connection), at: now())
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

  private func choose(_ connection: any SQLConnection, after place: Int64, through last: Int64)
    throws -> (seq: Int64, candidate: DrainStateMachine.Candidate)?
  {
    let queue = QueueStore(connection: connection)
    return try queue.open(after: place, through: last).first.map { write in
      let readiness = try Readiness.judge(write.asked) { try queue.other($0) }
      return (write.seq, DrainStateMachine.Candidate(id: write.id, readiness: readiness))
    }
  }

  /// Chooses the next write, and marks it when it may go out, in the transaction that settles the
  /// one before: a commit and a look less for each write of a long queue.
  ///
  /// Should the pass end in between, the write is sent under its key in the next one, as after a
  /// crash behind the mark.
  private func lookAhead(_ connection: any SQLConnection, after place: Int64, through last: Int64)
    throws -> Ahead?
  {
    guard let (seq, candidate) = try choose(connection, after: place, through: last) else {
      return nil
    }
    guard candidate.readiness == .ready else { return Ahead(seq: seq, candidate: candidate) }
    return Ahead(seq: seq, candidate: candidate, marked: try settler(connection).mark(candidate.id))
  }

  private func send(_ progress: inout Progress) async -> DrainStateMachine.Event {
    progress.answer = nil
    guard let write = progress.write else { return .failed(Self.vanished) }
    let outcome: SendOutcome
    do {
      outcome = await line.send(try WriteRequest(write))
    } catch {
      outcome = .unmade(why: error.words)
    }
    KillPoint.answered.reach()
    var wait: Duration?
    if case .answered(let answer) = outcome {
      if answer.contract == .ours { progress.answer = answer.body }
      wait = answer.retryAfter
    }
    return .answered(
      AnswerClassifier.classify(outcome, of: write),
      replayed: AnswerClassifier.isReplay(outcome), retryAfter: wait)
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
