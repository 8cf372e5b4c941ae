extension Items {
  /// The item that a conflicted copy was split from: what its `derived-from` edge leads to.
  ///
  /// - Returns: `nil` unless the copy is held outside the bin and tagged `conflicted-copy`. The
  ///   original need not be held.
  /// - Throws: `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func original(ofConflictedCopy id: String) async throws -> String? {
    try await core.read { try $0.original(ofConflictedCopy: id) }
  }

  /// The conflicted copies of an item that are held outside the bin, oldest first.
  ///
  /// The original need not be held.
  ///
  /// - Throws: as ``original(ofConflictedCopy:)``.
  public func conflictedCopies(of id: String) async throws -> [Item] {
    try await core.read { try $0.conflictedCopies(of: id) }
  }

  /// The small image that an item carries in its type's `thumbnail` field, without a request.
  ///
  /// - Returns: `nil` when it carries none.
  /// - Throws: `notFound` with code `not_held`; `decoding` when the field holds no image; the rest
  ///   as ``original(ofConflictedCopy:)``.
  public func thumbnail(_ id: String) async throws -> Thumbnail? {
    try await core.read { try $0.thumbnail(id) }
  }

  /// Destroys an item of the bin, here and at the server. It is sent at once and never queued.
  ///
  /// - Parameter version: the version that is destroyed; `nil` is the one held.
  /// - Throws: `notFound` with code `not_held` when it isn't held and no version is given;
  ///   `validation` with code `invalid_transition` when it shows outside the bin; `invalid` while a
  ///   change of it waits; `server` with status 409 and code `version_conflict`; `copyExpired` when
  ///   another instance answers; `network`, after which it may have happened all the same; by what
  ///   the server answered `unauthorized`, `forbidden`, `rateLimited`, `server`, `unnamed`,
  ///   `redirected`, `contractMismatch`; `noServer`, `readingHandle`, `hydrationIncomplete`,
  ///   `closed`, `storageFull`, `store`. Nothing has changed here then.
  public func purge(_ id: String, version: Int64? = nil) async throws {
    try await core.purge(id, version: version)
  }

  /// One page of the server's bin, the newest change first. Nothing of it is held.
  ///
  /// - Parameters:
  ///   - type: a type with its subtypes; `nil` is every one but those of `system`.
  ///   - cursor: the ``BinPage/nextCursor`` of the page before.
  ///   - limit: the most items, from 1 to 100.
  /// - Throws: `noServer`, `network`; by what the server answered `unauthorized`, `forbidden`,
  ///   `validation`, `unknownType`, `rateLimited`, `server`, `unnamed`, `redirected`, `decoding`,
  ///   `contractMismatch`; `canceled`, `closed`, `store`.
  public func bin(type: String? = nil, after cursor: String? = nil, limit: Int = 50) async throws
    -> BinPage
  {
    try await core.bin(type: type, after: cursor, limit: limit)
  }

  /// The items of a saved view.
  ///
  /// - Parameters:
  ///   - id: the view.
  ///   - sort: the order; `nil` is the view's own.
  ///   - limit: at most this many; `nil` is all.
  ///   - offset: so many left out at the front.
  /// - Throws: `notFound` with code `not_held` when the view isn't held; `invalid` when the copy
  ///   holds only a part of what the view names, or its filter asks for `backref`; `validation`
  ///   with code `validation_error` for a filter outside the grammar; `decoding` when its settings
  ///   can't be read; `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func list(
    inView id: String, sort: Sort? = nil, limit: UInt32? = nil, offset: UInt32? = nil
  ) async throws -> [Item] {
    try await core.read { try $0.list(inView: id, sort: sort, limit: limit, offset: offset) }
  }

  /// The items of a saved view by what it groups them by, those without a value last.
  ///
  /// The values of an `enum` field come in the order it lists them, others in ascending order.
  ///
  /// - Parameter limit: the most items of each group; `nil` is all.
  /// - Throws: `invalid` for a view without a grouping; the rest as
  ///   ``list(inView:sort:limit:offset:)``.
  public func groups(inView id: String, limit: UInt32? = nil) async throws -> [ViewGroup] {
    try await core.read { try $0.groups(inView: id, limit: limit) }
  }
}
