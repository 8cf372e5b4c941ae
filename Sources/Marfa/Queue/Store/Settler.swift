import MarfaModel
import MarfaSQL

/// Commits what an answer means: verdict, row, moves of later edits and what is shown, together.
///
/// It works inside one transaction. A crash before its commit leaves the write unanswered and
/// sent, so it is sent again under the same key; a crash after it leaves nothing to do.
struct Settler {
  /// What shows the rows.
  let overlay: Overlay
  /// When the answer came.
  let time: String

  /// The queue.
  var queue: QueueStore { overlay.queue }

  /// Makes one over an open transaction.
  init(_ connection: any SQLConnection, rows: any CopyRows, at time: Timestamp) {
    overlay = Overlay(connection, rows: rows)
    self.time = time.text
  }

  /// Marks a write as sent, and remembers over which row of the server's it goes.
  ///
  /// - Returns: the write as it is sent.
  func mark(_ write: QueueRecord) throws -> QueueRecord {
    try queue.markSent(write.id)
    var write = write
    write.sent = true
    write.beneath = try overlay.beneath.text(write.subject)
    return write
  }

  /// Commits the class of an answer.
  ///
  /// - Parameters:
  ///   - sent: the write as it was sent. When the queue holds it no more, or under another key,
  ///     the answer is to an attempt that is over, and nothing is changed.
  ///   - answer: the body of the answer.
  func settle(_ sent: QueueRecord, _ class: AnswerClass, answer: JSONValue?, replayed: Bool) throws
    -> DrainStateMachine.Settlement
  {
    guard let write = try queue.holds(sent) ? sent : queue.record(sent.id),
      write.idempotencyKey == sent.idempotencyKey
    else { return .init(entry: sent.drainVerdict(replayed: replayed)) }
    guard let next = WriteLife.next(write.life, .answered(`class`)) else {
      return .init(entry: write.drainVerdict(replayed: replayed))
    }
    var done = Done()
    switch `class` {
    case .unavailable, .undeliverable, .otherContract, .redirected, .ended: break
    case .unmade, .counted:
      try queue.setRefusals(write.id, next.refusals)
      if next.standing != write.standing { try record(next.standing, of: write, answer: nil) }
    case .bytesGone: try record(next.standing, of: write, answer: nil)
    case .taken(let taken):
      done.reads = try take(write, taken, answer: answer, beneath: sent.beneath)
    case .keyRefused:
      try record(next.standing, of: write, answer: answer)
      done.parked = try queue.parkUnanswered(at: time) + 1
    case .blocked: try record(next.standing, of: write, answer: answer)
    case .unclaimed(let source):
      try record(next.standing, of: write, answer: answer)
      try parkCreates(of: source)
    case .refused(let reason):
      done.reads = try refuse(write, reason: reason, answer: answer)
    case .landed(let target, _):
      try queue.record(next.standing, of: write.id, answer: answer, at: time, landing: target)
      let read = OwedRead(subject: .item(target), landing: write.id)
      try overlay.owed.add(read)
      done.reads = [read]
    case .binned:
      // The server has said what there is to know: the row is its own and in the bin.
      try record(next.standing, of: write, answer: answer)
      try overlay.relay(write.subject)
    }
    var entry = write
    if case .taken(let taken) = `class`, write.kind != .createItem, taken.standing == .accepted {
      // Such an answer moves nothing of its own write.
      entry.standing = taken.standing
    } else {
      entry = try queue.record(write.id) ?? write
    }
    return .init(
      entry: entry.drainVerdict(replayed: replayed), reads: done.reads, parked: done.parked)
  }

  /// Refuses a write that was not sent, and puts its row back.
  func refuseUnsent(_ id: String, reason: String) throws -> DrainStateMachine.Settlement? {
    guard let write = try queue.record(id) else { return nil }
    let reads = try refuse(write, reason: reason, answer: nil)
    let entry = try queue.record(id) ?? write
    return .init(entry: entry.drainVerdict(replayed: false), reads: reads)
  }

  /// Blocks every write without a verdict, since the key is refused.
  ///
  /// - Returns: how many.
  func park() throws -> Int { try queue.parkUnanswered(at: time) }

  private struct Done {
    var reads: [OwedRead] = []
    var parked = 0
  }

  // MARK: - The verdicts

  /// Records a verdict, and moves the later edits that were made over the write.
  func record(
    _ standing: Standing, of write: QueueRecord, answer: JSONValue?, row: AnsweredRow? = nil,
    acknowledged: Bool = false
  ) throws {
    try queue.record(standing, of: write.id, answer: answer, at: time)
    let answered = Rebasing.Answered(
      write: write, standing: standing, row: row, acknowledged: acknowledged)
    for later in try queue.records(to: write.subject, after: write.seq) {
      let move = Rebasing.move(later, after: answered)
      if move != .unchanged { try queue.rewrite(Rebasing.apply(move, to: later)) }
    }
  }

  /// A refusal: the row goes back to the server's at once, and is read again.
  func refuse(_ write: QueueRecord, reason: String, answer: JSONValue?) throws -> [OwedRead] {
    // What was never sent, over nothing of the server's, leaves nothing there to read.
    let isAtServer = try write.sent || hasServerRow(write.subject)
    try record(.refused(reason: reason), of: write, answer: answer)
    KillPoint.refusing.reach()
    try overlay.relay(write.subject)
    guard write.subject != .none, isAtServer else { return [] }
    let read = OwedRead(
      subject: write.subject, sourceId: write.kind.isEdgeWrite ? write.itemId : nil,
      moved: write.isMove)
    try overlay.owed.add(read)
    return [read]
  }

  private func hasServerRow(_ subject: WriteSubject) throws -> Bool {
    switch subject {
    case .item(let id): try overlay.serverItem(id) != nil
    case .edge(let id): try overlay.serverEdge(id) != nil
    case .none: false
    }
  }

  /// Blocks the unanswered creates of a source that the key may not write as.
  private func parkCreates(of source: String) throws {
    for write in try queue.unansweredCreates() where write.body["source"]?.string == source {
      try queue.setStanding(write.id, .blocked(.credentialRefused))
    }
  }
}
