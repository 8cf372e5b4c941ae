import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// What stands behind a working copy: the feed and the turns, which last, and the session, which a
/// change of the key replaces.
final class CopyCore: Sendable {
  let feed: Feed
  let bell = QueueBell()
  let drains = Turnstile()
  /// Asks for the names in bodies, one pass at a time.
  let naming = Turnstile()
  let clock: any WaitingClock
  private let gate = CallGate()
  /// What stands in the server's place, behind a copy for tests.
  let standIn: (any CopyStandIn)?
  private let syncs = Turnstile()
  private let current: Lock<CopySession>
  let opening: CopyOpening
  /// The files beside the store; `nil` for a store that is in memory.
  let blobs: BlobCache?
  /// The most bytes of files that are kept.
  let blobLimit: Int64
  /// Takes files in and forgets them, one at a time.
  let fileWork = Turnstile()

  /// Takes over an opened store.
  ///
  /// - Parameters:
  ///   - opening: how it is opened again.
  ///   - blobLimit: the most bytes of files that are kept.
  init(
    _ opened: CopyOpening.Opened, by opening: CopyOpening,
    blobLimit: Int64 = Tuning.blobCacheBytes, standIn: (any CopyStandIn)? = nil
  ) {
    self.opening = opening
    blobs = opening.file.map { BlobCache(store: $0) }
    self.blobLimit = blobLimit
    let clock = opening.environment.clock
    self.clock = clock
    self.standIn = standIn
    // The feed tells its source who holds it; the source tells the feed what comes.
    let source = Lock<(@Sendable () -> Void)?>(nil)
    let feed = Feed(hasServer: opened.line != nil) { source.withLock { $0 }?() }
    self.feed = feed
    current = Lock(CopySession(opened, feed: feed, clock: clock))
    source.withLock { $0 = { [weak self] in self?.session.heldChanged() } }
  }

  /// What the copy works with now. Inside a call it does not change.
  var session: CopySession { current.withLock { $0 } }
  var store: CopyStore { session.store }
  var handle: Handle { store.handle }
  /// Whether the copy is closed or closing.
  var isClosed: Bool { gate.isClosed }
  /// Waits until no key is being changed, or the calling task is cancelled.
  func untilSettled() async { await gate.untilSettled() }
  var bench: SyncBench? { session.bench }
  private var follow: Follow? { session.follow }
  var indexer: IdleIndexer { session.indexer }

  /// Answers from one snapshot, in whatever state the copy is.
  func look<T: Sendable>(
    from function: StaticString = #function, in file: StaticString = #fileID,
    _ body: @escaping @Sendable (CopyReader) throws -> T
  ) async throws -> T {
    let judge = judge(function, file)
    return try await call(from: function, in: file) { [self] in
      let store = store
      return try await store.database.readWhole {
        try body(CopyReader(connection: $0, types: store.catalog, judge: judge))
      }
    }
  }

  /// Answers from one snapshot of a copy that is whole, or was never loaded.
  func read<T: Sendable>(
    from function: StaticString = #function, in file: StaticString = #fileID,
    _ body: @escaping @Sendable (CopyReader) throws -> T
  ) async throws -> T {
    try await look(from: function, in: file) { reader in
      try CopyMeta(reader.connection).requireUsable()
      return try body(reader)
    }
  }

  /// Queues a write and tells of it.
  func write(
    from function: StaticString = #function, in file: StaticString = #fileID,
    _ body: @escaping @Sendable (LocalWriter) throws -> Queued
  ) async throws -> QueuedWrite {
    try await call(from: function, in: file) { [self] in
      try requireWriter()
      return try await queue(from: function, in: file) { writer in
        let queued = try body(writer)
        return (queued.write, queued.changes)
      }
    }
  }

