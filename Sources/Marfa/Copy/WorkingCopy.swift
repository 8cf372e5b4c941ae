import Foundation
import MarfaEngine

/// A slice of a server's items on this device: read and searched offline, every write queued.
///
/// ```swift
/// let copy = try await WorkingCopy.open(store: file, server: server)
/// try await copy.hydrate(types: ["core.note"], tier: .library)
/// try await copy.items.create(Draft(type: "core.note", properties: ["body": "Bread, milk"]))
/// let report = try await copy.queue.drain()
/// await copy.close()
/// ```
///
/// Nothing runs by itself: loading, catching up and draining are calls. Only a held
/// ``changes()`` sequence works in the background. Every call throws a `MarfaError`.
public final class WorkingCopy: Sendable {
  /// The items.
  public let items: Items
  /// The connections between them.
  public let edges: Edges
  /// Their tags, one at a time.
  public let tags: Tags
  /// Their tags, several at a time.
  public let metadata: Metadata
  /// What other programs keep beside them.
  public let extensions: Extensions
  /// The writes, waiting and answered.
  public let queue: Queue
  /// The types.
  public let catalog: Catalog
  /// The bytes of files.
  public let blobs: Blobs
  /// The saved views.
  public let views: Views

  let core: CopyCore

  init(core: CopyCore) {
    self.core = core
    items = Items(core: core)
    edges = Edges(core: core)
    tags = Tags(core: core)
    metadata = Metadata(core: core)
    extensions = Extensions(core: core)
    queue = Queue(core: core)
    catalog = Catalog(core: core)
    blobs = Blobs(core: core)
    views = Views(core: core)
  }

  /// The role held over the store; after closing, the last one held.
  public var handle: Handle { core.handle }

  /// Opens a store, and makes it where there is none.
  ///
  /// The first opener of a store becomes its writer. A later one, in this process or another, gets
  /// a reading handle, which answers reads and refuses writes.
  ///
  /// - Parameters:
  ///   - store: the store's file. Journals and a lock lie beside it, all readable by their owner
  ///     only.
  ///   - server: the server to sync with; `nil` for a copy that stays by itself.
  /// - Throws: `wrongServer` when the store is bound to another server; `wrongSchema` when another
  ///   build made it, with the number of unsent writes in it; `invalid` for an address that is no
  ///   server's; `storageFull`; `io`; `store`.
  public static func open(store: URL, server: Server? = nil) async throws -> WorkingCopy {
    try await open(store: store, server: server, environment: .standard())
  }

  /// Opens a store for reading only. It never takes the writer's role and writes not a byte.
  ///
  /// - Throws: `invalid` when there is no store, and none is made; `wrongSchema`; `store`.
  public static func openReader(store: URL) async throws -> WorkingCopy {
    try await openReader(store: store, environment: .standard())
  }

  /// What the copy holds, answered in whatever state it is.
  ///
  /// - Throws: `closed`, `store`.
  public func status() async throws -> Status {
    try await core.look { try $0.status() }
  }

  /// Loads the slice whole: all items of the types with their subtypes, tags and edges.
  ///
  /// The queue, pins and declared types are kept. It pauses the follow. An interrupted load is not
  /// resumed: reads are refused until another one completes.
  ///
  /// - Parameters:
  ///   - types: the types to hold; `X.*` is the same as `X`.
  ///   - tier: the tiers to hold.
  ///   - edgeTypes: edge types to hold whole, whatever their ends.
  /// - Throws: `invalid` for a list that is empty or names no type, before anything is sent;
  ///   `unknownType` when a named type is not there; `noServer`; `readingHandle`; `network`,
  ///   `unauthorized`, `forbidden`, `rateLimited`, `server`, `unnamed`, `redirected`,
  ///   `contractMismatch`, `decoding` by what the server answered; `noCursor` when it named no
  ///   event to follow from; `streamIncomplete`; `wrongServer`; `storageFull`; `canceled`;
  ///   `closed`.
  @discardableResult
  public func hydrate(types: [String], tier: SliceTier, edgeTypes: [String] = []) async throws
    -> HydrateReport
  {
    try await core.hydrate(types: types, tier: tier, edgeTypes: edgeTypes)
  }

