import MarfaEngine
import MarfaModel
import MarfaSQL

/// Takes a write out of the queue that the server will never take as it is.
///
/// The row is read from the server first, so that what the copy shows afterwards is the server's
/// word and not an older one. Nothing changes unless every read succeeds.
struct Withdrawal: Sendable {
  private let database: any SQLDatabase
  private let line: any DrainLine
  private let rows: @Sendable (any SQLConnection) throws -> any CopyRows
  private let now: @Sendable () -> Timestamp
  private let log: @Sendable (any SQLConnection, [Change]) throws -> Void

  /// How often the rows are read again because the copy moved meanwhile. More would hide a copy
  /// that never comes to rest.
  private static let attempts = 3

  /// Makes a withdrawal; the arguments are those of a ``Drainer``.
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

  /// Withdraws a write that is blocked as ``BlockedReason/ancestorUnavailable`` or
  /// ``BlockedReason/conflictUnresolved``. Unsent writes that wait for it are refused.
  ///
  /// - Returns: `false` for a write in any other state; nothing changed then.
  /// - Throws: `MarfaError.notFound` for an unknown id; what kept the rows from being read;
  ///   `invalid` when the copy moved under the reads each time.
  func withdraw(_ id: String) async throws -> Bool {
    for attempt in 0..<Self.attempts {
      guard let plan = try await database.read({ try plan(id, $0) }) else { return false }
      if attempt == 0 { try await confirm() }
      var answers: [(OwedRead, ReadAnswer)] = []
      for subject in plan.subjects {
        let read = OwedRead(subject: subject)
        answers.append((read, try await answer(read)))
      }
      let found = answers
      KillPoint.withdrawalRead.reach()
      let isDone = try await database.write { connection in
        guard try self.plan(id, connection) == plan else { return false }
        try carryOut(plan, found, connection)
        return true
      }
      if isDone { return true }
    }
    throw MarfaError.invalid(
      message: "The copy changed while the server's row was read. Try again.")
  }

  /// What a withdrawal would touch. It is the same again only while nothing of it moved.
  private struct Plan: Sendable, Equatable {
    var write: QueueRecord
    var dependants: [QueueRecord]
    var subjects: [WriteSubject]
    var stamps: [RowStamp?]
  }

  private func plan(_ id: String, _ connection: any SQLConnection) throws -> Plan? {
    let overlay = Overlay(connection, rows: try rows(connection))
    guard let write = try overlay.queue.record(id) else {
      throw MarfaError.notFound(
        code: "queued_write_not_found", message: "This write is not in the queue any more.")
    }
    switch write.standing {
    case .blocked(.ancestorUnavailable), .blocked(.conflictUnresolved): break
    case .unanswered, .accepted, .merged, .conflicted, .refused, .blocked, .dead: return nil
    }
    let dependants = try overlay.queue.dependants(of: id)
    var subjects: [WriteSubject] = []
    for subject in [write.subject] + dependants.map(\.subject)
    where subject != .none && !subjects.contains(subject) {
      subjects.append(subject)
    }
    let stamps = try subjects.map { subject -> RowStamp? in
      switch subject {
      case .item(let id): try overlay.serverItem(id).map { RowStamp($0) }
      case .edge(let id): try overlay.serverEdge(id).map { RowStamp($0) }
      case .none: nil
      }
    }
    return Plan(write: write, dependants: dependants, subjects: subjects, stamps: stamps)
  }

  private func carryOut(
    _ plan: Plan, _ answers: [(OwedRead, ReadAnswer)], _ connection: any SQLConnection
  ) throws {
    let settler = Settler(connection, rows: try rows(connection), at: now())
    let reason = "The \(plan.write.kind.words) it waits for was withdrawn."
    for write in plan.dependants {
      try settler.record(.refused(reason: reason), of: write, answer: nil)
    }
    try settler.queue.remove(plan.write.id)
    KillPoint.withdrawing.reach()
    for subject in plan.subjects { try settler.overlay.relay(subject) }
    for (read, answer) in answers {
      try settler.overlay.owed.add(read)
      _ = try settler.apply(answer, to: read)
    }
    let decided = try plan.dependants.compactMap {
      try settler.queue.record($0.id)?.drainVerdict(replayed: false)
    }
    try log(
      connection,
      [Change(origin: .refreshed(.withdrawn), itemId: plan.write.itemId)]
        + decided.map { Change(origin: .answered($0), itemId: $0.itemId, edgeId: $0.edgeId) })
  }

  private func confirm() async throws {
    switch await line.confirmInstance() {
    case .confirmed: return
    case .unavailable(let why, _): throw MarfaError.network(message: why)
    case .failed(let error): throw error
    }
  }

  private func answer(_ read: OwedRead) async throws -> ReadAnswer {
    switch await line.read(read) {
    case .answered(let answer): return answer
    case .failed:
      throw MarfaError.invalid(message: "The server's row could not be read.")
    case .unavailable(let why, _): throw MarfaError.network(message: why)
    case .keyRefused:
      throw MarfaError.unauthorized(
        code: "invalid_key", message: MarfaErrorKind.unauthorized.sentence)
    case .ended(let error): throw error
    }
  }
}

extension QueueStore {
  /// The unsent waiting writes that depend on a write, directly or through one another, in order.
  fileprivate func dependants(of id: String) throws -> [QueueRecord] {
    let naming = try connection.query(
      """
      SELECT \(QueueRecord.columns) FROM queue
      WHERE depends_on IS NOT NULL AND sent = 0
        AND (verdict IS NULL OR verdict IN ('blocked', 'dead'))
      ORDER BY seq
      """, []
    ) { try QueueRecord(row: $0) }
    // A write depends only on earlier ones, so one walk in order finds them all.
    var gone: Set<String> = [id]
    return naming.filter { write in
      guard write.dependsOn.contains(where: gone.contains) else { return false }
      gone.insert(write.id)
      return true
    }
  }
}
