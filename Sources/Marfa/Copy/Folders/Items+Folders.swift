extension Items {
  /// A folder's settings; `nil` when it isn't held, or is no folder.
  ///
  /// To hold folders, name `system.folder` among the types to load, or pin them.
  ///
  /// - Throws: `decoding` when its settings can't be read; `hydrationIncomplete`, `copyExpired`,
  ///   `closed`, `store`.
  public func folder(_ id: String) async throws -> Folder? {
    try await core.read { try $0.folder(id) }
  }

  /// Exactly the items that a folder's search holds: all of them, or an error.
  ///
  /// Waiting writes of this device count as done. Items of the types of `system` are in no folder.
  ///
  /// - Parameters:
  ///   - id: the folder.
  ///   - sort: the order.
  ///   - limit: at most this many; `nil` is all.
  ///   - offset: so many left out at the front.
  /// - Throws: `notFound` with code `not_held` when the folder isn't held; `invalid` when it is
  ///   revoked or no folder, when the copy holds only a part of what its search names, or when the
  ///   search says something that can't be followed here, such as a `backref` condition;
  ///   `hydrationIncomplete` also before the first load; `copyExpired`, `closed`, `store`.
  public func list(
    inFolder id: String, sort: Sort = .newestFirst, limit: UInt32? = nil, offset: UInt32? = nil
  ) async throws -> [Item] {
    try await core.read { try $0.list(inFolder: id, sort: sort, limit: limit, offset: offset) }
  }
}