  /// Applies every event since the last one taken.
  ///
  /// It pauses the follow. When the calling task is cancelled, the copy stands at the last event
  /// taken, and a later call goes on from there.
  ///
  /// - Throws: `noCursor` before the first load; `hydrationIncomplete`; `copyExpired` when the
  ///   server can no longer tell everything since; `streamIncomplete` when it broke off; the rest
  ///   as ``hydrate(types:tier:edgeTypes:)``.
  @discardableResult
  public func catchUp() async throws -> CatchUpReport {
    try await core.catchUp()
  }

  /// Replaces the app's whole set of declared types; an empty list clears it.
  ///
  /// They work offline at once, and a hydration registers those that the server lacks. Writes
  /// queued under a type that is no longer declared stay queued.
  ///
  /// - Throws: `invalid` for a definition or an id that breaks a rule, and nothing changes;
  ///   `readingHandle`; `closed`; `storageFull`; `store`.
  public func declareTypes(_ types: [JSONObject]) async throws {
    try await core.declareTypes(types)
  }

  /// The declared types, as the copy holds them.
  ///
  /// - Throws: `closed`, `store`.
  public func declaredTypes() async throws -> [JSONObject] {
    try await core.look { try $0.declaredTypes() }
  }

  /// Full-text search over titles, bodies, further text fields and tags, best first.
  ///
  /// Every word must be found, the last one as the beginning of a word. No text is ever a syntax
  /// error. The bin is never searched.
  ///
  /// - Parameters:
  ///   - query: the words; in double quotes, a phrase.
  ///   - filters: what the hits are narrowed to.
  ///   - limit: at most so many; negative is none.
  /// - Throws: as ``Items/list(_:sort:)``.
  public func search(
    _ query: String, filters: SearchFilters = SearchFilters(), limit: Int = 20
  ) async throws -> [SearchHit] {
    try await core.search(query, limit: limit) { reader in
      try reader.judge.refuse(.filter, if: filters.filter != nil)
      return try ItemQuery(filters, in: reader.catalog())
    }
  }

  /// Everything that happens to the copy from now on, each thing once.
  ///
  /// While at least one sequence is held, a writer with a server follows the server's events, and
  /// a reader watches for what other processes save. A sequence taken later is told present trouble
  /// first. It ends with ``close()``; ending the iteration, or cancelling its task, lets it go.
  ///
  /// A sequence that falls more than 10,000 changes behind is told one `.refreshed(.hydrated)` in
  /// their place: read everything again.
  public func changes() -> AsyncStream<Change> {
    core.feed.stream()
  }

  /// Goes on under another key, by closing the store and opening it again.
  ///
  /// It waits for the slowest call that runs. From its start until the new key is in use, every
  /// other call throws `invalid`, to be asked again. The role is taken anew, so a copy whose role
  /// another process took meanwhile comes back reading. Sequences of changes stay, the queue stays,
  /// and a follow that the old key had stopped goes on. Cancelling the task ends nothing half way.
  ///
  /// - Parameter key: the new key; it is kept in memory only.
  /// - Throws: `closed` for a copy that is closed, or was closed meanwhile; `noServer` for one that
  ///   was opened without; `invalid` while another change is under way; else what opening the store
  ///   throws, and the copy is closed then.
  public func useKey(_ key: String) async throws {
    try await core.useKey(key)
  }

  /// Refuses new calls, lets running ones finish, ends every sequence and releases the store.
  ///
  /// It returns only when all that is done. Calls after it throw `closed`.
  public func close() async {
    await core.close()
  }
}
