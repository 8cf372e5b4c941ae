/// A place at which the process may die, named by the guarantee that has to hold there.
///
/// In a debug build, ``reach()`` ends the process when ``KillSwitch`` is set to this place; a
/// release build holds nothing of it. The tests start a child with the switch set, let it die, and
/// look at what it left (queue, crash safety).
package enum KillPoint: String, CaseIterable, Sendable {
  // MARK: Queueing

  /// The queue's row is written, what it shows is not; nothing is committed.
  case queueing
  /// The write is committed, and its caller has not heard of it.
  case queued

  // MARK: Sending

  /// The next write is chosen, and not marked as sent.
  case chosen
  /// Several writes are marked as sent, and the last of them has not left.
  case markedAhead
  /// The write is marked as sent, and has not left.
  case marked
  /// The server has answered, and nothing of that is committed.
  case answered
  /// Answers that are committed together have come, and their commit has not begun.
  case gathered

  // MARK: Settling

  /// The verdict is written, the answered row is not; nothing is committed.
  case settling
  /// A refusal is written, its row is not put back; nothing is committed.
  case refusing
  /// Verdict and row are committed; a read that is owed was not made.
  case settled
  /// A row that was owed has been read, and nothing of it is committed.
  case rowRead
  /// A row that was owed is applied, and still counts as owed; nothing is committed.
  case applyingRead

  // MARK: Landing

  /// The minted row is gone, the writes that name it are not moved; nothing is committed.
  case landing
  /// As ``landing``, for a create that the row refused.
  case landingRefused

  // MARK: The server's events

  /// Events are applied, the cursor has not moved; nothing is committed.
  case applyingEvents
  /// Events and cursor are committed, and nobody was told.
  case eventsApplied
  /// A page of a load is committed, and more are to come.
  case loading

  // MARK: Files

  /// A file's bytes are copied beside the store, and have not their name yet; nothing is queued.
  case blobCopied
  /// A file's bytes have their name; nothing is queued.
  case blobKept

  // MARK: Care

  /// A released write has its fresh key, and is not shown again; nothing is committed.
  case releasing
  /// The first of the answered writes is taken out; nothing is committed.
  case forgetting
  /// The row of a write to withdraw has been read; nothing has changed.
  case withdrawalRead
  /// A withdrawn write is out of the queue, its row is not put back; nothing is committed.
  case withdrawing

  /// Ends the process here when the switch is set to this place. Nothing in a release build.
  @inline(__always)
  func reach() {
    #if DEBUG
      KillSwitch.reached(self)
    #endif
  }
}
