import MarfaModel
import MarfaSQL

/// What a person or an app does with writes that are decided or stuck, inside one transaction.
struct QueueCare {
  private let overlay: Overlay
  private var queue: QueueStore { overlay.queue }

  /// Makes one over an open transaction.
  init(_ connection: any SQLConnection, rows: any CopyRows) {
    overlay = Overlay(connection, rows: rows)
  }

  // MARK: - Clearing

  /// Clears the writes that nothing needs any more.
  ///
  /// - Returns: how many.
  func forgetAnswered() throws -> UInt64 {
    let ids = Forgettable.find(in: try outlines())
    for id in ids { try queue.remove(id) }
    return UInt64(ids.count)
  }

  /// Clears the same writes, and answers them in queue order.
  func takeAnswered() throws -> [QueuedWrite] {
    let all = try outlines()
    let ids = Forgettable.find(in: all)
    return try all.filter { ids.contains($0.id) }.compactMap { outline in
      let write = try queue.record(outline.id)
      try queue.remove(outline.id)
      return write?.queuedWrite
    }
  }

  /// Takes a refused write out with the content it carried. The copy does not change.
  ///
  /// - Returns: `false` when it is not refused, a waiting write depends on it, or its row is still
  ///   to be read.
  /// - Throws: `MarfaError.notFound` for an unknown id.
  func discard(_ id: String) throws -> Bool {
    let all = try outlines()
    guard let write = all.first(where: { $0.id == id }) else { throw Self.unknown(id) }
    guard write.isRefusedSent || write.isRefusedUnsent, !write.owesRead,
      !all.contains(where: { $0.standing.isWaiting && !$0.sent && $0.dependsOn.contains(id) })
    else { return false }
    try queue.remove(id)
    return true
  }

  // MARK: - Releasing

  /// Lets a blocked, dead or unsent-refused write go out again under a fresh key.
  ///
  /// Those that were refused unsent because of it go with it. What they show is laid again.
  ///
  /// - Parameter mint: makes an idempotency key.
  /// - Returns: `false` for any other write, and for one that waits for a write which is gone.
  /// - Throws: `MarfaError.notFound` for an unknown id.
  func release(_ id: String, mint: () -> String) throws -> Bool {
    let all = try outlines()
    guard let write = all.first(where: { $0.id == id }) else { throw Self.unknown(id) }
    guard isReleasable(write), !waitsForGone(write, all) else { return false }
    try release([id], all, mint)
    return true
  }

  /// Releases every write that is blocked for a reason; dead ones stay.
  ///
  /// - Returns: how many were blocked for it and are free now.
  func release(reason: BlockedReason, mint: () -> String) throws -> UInt64 {
    let all = try outlines()
    let ids = all.filter { $0.standing == .blocked(reason) && !waitsForGone($0, all) }.map(\.id)
    try release(ids, all, mint)
    return UInt64(ids.count)
  }

  private func release(_ ids: [String], _ all: [Forgettable.Outline], _ mint: () -> String) throws {
    var freed = Set<String>()
    var next = ids
    while let id = next.popLast() {
      guard freed.insert(id).inserted, let record = try queue.record(id) else { continue }
      try queue.renew(record, key: mint())
      next += all.filter { $0.isRefusedUnsent && $0.dependsOn.contains(id) }.map(\.id)
    }
    // In queue order, so that an edge finds the item it starts at shown again.
    for write in all where freed.contains(write.id) {
      if let record = try queue.record(write.id) { try overlay.relay(record.subject) }
    }
  }

  private func isReleasable(_ write: Forgettable.Outline) -> Bool {
    switch write.standing {
    case .blocked, .dead: true
    case .refused: !write.sent
    case .unanswered, .accepted, .merged, .conflicted: false
    }
  }

  /// Whether a write waits, directly or through unsent ones, for a write that was withdrawn.
  private func waitsForGone(_ write: Forgettable.Outline, _ all: [Forgettable.Outline]) -> Bool {
    let known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    var seen = Set<String>()
    var next = write.dependsOn
    while let id = next.popLast() {
      guard seen.insert(id).inserted else { continue }
      guard let other = known[id] else { return true }
      if other.isRefusedUnsent { next += other.dependsOn }
    }
    return false
  }

  private func outlines() throws -> [Forgettable.Outline] {
    let owed = try overlay.owed.all()
    let subjects = Set(owed.filter { $0.landing == nil }.map(\.subject))
    let landings = Set(owed.compactMap(\.landing))
    return try queue.outlines().map { outline, subject in
      var outline = outline
      let isRefused = outline.isRefusedSent || outline.isRefusedUnsent
      outline.owesRead =
        landings.contains(outline.id) || (isRefused && subjects.contains(subject))
      return outline
    }
  }

  private static func unknown(_ id: String) -> MarfaError {
    .notFound(code: "queued_write_not_found", message: "This write is not in the queue any more.")
  }
}

extension QueueStore {
  /// What decides about clearing and releasing, without bodies, which may be large.
  fileprivate func outlines() throws -> [(Forgettable.Outline, WriteSubject)] {
    try connection.query(
      """
      SELECT id, kind, verdict, reason, copy_id, sent, depends_on, item_id, edge_id
      FROM queue ORDER BY seq
      """, []
    ) { row in
      let id = row.text(0)
      guard let kind = WriteKind(rawValue: row.text(1)) else {
        throw MarfaError.store(message: "The kind of the queued write \(id) can't be read.")
      }
      let edge = row.optionalText(8).map(WriteSubject.edge)
      let item = row.optionalText(7).map(WriteSubject.item)
      let outline = Forgettable.Outline(
        id: id, kind: kind,
        standing: try Standing(
          verdict: row.optionalText(2), reason: row.optionalText(3), copy: row.optionalText(4)),
        sent: row.integer(5) == 1,
        dependsOn: try QueueRecord.ids(row.optionalText(6), id, "dependencies"),
        owesRead: false)
      return (outline, edge ?? item ?? .none)
    }
  }

  /// Makes a write unanswered again under a fresh key; the old one is kept among the spent.
  fileprivate func renew(_ write: QueueRecord, key: String) throws {
    try connection.run(
      """
      UPDATE queue SET idempotency_key = ?2, spent_keys = ?3, verdict = NULL, reason = NULL,
        copy_id = NULL, answer = NULL, answered_at = NULL, refusals = 0
      WHERE id = ?1
      """,
      [
        .text(write.id), .text(key),
        try QueueRecord.column(write.spentKeys + [write.idempotencyKey]),
      ])
  }
}
