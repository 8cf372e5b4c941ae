/// The writes of a working copy: those that wait, and those whose answer was not forgotten yet.
public struct Queue: Sendable {
  let core: CopyCore

  /// Every write, in the order of sending. It answers in whatever state the copy is.
  ///
  /// - Throws: `closed`, `store`.
  public func all() async throws -> [QueuedWrite] {
    try await core.look { try $0.queue() }
  }

  /// Sends what can be sent, each write once, and reports what became of every one.
  ///
  /// An unreachable server is a normal report, not an error. One drain runs at a time; a second
  /// waits and sends what is left. When the calling task is cancelled the write in flight is still
  /// settled, nothing further is sent, and the rest stays queued under its keys.
  ///
  /// - Throws: `closed`; `canceled`; `readingHandle`; `noServer`; `noCursor`,
  ///   `hydrationIncomplete` and `copyExpired` while the copy cannot take answers;
  ///   `contractMismatch`; `redirected`; `storageFull`; `store`.
  @discardableResult
  public func drain() async throws -> DrainReport {
    try await core.drain()
  }

  /// Forgets the writes that nothing needs any more, and answers how many.
  ///
  /// Kept are those that wait, are blocked or dead, that a waiting write depends on, and refused
  /// ones that carried content.
  ///
  /// - Throws: `readingHandle`, `closed`, `store`.
  @discardableResult
  public func forgetAnswered() async throws -> UInt64 {
    try await core.care { try $0.forgetAnswered() }
  }

  /// Forgets the same writes, and answers them in the order of the queue, in one transaction.
  ///
  /// - Throws: `readingHandle`, `closed`, `store`.
  public func takeAnswered() async throws -> [QueuedWrite] {
    try await core.care { try $0.takeAnswered() }
  }

  /// Takes a refused write out, with the content it carried. The copy does not change.
  ///
  /// - Returns: `false` when the write is not refused, or a waiting write depends on it.
  /// - Throws: `notFound` for an unknown id; `readingHandle`, `closed`, `store`.
  @discardableResult
  public func discard(_ id: String) async throws -> Bool {
    try await core.care { try $0.discard(id) }
  }

  /// Lets a blocked, dead or unsent-refused write go out again under a fresh idempotency key.
  ///
  /// Those that were refused unsent because of it go with it.
  /// Nothing is sent before the next drain.
  ///
  /// - Returns: `false` for a write in any other state, and for one that waits for a write which is
  ///   not in the queue any more.
  /// - Throws: `notFound` for an unknown id; `readingHandle`, `closed`, `store`.
  @discardableResult
  public func release(_ id: String) async throws -> Bool {
    let isFreed = try await core.care { [core] in try $0.release(id, mint: core.mintKey) }
    // No change to tell of, and more waits than before.
    if isFreed { core.feed.nudge() }
    return isFreed
  }

  /// Releases every write that is blocked for a reason, in one transaction. Dead ones stay.
  ///
  /// - Returns: how many were freed.
  /// - Throws: `readingHandle`, `closed`, `store`.
  @discardableResult
  public func release(reason: BlockedReason) async throws -> UInt64 {
    let freed = try await core.care { [core] in try $0.release(reason: reason, mint: core.mintKey) }
    if freed > 0 { core.feed.nudge() }
    return freed
  }

  /// Takes out a write that the server will never take as it is, and puts the server's row back.
  ///
  /// The row is read from the server first; nothing changes unless that succeeds. Unsent writes that
  /// wait for it become refused. It waits for a drain under way. A cancelled call changes nothing.
  ///
  /// - Returns: `false` unless the write is blocked as ``BlockedReason/ancestorUnavailable`` or
  ///   ``BlockedReason/conflictUnresolved``.
  /// - Throws: `notFound` for an unknown id; `invalid` when the copy changed while the row was read,
  ///   three times in a row; `network`, `unauthorized` and the like when it could not be read;
  ///   `noServer`, `readingHandle`, `noCursor`, `hydrationIncomplete`, `copyExpired`, `canceled`,
  ///   `closed`, `store`.
  @discardableResult
  public func withdraw(_ id: String) async throws -> Bool {
    try await core.withdraw(id)
  }
}
