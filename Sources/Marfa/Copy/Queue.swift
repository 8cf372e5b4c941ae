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
    try await core.forgetAnswered()
  }
}