  /// Queues what a body queues in one transaction, logs it there, and tells of it.
  func queue<T: Sendable>(
    from function: StaticString = #function, in file: StaticString = #fileID,
    _ body: @escaping @Sendable (LocalWriter) throws -> (T, [Change])
  ) async throws -> T {
    let time = now
    let types = store.catalog
    let judge = judge(function, file)
    let (outcome, changes, writes) = try await store.database.write { [standIn] connection in
      let heard = try standIn.map { _ in try NewWrites(connection) }
      let (outcome, changes) = try body(
        try LocalWriter(connection, types: types, at: time, judge: judge))
      try ChangeLog(connection).append(changes)
      return (outcome, changes, try heard?.found() ?? [])
    }
    KillPoint.queued.reach()
    standIn?.queued(writes)
    // Nothing was queued: to ring all the same would have a drain that looks call for the next one.
    guard !changes.isEmpty else { return outcome }
    indexer.touched()
    feed.tell(changes)
    bell.ring(.written)
    return outcome
  }

  /// Finds words among the items that a query is made for in one snapshot.
  func search(
    _ query: String, limit: Int, from function: StaticString = #function,
    of file: StaticString = #fileID,
    in items: @escaping @Sendable (CopyReader) throws -> ItemQuery
  ) async throws -> [SearchHit] {
    let judge = judge(function, file)
    return try await call(from: function, in: file) { [self] in
      let session = session
      // A task of its own, so that cancelling the caller does not turn a local answer into an error.
      return try await Task {
        try await session.find(
          query, limit: min(max(0, limit), Int(UInt32.max)), judge: judge, in: items)
      }.value
    }
  }

  func declareTypes(
    _ types: [JSONObject], from function: StaticString = #function,
    in file: StaticString = #fileID
  ) async throws {
    let judge = judge(function, file)
    try await call(from: function, in: file) { [self] in
      try requireWriter()
      let judged = try TypeCatalog.shipped.declared(types)
      try await store.database.write { [store] connection in
        let old = try store.catalog.catalog(connection)
        let ids = Set(judged.map(\.id))
        try judge.refuse(
          .unknownParent,
          if: judged.contains { type in
            type.parent.map { !old.isKnown($0) && !ids.contains($0) } ?? false
          })
        try DeclaredTypes(connection: connection).replace(with: judged)
        // What search reads of a row depends on its type.
        try ItemIndexing(connection).mark(from: old, to: try store.catalog.catalog(connection))
        try ChangeLog(connection).append([Change(origin: .refreshed(.catalog))])
      }
      indexer.touched()
      feed.tell(.refreshed(.catalog))
    }
  }

