/// The tags of items, several at a time.
public struct Metadata: Sendable {
  let core: CopyCore

  /// Queues the whole list of an item's tags.
  ///
  /// - Throws: as ``Tags/add(_:to:)``.
  @discardableResult
  public func replaceTags(of id: String, with tags: [String]) async throws -> QueuedWrite {
    try await core.write { try $0.setTags(tags, of: id, replacing: true) }
  }

  /// Queues tags beside those an item has.
  ///
  /// - Throws: as ``Tags/add(_:to:)``.
  @discardableResult
  public func mergeTags(_ tags: [String], into id: String) async throws -> QueuedWrite {
    try await core.write { try $0.setTags(tags, of: id, replacing: false) }
  }
}
