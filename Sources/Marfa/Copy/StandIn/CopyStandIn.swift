import MarfaModel

/// What stands in the server's place behind a copy that lives in memory.
///
/// The copy is the shipping one; this only says what the server's part would be. Its calls come
/// from any thread, with no lock held.
package protocol CopyStandIn: Sendable {
  /// Lets a call begin.
  ///
  /// - Throws: a ``CopyRefusal`` for a call that would not be answered as a real copy answers it.
  func judge(_ call: CopyCall) throws

  /// The refusal of a call for what it was given.
  func refusal(of call: CopyCall, with input: CopyInput) -> any CopyRefusal

  /// What the server makes of a write; `nil` when no answer comes.
  func verdict(of write: QueuedWrite) async -> Verdict?

  /// How items are shown, one answer for each, in their order. Hints of types are not asked.
  func displays(for items: [Item]) async -> [ItemDisplay]

  /// What links in the body of an item could name, one answer for each target, in their order.
  func linkCandidates(of targets: [String], in item: String) async -> [LinkCandidates]

  /// Hears of writes that were queued, in the order of the queue.
  func queued(_ writes: [QueuedWrite])

  /// Hears how every write stands that the queue holds, after some of it was decided.
  func stands(_ writes: [QueuedWrite])
}
