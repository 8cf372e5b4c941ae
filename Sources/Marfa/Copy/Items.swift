/// The items of a working copy.
///
/// Reads answer from the copy alone and show waiting writes as they leave their rows. Writes are
/// queued, show at once, and are sent by the next drain.
public struct Items: Sendable {
  let core: CopyCore

  /// The items that the narrowings leave, in the order asked.
  ///
  /// Without a state only active items are listed; see ``ListFilters``.
  ///
  /// - Throws: `MarfaError.validation` with code `validation_error` for a filter, a type or a time
  ///   that cannot be read; `invalid` for a `backref` condition, which a copy cannot answer;
  ///   `hydrationIncomplete` and `copyExpired` while the copy is not whole; `closed`; `store`.
  public func list(_ filters: ListFilters = ListFilters(), sort: Sort = .newestFirst) async throws
    -> [Item]
  {
    try await core.read { try $0.list(filters, sort: sort) }
  }

  /// One item, in any state but the bin; `nil` when it is not held or is in the bin.
  ///
  /// - Throws: `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func get(_ id: String) async throws -> Item? {
    try await core.read { try $0.get(id) }
  }

  /// Queues a new item, which shows at once.
  ///
  /// Its tags become writes of their own that wait for it. An item the slice does not take is held
  /// as a pin. Until it is answered its version is 0.
  ///
  /// - Returns: the create's own write; ``QueuedWrite/itemId`` is the id of the item.
  /// - Throws: `unknownType` when the catalog lacks the type; `validation` for values, tags or ids
  ///   that break a rule; `invalid` for a number that JSON cannot write; `readingHandle`;
  ///   `hydrationIncomplete`; `copyExpired`; `closed`; `storageFull`; `store`. Nothing is queued.
  @discardableResult
  public func create(_ draft: Draft) async throws -> QueuedWrite {
    try await core.write { try $0.create(draft) }
  }

  /// Queues a change made on the version that the copy holds.
  ///
  /// - Throws: `notFound` when it is not held or in the bin; `invalid` when
  ///   ``Edit/baseVersion`` is another version than the held one; the rest as ``create(_:)``.
  @discardableResult
  public func update(_ id: String, _ edit: Edit) async throws -> QueuedWrite {
    try await core.write { try $0.update(id, edit, asRead: false) }
  }

  /// Queues a change made on this or an earlier version; the server merges it.
  ///
  /// - Throws: as ``update(_:_:)``; `invalid` for a version newer than the held one.
  @discardableResult
  public func updateAsRead(_ id: String, _ edit: Edit) async throws -> QueuedWrite {
    try await core.write { try $0.update(id, edit, asRead: true) }
  }

  /// Queues a move to the bin.
  ///
  /// - Throws: `notFound` when it is not held; the rest as ``create(_:)``.
  @discardableResult
  public func delete(_ id: String) async throws -> QueuedWrite {
    try await core.write { try $0.delete(id) }
  }

  /// Queues a way out of the bin.
  ///
  /// A held item shows restored at once. One that is not held appears once it is answered.
  ///
  /// - Throws: as ``create(_:)``.
  @discardableResult
  public func restore(_ id: String) async throws -> QueuedWrite {
    try await core.write { try $0.restore(id) }
  }

  /// Queues a move to another state.
  ///
  /// - Throws: `validation` with code `invalid_transition` for a move its state does not allow;
  ///   `invalid` for `revoked`; `notFound` when it is not held; the rest as ``create(_:)``.
  @discardableResult
  public func transition(_ id: String, to state: ItemState) async throws -> QueuedWrite {
    try await core.write { try $0.transition(id, to: state) }
  }
}
