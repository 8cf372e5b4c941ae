/// The saved views: items of the type `system.view`, written and synced like any other.
///
/// A view that is made here works at once and offline. To hold the views that were made elsewhere,
/// name `system.view` among the types to load. A view that was written, here or elsewhere, is told as
/// `Change.Refresh.viewWritten` besides.
public struct Views: Sendable {
  let core: CopyCore

  /// Queues a new view, which can be listed at once. Its id is the write's `itemId`.
  ///
  /// - Throws: `validation` with code `validation_error` for settings that could never be shown;
  ///   `readingHandle`; `hydrationIncomplete`; `copyExpired`; `closed`; `storageFull`; `store`.
  @discardableResult
  public func create(_ settings: ViewSettings) async throws -> QueuedWrite {
    try await core.write { try $0.createView(settings) }
  }

  /// Queues a change of a view, made on the version that is held.
  ///
  /// - Throws: `notFound` with code `not_held`; `invalid` when it was made on another version;
  ///   the rest as ``create(_:)``.
  @discardableResult
  public func change(_ id: String, _ change: ViewSettingsChange, baseVersion: Int64) async throws
    -> QueuedWrite
  {
    try await core.write { try $0.changeView(id, change, baseVersion: baseVersion) }
  }

  /// Queues the move of a view to the bin; it is no longer listed at once.
  ///
  /// - Throws: `notFound` with code `not_held`; the rest as ``create(_:)``.
  @discardableResult
  public func delete(_ id: String) async throws -> QueuedWrite {
    try await core.write { try $0.deleteView(id) }
  }

  /// Every view that is held, by title, then by id.
  ///
  /// Views whose settings can't be read are left out; ``get(_:)`` says why.
  ///
  /// - Throws: `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func all() async throws -> [SavedView] {
    try await core.read { try $0.views() }
  }

  /// One view; `nil` when it isn't held or is in the bin.
  ///
  /// - Throws: `decoding` when its settings can't be read; the rest as ``all()``.
  public func get(_ id: String) async throws -> SavedView? {
    try await core.read { try $0.view(id) }
  }
}
