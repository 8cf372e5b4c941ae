import MarfaEngine
import MarfaModel
import MarfaSQL

/// The effects of marking, settling and unmarking writes.
extension Drainer {
  // MARK: - Marking

  /// Marks a write, and those behind it that may go out before it is settled.
  func mark(_ id: String, _ progress: inout Progress) async throws -> DrainStateMachine.Event {
    var marked = progress.ahead?.marked ?? []
    progress.ahead = nil
    if marked.first?.write.id != id {
      KillPoint.chosen.reach()
      let (last, most) = (progress.last, most(progress))
      marked = try await database.write { connection in
        try mark(connection, id, through: last, most: most)
      }
    }
    guard !marked.isEmpty else { return .failed(Self.vanished) }
    take(marked, &progress)
    if marked.count > 1 { KillPoint.markedAhead.reach() }
    return .marked(ahead: marked.dropFirst().map(\.write.id))
  }

  private func mark(
    _ connection: any SQLConnection, _ id: String, through last: Int64, most: Int
  ) throws -> [Flying] {
    let settler = try settler(connection)
    guard let write = try settler.queue.record(id) else { return [] }
    let first = Flying(write: try settler.mark(write), isFresh: !write.sent)
    guard write.goesInFlow, most > 1 else { return [first] }
    return [first]
      + markAhead(settler, after: write.seq, through: last, most: most - 1, apart: [write.subject])
  }

  /// Marks the writes behind a place, as long as each may go out and has nothing to do with those
  /// that are not settled.
  ///
  /// The first that does not ends it, so that writes leave in the order of the queue. One that
  /// depends on an unsettled one, or follows it, is never ready. What is wrong with a write is met
  /// in its own turn, and costs the others nothing.
  private func markAhead(
    _ settler: Settler, after place: Int64, through last: Int64, most: Int,
    apart subjects: Set<WriteSubject>
  ) -> [Flying] {
    let queue = settler.queue
    var subjects = subjects
    var room = Tuning.drainAheadBytes
    var marked: [Flying] = []
    for next in (try? queue.open(after: place, through: last, limit: most)) ?? [] {
      guard let readiness = try? Readiness.judge(next.asked, { try queue.other($0) }),
        readiness == .ready, let write = try? queue.record(next.id), write.goesInFlow,
        subjects.insert(write.subject).inserted
      else { break }
      room -= write.bodyText.utf8.count
      guard room >= 0, let sent = try? settler.mark(write) else { break }
      marked.append(Flying(write: sent, isFresh: !write.sent))
    }
    return marked
  }

  private func most(_ progress: Progress) -> Int { min(pace.ahead, progress.width) }

  private func take(_ marked: [Flying], _ progress: inout Progress) {
    for flying in marked { progress.flight[flying.write.id] = flying }
    if let last = marked.last { progress.place = max(progress.place, last.write.seq) }
  }

  // MARK: - Settling

  /// Settles one answer by itself.
  func settle(
    _ answer: DrainStateMachine.Answer, looksAhead: Bool, _ progress: inout Progress
  ) async throws -> DrainStateMachine.Event {
    let settling = try progress.settling([answer])
    let isTaken = answer.meaning.isTaken
    if isTaken { progress.width = progress.width.doubled }
    let (place, last, most) = (progress.place, progress.last, most(progress))
    let (settlement, ahead) = try await database.write { connection in
      let settlement = try settle(settling, try settler(connection), connection)[0]
      guard looksAhead, isTaken, settlement.reads.isEmpty else { return (settlement, Ahead?.none) }
      // What is wrong with the next write is met in its own turn, and costs this answer nothing.
      return (settlement, try? lookAhead(connection, after: place, through: last, most: most))
    }
    progress.flight[answer.id] = nil
    progress.ahead = ahead
    KillPoint.settled.reach()
    return .settled(settlement)
  }

  /// Chooses the next write, and marks it when it may go out, in the transaction that settles the
  /// one before: a commit and a look less for each write of a long queue.
  private func lookAhead(
    _ connection: any SQLConnection, after place: Int64, through last: Int64, most: Int
  ) throws -> Ahead? {
    guard let (seq, candidate) = try choose(connection, after: place, through: last) else {
      return nil
    }
    guard candidate.readiness == .ready else { return Ahead(seq: seq, candidate: candidate) }
    return Ahead(
      seq: seq, candidate: candidate,
      marked: try mark(connection, candidate.id, through: last, most: most))
  }

