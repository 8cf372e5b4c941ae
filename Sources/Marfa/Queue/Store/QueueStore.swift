import MarfaModel
import MarfaSQL

/// The queue's rows, inside one transaction.
struct QueueStore {
  /// The open transaction.
  let connection: any SQLConnection

  // MARK: - Reading

  /// Every write, in the order of sending.
  func all() throws -> [QueueRecord] {
    try connection.query("SELECT \(QueueRecord.columns) FROM queue ORDER BY seq", []) {
      try QueueRecord(row: $0)
    }
  }

  /// One write.
  func record(_ id: String) throws -> QueueRecord? {
    try connection.first(
      "SELECT \(QueueRecord.columns) FROM queue WHERE id = ?1", [.text(id)]
    ) { try QueueRecord(row: $0) }
  }

  /// Whether the queue holds a write that was sent just as it was then: not decided, and moved to
  /// no other row. What else it says is frozen.
  func holds(_ sent: QueueRecord) throws -> Bool {
    try connection.exists(
      """
      SELECT 1 FROM queue
      WHERE id = ?1 AND idempotency_key = ?2 AND verdict IS NULL AND sent = 1 AND landing IS NULL
        AND refusals = ?3 AND item_id IS ?4 AND target_id IS ?5 AND edge_id IS ?6
      """,
      [
        .text(sent.id), .text(sent.idempotencyKey), .integer(sent.refusals), SQLValue(sent.itemId),
        SQLValue(sent.targetId), SQLValue(sent.edgeId),
      ])
  }

  /// The writes to a row, in the order of sending, behind a place.
  func records(to subject: WriteSubject, after seq: Int64 = 0) throws -> [QueueRecord] {
    try records(to: subject, after: seq, where: "")
  }

  /// The writes to a row that are laid over the server's row, in order.
  func laid(on subject: WriteSubject) throws -> [QueueRecord] {
    try records(
      to: subject, after: 0,
      where: "AND (verdict IS NULL OR verdict IN ('blocked', 'dead') OR landing IS NOT NULL)")
  }

  /// The edges that waiting writes draw from an item, in order.
  func laidEdges(from item: String) throws -> [String] {
    try connection.query(
      """
      SELECT edge_id FROM queue WHERE item_id = ?1 AND edge_id IS NOT NULL
        AND (verdict IS NULL OR verdict IN ('blocked', 'dead'))
      GROUP BY edge_id ORDER BY min(seq)
      """, [.text(item)]
    ) { $0.text(0) }
  }

  /// The creates without a verdict.
  func unansweredCreates() throws -> [QueueRecord] {
    try connection.query(
      """
      SELECT \(QueueRecord.columns) FROM queue INDEXED BY queue_open
      WHERE verdict IS NULL AND kind = 'create_item' ORDER BY seq
      """, []
    ) { try QueueRecord(row: $0) }
  }

  private func records(to subject: WriteSubject, after seq: Int64, where condition: String) throws
    -> [QueueRecord]
  {
    let row: String
    switch subject {
    case .item: row = "item_id = ?1 AND edge_id IS NULL"
    case .edge: row = "edge_id = ?1 AND edge_id IS NOT NULL"
    case .none: return []
    }
    return try connection.query(
      """
      SELECT \(QueueRecord.columns) FROM queue WHERE \(row) AND seq > ?2 \(condition) ORDER BY seq
      """, [SQLValue(subject.id), .integer(seq)]
    ) { try QueueRecord(row: $0) }
  }

  /// The next writes without a verdict behind a place, up to another: the parts that decide whether
  /// they may go out, without bodies, which may be large.
  func open(after seq: Int64, through last: Int64, limit: Int = 1) throws -> [OpenWrite] {
    // The index is named: a walk along the rowid would pass over every answered write again.
    try connection.query(
      """
      SELECT seq, id, kind, base_version, follows, depends_on FROM queue INDEXED BY queue_open
      WHERE verdict IS NULL AND seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3
      """, [.integer(seq), .integer(last), SQLValue(limit)]
    ) { row in
      let id = row.text(1)
      guard let kind = WriteKind(rawValue: row.text(2)) else {
        throw MarfaError.store(message: "The kind of the queued write \(id) can't be read.")
      }
      return OpenWrite(
        seq: row.integer(0), id: id,
        asked: Readiness.Asked(
          kind: kind, baseVersion: row.optionalInteger(3), follows: row.optionalText(4),
          dependsOn: try QueueRecord.ids(row.optionalText(5), id, "dependencies")))
    }
  }

  /// A write without a verdict.
  struct OpenWrite {
    var seq: Int64
    var id: String
    var asked: Readiness.Asked
  }

  /// The last place; 0 when the queue is empty.
  func lastPlace() throws -> Int64 {
    try connection.integer("SELECT max(seq) FROM queue") ?? 0
  }

  /// How many writes have no final verdict: unanswered, blocked or dead.
  func pending() throws -> UInt64 {
    UInt64(
      try connection.integer(
        "SELECT count(*) FROM queue WHERE verdict IS NULL OR verdict IN ('blocked', 'dead')")
        ?? 0)
  }

