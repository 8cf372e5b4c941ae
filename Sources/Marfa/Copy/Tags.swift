/// The tags of items, one at a time.
public struct Tags: Sendable {
  let core: CopyCore

  /// Queues a tag, which shows at once. A tag write never moves an item's version.
  ///
  /// - Throws: `validation` with code `validation_error` for a tag that is empty, blank or longer
  ///   than 128 UTF-16 units, or beyond 100 on one item; `notFound` when the item is not held;
  ///   `readingHandle`; `hydrationIncomplete`; `copyExpired`; `closed`; `storageFull`; `store`.
  @discardableResult
  public func add(_ tag: String, to id: String) async throws -> QueuedWrite {
    try await core.write { try $0.addTag(tag, to: id) }
  }

  /// Queues the removal of a tag.
  ///
  /// - Throws: `notFound` when the item is not held; the rest as ``add(_:to:)``.
  @discardableResult
  public func remove(_ tag: String, from id: String) async throws -> QueuedWrite {
    try await core.write { try $0.removeTag(tag, from: id) }
  }
}