  /// Begins to commit what answers mean, and marks further writes in the same transaction.
  func begin(_ settling: [Settling], room: Int, _ progress: inout Progress) {
    let (place, last) = (progress.place, progress.last)
    let settled = Set(settling.map(\.answer.id))
    let apart = Set(
      progress.flight.values.filter { !settled.contains($0.write.id) }.map(\.write.subject))
    progress.width = .max
    KillPoint.gathered.reach()
    progress.commit = HandedCommit(settling.map(\.answer.id)) {
      let committed = try await database.write { connection in
        let settler = try settler(connection)
        let settlements = try settle(settling, settler, connection)
        let isOver = settlements.contains { !$0.reads.isEmpty }
        let marked =
          room > 0 && !isOver
          ? markAhead(settler, after: place, through: last, most: room, apart: apart) : []
        return Committed(settlements: settlements, marked: marked)
      }
      for _ in committed.settlements { KillPoint.settled.reach() }
      if !committed.marked.isEmpty { KillPoint.markedAhead.reach() }
      return committed
    }
  }

  /// Takes over what came of a commit.
  func take(_ outcome: Result<Committed, any Error>, _ progress: inout Progress)
    -> DrainStateMachine.Event
  {
    let ids = progress.commit?.ids ?? []
    progress.commit = nil
    switch outcome {
    case .success(let committed):
      for id in ids { progress.flight[id] = nil }
      take(committed.marked, &progress)
      return .committed(committed.settlements, marked: committed.marked.map(\.write.id))
    case .failure(let error): return .commitFailed(MarfaError(storing: error))
    }
  }

  /// Settles answers in the order in which they came, and logs what became of the writes.
  private func settle(
    _ settling: [Settling], _ settler: Settler, _ connection: any SQLConnection
  ) throws -> [DrainStateMachine.Settlement] {
    try settling.map { one in
      let settlement = try settler.settle(
        one.write, one.answer.meaning, answer: one.body, replayed: one.answer.replayed)
      try record([settlement.entry] + settlement.unsent, connection)
      return settlement
    }
  }

  // MARK: - Unmarking

  /// Takes the mark off writes that did not leave; they are looked at again.
  func unmark(_ ids: [String], _ progress: inout Progress) async throws {
    let waiting = ids.compactMap { progress.flight[$0] }
    for id in ids { progress.flight[id] = nil }
    progress.width = 1
    if let first = waiting.map(\.write.seq).min() {
      progress.place = min(progress.place, first - 1)
    }
    try await unmark(waiting)
  }

  /// Ends a pass: nothing of it is under way any more, and what did not leave is unmarked.
  ///
  /// Where that fails the write is sent under its key in the next pass, as after a crash behind the
  /// mark.
  func letGo(_ progress: Progress) async {
    await progress.commit?.end()
    var waiting = progress.waiting + (progress.ahead?.marked ?? [])
    if case .success(let committed)? = progress.commit?.outcome { waiting += committed.marked }
    if !waiting.isEmpty { try? await unmark(waiting) }
  }

  private func unmark(_ waiting: [Flying]) async throws {
    // What an earlier pass marked may have left then.
    let fresh = waiting.filter(\.isFresh).map(\.write)
    guard !fresh.isEmpty else { return }
    try await database.write { connection in
      let queue = QueueStore(connection: connection)
      for write in fresh { try queue.unmark(write) }
    }
  }
}

extension QueueRecord {
  /// Whether it may be in a flow: it can touch no row but its own, and is no stream of bytes.
  ///
  /// A create under a natural key may turn out to be another row, and move writes there.
  fileprivate var goesInFlow: Bool { subject != .none && kind != .uploadBlob && !isKeyedCreate }
}

extension QueueStore {
  /// Takes back the mark of a write that did not leave, unless it was decided meanwhile.
  fileprivate func unmark(_ write: QueueRecord) throws {
    try connection.run(
      "UPDATE queue SET sent = 0 WHERE id = ?1 AND idempotency_key = ?2 AND verdict IS NULL",
      [.text(write.id), .text(write.idempotencyKey)])
  }
}

extension Int {
  /// Twice as many, without an end.
  fileprivate var doubled: Int { self > .max / 2 ? .max : self * 2 }
}
