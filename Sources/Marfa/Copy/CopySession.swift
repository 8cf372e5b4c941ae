import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// What a copy works with from one opening of its store to the next: the store in its role, the way
/// to the server, what follows and what indexes.
struct CopySession: Sendable {
  let store: CopyStore
  /// What hydrating, catching up and draining work with; `nil` without a server.
  let bench: SyncBench?
  let follow: Follow?
  let search: ItemSearch
  let indexer: IdleIndexer
  private let watch: Watch?
  private let transport: (any HTTPTransport)?

  /// Takes over an opened store. Nothing is followed before ``heldChanged()``.
  init(_ opened: CopyOpening.Opened, feed: Feed, clock: any WaitingClock) {
    store = opened.store
    transport = opened.transport
    search = ItemSearch(store.database) { [types = store.catalog] in try types.catalog($0) }
    let indexer = IdleIndexer(search, clock: clock)
    self.indexer = indexer
    bench = opened.line.map { SyncBench(store: opened.store, line: $0, clock: clock) }
    switch (store.handle, bench) {
    case (.reader, _):
      watch = Watch(known: opened.known, database: store.database, feed: feed, clock: clock)
      follow = nil
    case (.writer, let bench?):
      follow = Follow(
        session: CopyFollowing(bench: bench, feed: feed) { [indexer] in indexer.touched() },
        feed: feed, clock: clock)
      watch = nil
    case (.writer, nil):
      (follow, watch) = (nil, nil)
    }
  }

  /// Looks whether anybody holds a stream.
  func heldChanged() {
    watch?.heldChanged()
    follow?.heldChanged()
  }

  /// Ends what works by itself, and tells nothing afterwards.
  func stop() async {
    await follow?.close()
    await watch?.close()
  }

  /// Gives back the network, the store and the role.
  func release() async {
    await indexer.close()
    await transport?.close()
    await store.close()
  }
}

extension CopySession {
  /// Finds words among the items that a query is made for in one snapshot, best first.
  ///
  /// - Throws: as ``CopyMeta/requireUsable()``; what making the query throws.
  func find(
    _ text: String, limit: Int, judge: CallJudge,
    in items: @escaping @Sendable (CopyReader) throws -> ItemQuery
  ) async throws -> [SearchHit] {
    let types = store.catalog
    let (catalog, narrowing) = try await store.database.read { connection in
      try CopyMeta(connection).requireUsable()
      let reader = CopyReader(connection: connection, types: types, judge: judge)
      return (try reader.catalog(), try items(reader))
    }
    // A reader cannot fold what was just written into the index; it reads those rows one by one.
    return try await search.find(
      text, narrowing, limit: limit, folding: store.handle == .writer
    ).map { hit in
      SearchHit(item: hit.item.item(in: catalog), score: hit.score, snippet: hit.excerpt)
    }
  }
}
