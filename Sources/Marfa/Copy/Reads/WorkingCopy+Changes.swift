import Resilience

extension WorkingCopy {
  /// One page of what changed the copy since a mark, from a log that survives a crash.
  ///
  /// Each change is logged with what it changed, in one transaction. Events that a catch-up applied
  /// are told one by one. The state of the connection isn't logged. A write that was forgotten since
  /// (``Queue/forgetAnswered()``) is told as `.refreshed(.drained)` with its item.
  ///
  /// The log keeps the newest 20,000 changes and begins anew with each ``hydrate(types:tier:edgeTypes:)``.
  /// A mark that it no longer reaches back to, or one of another store, is answered with a single
  /// `.refreshed(.hydrated)`: everything may have changed.
  ///
  /// - Parameters:
  ///   - mark: the ``ChangePage/next`` of the page before; `nil` asks for the present mark alone.
  ///   - limit: the most changes, from 1 to 1,000.
  /// - Throws: `closed`, `store`.
  public func changes(since mark: ChangeMark?, most limit: Int = 500) async throws -> ChangePage {
    try await core.look { try $0.changes(since: mark, most: limit) }
  }

  /// How the copy stands: the present state first, then one element for each batch of changes.
  ///
  /// It observes and drives nothing: hold ``changes()`` to follow the server. While a
  /// ``SyncManager`` keeps the copy in step, the connection is the one that the manager's status
  /// says. An element that isn't read yet takes up what comes after it, so a slow reader gets the
  /// newest state. The sequence ends with ``close()``.
  public func updates() -> AsyncStream<CopyUpdate> {
    // What was read last stands in for what can't be read now: while the key is changed no call is
    // let in, and whoever looks on is to stay. Who has read nothing yet waits for the change to end.
    let known = Lock<(pending: UInt64, hydration: Hydration)?>(nil)
    return core.feed.updates { [core] in
      while true {
        do {
          let facts = try await core.look { try $0.facts() }
          known.withLock { $0 = facts }
          return facts
        } catch {
          if core.isClosed || Task.isCancelled { return nil }
          if let facts = known.withLock({ $0 }) { return facts }
          guard case MarfaError.invalid = error else { return (0, .never) }
          await core.untilSettled()
        }
      }
    }
  }
}
