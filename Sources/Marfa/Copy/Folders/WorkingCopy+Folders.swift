/// The writing of folders, which is asked of the server at once and never queued.
extension WorkingCopy {
  /// Makes a folder at the server.
  ///
  /// It is held here from then on where the slice takes `system.folder`; else ``pin(_:)`` holds it.
  ///
  /// - Parameters:
  ///   - settings: what it holds; ``FolderSettings/title`` is needed.
  ///   - idempotencyKey: a key under which a repeat gets the first one's answer and makes no second
  ///     folder; `nil` makes one for this call alone. To try again after `network`, pass your own.
  /// - Returns: the folder as the server keeps it.
  /// - Throws: `invalid` for settings that no folder could follow, before anything is sent;
  ///   `unknownType` and `validation` for those that the server refuses; `forbidden` for a key that
  ///   may not write folders; `network`, after which it may have been made all the same; by what
  ///   the server answered `unauthorized`, `rateLimited`, `server`, `unnamed`, `redirected`,
  ///   `decoding`, `contractMismatch`; `noServer`, `readingHandle`, `hydrationIncomplete`,
  ///   `copyExpired`, `closed`, `storageFull`, `store`. Cancelling the task takes nothing back.
  @discardableResult
  public func createFolder(_ settings: FolderSettings, idempotencyKey: String? = nil) async throws
    -> Folder
  {
    try await core.createFolder(settings, key: idempotencyKey)
  }

  /// Puts settings in place of those that a folder has, at the server.
  ///
  /// A change that was made on an earlier version is taken as long as none of its settings has
  /// changed since.
  ///
  /// - Parameters:
  ///   - id: the folder; it need not be held.
  ///   - change: the settings; at least one.
  ///   - baseVersion: the version on which the change was made.
  ///   - idempotencyKey: as for ``createFolder(_:idempotencyKey:)``.
  /// - Returns: the folder as the server keeps it.
  /// - Throws: `server` with status 409 and code `version_conflict` when another one changed the same
  ///   setting; `validation` with code `invalid_transition` for a revoked folder; `notFound` when the
  ///   server has no such folder; the rest as ``createFolder(_:idempotencyKey:)``.
  @discardableResult
  public func changeFolder(
    _ id: String, _ change: FolderSettingsChange, baseVersion: Int64, idempotencyKey: String? = nil
  ) async throws -> Folder {
    try await core.changeFolder(id, change, baseVersion: baseVersion, key: idempotencyKey)
  }

  /// Ends a folder for good, at the server. Its items stay.
  ///
  /// - Parameters:
  ///   - id: the folder; it need not be held.
  ///   - idempotencyKey: as for ``createFolder(_:idempotencyKey:)``.
  /// - Returns: the folder as the server keeps it.
  /// - Throws: `validation` with code `invalid_transition` for one that is revoked; `notFound` when
  ///   the server has no such folder; the rest as ``createFolder(_:idempotencyKey:)``.
  @discardableResult
  public func revokeFolder(_ id: String, idempotencyKey: String? = nil) async throws -> Folder {
    try await core.revokeFolder(id, key: idempotencyKey)
  }

  /// Full-text search among the items of a folder, best first.
  ///
  /// - Parameters:
  ///   - query: the words; in double quotes, a phrase.
  ///   - id: the folder.
  ///   - limit: at most so many; negative is none.
  /// - Throws: as ``Items/list(inFolder:sort:limit:offset:)``.
  public func search(_ query: String, inFolder id: String, limit: Int = 20) async throws
    -> [SearchHit]
  {
    try await core.search(query, limit: limit) { try $0.query(ofFolder: id) }
  }
}
