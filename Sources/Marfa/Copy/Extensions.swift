/// What other programs keep beside an item, one JSON object a namespace.
public struct Extensions: Sendable {
  let core: CopyCore

  /// Queues what a namespace says of an item, whole.
  ///
  /// - Throws: `invalid` for an empty namespace; `notFound` when the item is not held;
  ///   `readingHandle`; `hydrationIncomplete`; `copyExpired`; `closed`; `storageFull`; `store`.
  @discardableResult
  public func write(_ namespace: String, _ body: JSONObject, on id: String) async throws
    -> QueuedWrite
  {
    try await core.write { try $0.writeExtension(namespace, body, on: id) }
  }

  /// Queues the removal of what a namespace says of an item.
  ///
  /// - Throws: as ``write(_:_:on:)``.
  @discardableResult
  public func delete(_ namespace: String, from id: String) async throws -> QueuedWrite {
    try await core.write { try $0.deleteExtension(namespace, from: id) }
  }
}