  /// What readiness asks of another write.
  func other(_ id: String) throws -> Readiness.Other? {
    try connection.first(
      "SELECT kind, verdict, reason, copy_id, landing FROM queue WHERE id = ?1", [.text(id)]
    ) { row in
      guard let kind = WriteKind(rawValue: row.text(0)) else {
        throw MarfaError.store(message: "The kind of the queued write \(id) can't be read.")
      }
      return Readiness.Other(
        kind: kind,
        standing: try Standing(
          verdict: row.optionalText(1), reason: row.optionalText(2), copy: row.optionalText(3)),
        landing: !row.isNull(4))
    }
  }

  // MARK: - Writing

  /// Puts a write at the end of the queue.
  ///
  /// - Parameters:
  ///   - id: the write's id, a fresh UUIDv7.
  ///   - key: its idempotency key, another one.
  ///   - time: now, as RFC 3339.
  func append(
    _ write: NewWrite, id: String, key: String, at time: String, dependencies: Dependencies
  ) throws -> QueueRecord {
    let bodyText = write.kind == .uploadBlob ? "{}" : try write.body.json()
    let basis = try write.basis.map { try $0.json() }
    let sourceId = write.kind == .createItem ? write.sourceId : nil
    let seq = try connection.first(
      """
      INSERT INTO queue (id, kind, item_id, target_id, edge_id, source_id, base_version,
        idempotency_key, follows, depends_on, namespace, tag, blob, mime_type, queued_at, body,
        basis)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
      RETURNING seq
      """,
      [
        .text(id), .text(write.kind.rawValue), SQLValue(write.itemId), SQLValue(write.targetId),
        SQLValue(write.edgeId), SQLValue(sourceId), SQLValue(write.baseVersion), .text(key),
        SQLValue(dependencies.follows), try QueueRecord.column(dependencies.dependsOn),
        SQLValue(write.namespace), SQLValue(write.tag), SQLValue(write.blob),
        SQLValue(write.mimeType), .text(time), .text(bodyText), SQLValue(basis),
      ]
    ) { $0.integer(0) }
    return QueueRecord(
      seq: seq ?? 0, id: id, kind: write.kind, itemId: write.itemId, targetId: write.targetId,
      edgeId: write.edgeId, namespace: write.namespace, tag: write.tag, blob: write.blob,
      mimeType: write.mimeType, baseVersion: write.baseVersion, idempotencyKey: key,
      spentKeys: [], bodyText: bodyText, body: write.body, sent: false,
      dependsOn: dependencies.dependsOn, follows: dependencies.follows, basis: write.basis,
      standing: .unanswered, answer: nil, landing: nil, refusals: 0, queuedAt: time,
      answeredAt: nil)
  }

  /// Marks a write as sent, which freezes it. Committed before the request leaves.
  func markSent(_ id: String) throws {
    try connection.run("UPDATE queue SET sent = 1 WHERE id = ?1", [.text(id)])
  }

  /// Marks a write as held for another one.
  func markHeld(_ id: String) throws {
    try setStanding(id, .blocked(.awaitingDependency))
  }

  /// Frees what is tried again by itself: the held writes and those that the key kept back.
  func clearHeld() throws {
    try connection.run(
      """
      UPDATE queue SET verdict = NULL, reason = NULL, answer = NULL, answered_at = NULL
      WHERE verdict = 'blocked' AND reason IN ('awaiting_dependency', 'credential_refused')
      """)
  }

  /// Sets how a write stands, and nothing else.
  func setStanding(_ id: String, _ standing: Standing) throws {
    try connection.run(
      "UPDATE queue SET verdict = ?2, reason = ?3, copy_id = ?4 WHERE id = ?1",
      [.text(id)] + standing.columns)
  }

  /// Records a verdict with the answer that gave it.
  func record(
    _ standing: Standing, of id: String, answer: JSONValue?, at time: String,
    landing: String? = nil
  ) throws {
    try connection.run(
      """
      UPDATE queue SET verdict = ?2, reason = ?3, copy_id = ?4, answer = ?5, answered_at = ?6,
        landing = ?7
      WHERE id = ?1
      """,
      [.text(id)] + standing.columns
        + [SQLValue(try answer.map { try $0.json() }), .text(time), SQLValue(landing)])
  }

  /// Sets how many failures count against a write.
  func setRefusals(_ id: String, _ count: Int64) throws {
    try connection.run(
      "UPDATE queue SET refusals = ?2 WHERE id = ?1", [.text(id), .integer(count)])
  }

  /// Blocks every write without a verdict, since the key is refused.
  ///
  /// - Returns: how many.
  func parkUnanswered(at time: String) throws -> Int {
    try connection.run(
      """
      UPDATE queue SET verdict = 'blocked', reason = 'credential_refused', answered_at = ?1
      WHERE verdict IS NULL
      """, [.text(time)])
  }

  /// Writes back what a move of a write changed. A write that was sent never changes.
  func rewrite(_ write: QueueRecord) throws {
    try connection.run(
      """
      UPDATE queue SET item_id = ?2, target_id = ?3, base_version = ?4, body = ?5, basis = ?6,
        depends_on = ?7, follows = ?8
      WHERE id = ?1
      """,
      [
        .text(write.id), SQLValue(write.itemId), SQLValue(write.targetId),
        SQLValue(write.baseVersion),
        .text(write.sent ? write.bodyText : try write.body.json()),
        SQLValue(try write.basis.map { try $0.json() }),
        try QueueRecord.column(write.dependsOn), SQLValue(write.follows),
      ])
  }

  /// Takes a write out.
  func remove(_ id: String) throws {
    try connection.run("DELETE FROM queue WHERE id = ?1", [.text(id)])
  }
}
