import MarfaModel
import MarfaSQL

/// What a person or an app does with writes that are decided or stuck, inside one transaction.
struct QueueCare {
  private let overlay: Overlay
  /// Answered writes that something is still to be worked out of.
  private let keeping: Set<String>
  private var queue: QueueStore { overlay.queue }

  /// Makes one over an open transaction.
  init(_ connection: any SQLConnection, rows: any CopyRows, keeping: Set<String> = []) {
    self.keeping = keeping
    overlay = Overlay(connection, rows: rows)
  }

  // MARK: - Clearing

  /// Clears the writes that nothing needs any more.
  ///
  /// - Returns: how many.
  func forgetAnswered() throws -> UInt64 {
    let ids = Forgettable.find(in: try queue.outlines()).subtracting(keeping)
    for id in ids {
      try queue.remove(id)
      KillPoint.forgetting.reach()
    }
    return UInt64(ids.count)
  }

  /// Clears the same writes, and answers them in queue order.
  func takeAnswered() throws -> [QueuedWrite] {
    let all = try queue.outlines()
    let ids = Forgettable.find(in: all).subtracting(keeping)
    return try all.filter { ids.contains($0.id) }.compactMap { outline in
      let write = try queue.record(outline.id)
      try queue.remove(outline.id)
      KillPoint.forgetting.reach()
      return write?.queuedWrite
    }
  }

  /// Takes a refused write out with the content it carried. The copy does not change.
  ///
  /// - Returns: `false` when it is not refused, a waiting write depends on it, or its row is still
  ///   to be read.
  /// - Throws: `MarfaError.notFound` for an unknown id.
  func discard(_ id: String) throws -> Bool {
    let all = try queue.outlines()
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
    let all = try queue.outlines()
    guard let write = all.first(where: { $0.id == id }) else { throw Self.unknown(id) }
    guard WriteLife.next(write.life, .released) != nil, !waitsForGone(write, all) else {
      return false
    }
    try release([id], all, mint)
    return true
  }

  /// Releases every write that is blocked for a reason; dead ones stay.
  ///
  /// - Returns: how many were blocked for it and are free now.
  func release(reason: BlockedReason, mint: () -> String) throws -> UInt64 {
    let all = try queue.outlines()
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
    KillPoint.releasing.reach()
    // In queue order, so that an edge finds the item it starts at shown again.
    for write in all where freed.contains(write.id) {
      if let record = try queue.record(write.id) { try overlay.relay(record.subject) }
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

  private static func unknown(_ id: String) -> MarfaError {
    .notFound(code: "queued_write_not_found", message: "This write is not in the queue any more.")
  }
}

extension QueueStore {
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