  func hydrate(
    types: [String], tier: SliceTier, edgeTypes: [String],
    loaded: @escaping @Sendable (UInt64) -> Void = { _ in },
    from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws -> HydrateReport {
    try await sync(from: function, in: file) { [self] bench in
      let slice = try CopySlice(declaring: types, tier: tier, edgeTypes: edgeTypes)
      let report = try await Hydrator(bench: bench, slice: slice, loaded: loaded).run()
      indexer.touched()
      await resolveNames(bench)
      feed.tellReachable()
      feed.tell(.refreshed(.hydrated))
      return report
    }
  }

  func catchUp(
    from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws -> CatchUpReport {
    try await sync(from: function, in: file) { [self] bench in
      let hasChanged = Lock(false)
      let catchUp = CatchUp(bench: bench) { [feed] in
        feed.tell(.refreshed(.catalog))
      } rowsChanged: {
        hasChanged.withLock { $0 = true }
      }
      // Told when it fails half way too: the rows have changed all the same.
      defer {
        indexer.touched()
        if hasChanged.withLock({ $0 }) { feed.tell(.refreshed(.caughtUp)) }
      }
      let report = try await catchUp.run()
      await resolveNames(bench)
      feed.tellReachable()
      return report
    }
  }

  func drain(
    from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws -> DrainReport {
    try await call(from: function, in: file) { [self] in
      let way = try requireWay()
      defer { bell.ring(.settled) }
      return try await drains.pass {
        do {
          let report = try await drain(way)
          try await tellStandIn()
          return report
        } catch {
          try await tellStandIn()
          throw error
        }
      }
    }
  }

  /// One pass of the queue, and another for what is left when the copy was loaded anew under it.
  private func drain(_ way: DrainWay) async throws -> DrainReport {
    try Task.checkCancellation()
    let meta = try await way.meta()
    if let bench = way.bench { await resolveNames(bench) }
    let drainer = Drainer(
      store.database, line: way.line, clock: clock, pace: way.pace,
      rows: { [store] in try store.rows($0, of: meta.generation).rows },
      log: { [self] connection, changes in
        try ChangeLog(connection).append(changes)
        try BodyConflicts.settle(changes, at: now) { try store.rows(connection) }
      })
    let report: DrainReport
    do {
      report = try await drainer.drain()
    } catch {
      // What was settled before the trouble is not taken back.
      indexer.touched()
      feed.tell(.refreshed(.drained))
      guard try await store.meta().generation != meta.generation else { throw error }
      return try await drain(way)
    }
    indexer.touched()
    if report.answered > 0 { feed.tellReachable() }
    feed.tell(
      report.verdicts.filter { $0.verdict != nil }.map {
        Change(origin: .answered($0), itemId: $0.itemId, edgeId: $0.edgeId)
      })
    if !report.verdicts.isEmpty { feed.tell(.refreshed(.drained)) }
    return report
  }

  /// Closes the store, and opens it again under another key.
  func useKey(
    _ key: String, from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws {
    try judge(function, file).begin()
    // A task of its own: a change that was begun is brought to its end.
    try await Task { try await change(to: key) }.value
  }

  private func change(to key: String) async throws {
    do {
      guard !gate.isClosed else {
        throw MarfaError.closed(message: MarfaErrorKind.closed.sentence)
      }
      guard let server = opening.server else {
        throw MarfaError.noServer(message: MarfaErrorKind.noServer.sentence)
      }
      var opening = opening
      opening.server = Server(url: server.url, key: key)
      let again = opening
      try await gate.change {
        await session.stop()
      } working: {
        await session.release()
        let opened = try await again.open()
        current.withLock { $0 = CopySession(opened, feed: feed, clock: clock) }
        // A follow that the old key had stopped goes on.
        feed.beginAnew()
        session.heldChanged()
        // What another process saved meanwhile no version can tell of: it was counted anew.
        if handle == .reader { feed.tell(.saved(dataVersion: opened.known)) }
      } releasing: {
        feed.finish()
        await session.release()
      }
      // What the old key held back may go out under the new one.
      bell.ring([.rekeyed, .sendable, .decided])
    } catch {
      throw MarfaError(storing: error)
    }
  }

  func close() async {
    await gate.close {
      await session.stop()
      feed.finish()
    } releasing: {
      await session.release()
    }
  }

  var now: Timestamp { Timestamp(clamping: clock.unixMilliseconds) }

  /// Runs a call unless the copy is closed; whatever it throws becomes the one error.
  ///
  /// - Parameters:
  ///   - function: the public call, by which a stand-in for the server knows it. Whoever asks the
  ///     core on behalf of a public call hands on that call's.
  ///   - file: where it is made.
  func call<T>(
    from function: StaticString = #function, in file: StaticString = #fileID,
    _ body: () async throws -> T
  ) async throws -> T {
    do {
      return try await gate.run {
        try judge(function, file).begin()
        return try await body()
      }
    } catch let refusal as any CopyRefusal {
      throw refusal
    } catch {
      throw MarfaError(storing: error)
    }
  }

  /// Runs a hydration or catch-up, one at a time, while nothing is followed.
  private func sync<T>(
    from function: StaticString, in file: StaticString, _ body: (SyncBench) async throws -> T
  ) async throws -> T {
    try await call(from: function, in: file) { [self] in
      let bench = try requireServer()
      if Task.isCancelled { throw CancellationError() }
      defer { bell.ring(.settled) }
      let outcome = try await syncs.passIfFree {
        guard let follow else { return try await body(bench) }
        return try await follow.pausing { try await body(bench) }
      }
      guard let outcome else {
        throw MarfaError.invalid(message: "The copy is being loaded or caught up already.")
      }
      return outcome
    }
  }

  func requireWriter() throws(MarfaError) {
    guard store.handle == .writer else {
      throw .readingHandle(message: MarfaErrorKind.readingHandle.sentence)
    }
  }

  /// The role is asked before the server, so that a second opener hears the true reason.
  func requireServer() throws(MarfaError) -> SyncBench {
    try requireWriter()
    guard let bench else { throw .noServer(message: MarfaErrorKind.noServer.sentence) }
    return bench.forCall()
  }
}
