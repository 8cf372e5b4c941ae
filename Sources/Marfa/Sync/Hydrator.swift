import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// Loads a slice whole into a copy.
struct Hydrator {
  let bench: SyncBench
  let slice: CopySlice
  /// Told how many items were loaded so far.
  var loaded: @Sendable (UInt64) -> Void = { _ in }

  /// Runs from the head of the log to a copy that is complete.
  ///
  /// - Throws: as `WorkingCopy.hydrate`; `CancellationError` when cancelled. Before the copy's rows
  ///   are replaced nothing is changed; afterwards the copy stays marked as loading.
  func run() async throws -> HydrateReport {
    try Task.checkCancellation()
    try await refuseOtherOrigin()
    let instance = try await bench.reads.instanceId()
    var head = try await headCursor()
    let served = try await bench.reads.catalog()
    let registration = try await bench.registerDeclared(in: served)
    // What was registered moved the log and the catalog: stand behind it.
    if !registration.registered.isEmpty { head = try await headCursor() }
    let catalog = try registration.catalog.catalog()
    try refuseUnknown(in: catalog)
    let first = try await firstPages()
    try Task.checkCancellation()
    let generation = try await begin(catalog, cursor: head, instance: instance)
    var pages: UInt64 = 0
    var items: UInt64 = 0
    for (type, page) in first.items {
      pages += try await loadItems(of: type, page) { count in
        items += UInt64(count)
        loaded(items)
      }
    }
    for (edgeType, page) in first.edges { pages += try await loadEdges(of: edgeType, page) }
    try await loadPins()
    try await layQueueOver()
    try await replay(from: head, generation: generation)
    return try await finish(pages, registration)
  }

  private func refuseOtherOrigin() async throws {
    let bound = try await bench.meta().origin
    guard let bound, bound != bench.line.origin.text else { return }
    throw MarfaError.wrongServer(bound: bound, asked: bench.line.origin.text)
  }

  /// The head of the log, read before any row so that nothing that happens meanwhile is missed.
  private func headCursor() async throws -> String {
    let executor = RetryExecutor(
      policy: Tuning.headPolicy, clock: bench.clock, budget: bench.line.standing.budget)
    do {
      return try await executor.run { [self] in try await askForHead() }
    } catch let untold as HeadUntold {
      throw untold.error
    }
  }

  private func askForHead() async throws -> String {
    do {
      let stream = try await bench.line.events(after: nil, headTimeout: Tuning.headTimeout)
      let reader = StreamReader(stream, clock: bench.clock)
      defer { reader.close() }
      if let cursor = try await firstCursor(reader) { return cursor }
    } catch let error as MarfaError {
      // Asked to wait, nobody comes back at once: the app decides.
      let isAsked = bench.line.pause.left(at: bench.clock.now) > .zero
      throw HeadUntold(error: error, retryAdvice: isAsked ? .never : error.retryAdvice)
    }
    throw HeadUntold(
      error: .noCursor(message: "The server names no event to follow from."),
      retryAdvice: RetryAdvice(.now))
  }

  /// Why the head was not told, and whether asking again at once makes sense.
  private struct HeadUntold: RetryAdvising {
    let error: MarfaError
    let retryAdvice: RetryAdvice
  }

  private func firstCursor(_ reader: StreamReader) async throws -> String? {
    let end = bench.clock.now.advanced(by: Tuning.headTimeout)
    // Comments break the silence and say nothing: they do not put the end off.
    while bench.clock.now < end,
      case .frames(let frames) = try await reader.next(within: bench.clock.now.duration(to: end))
    {
      for frame in frames {
        switch try StreamFrame(frame) {
        case .comment: continue
        case .control(.streamCursor(let cursor, _)): return String(cursor)
        case .control(.streamIncomplete(let reason, _)):
          throw MarfaError.streamIncomplete(
            reason: reason, message: MarfaErrorKind.streamIncomplete.sentence)
        case .control, .event: return nil
        }
      }
    }
    return nil
  }

  private func refuseUnknown(in catalog: TypeCatalog) throws(MarfaError) {
    for type in slice.types where !type.hasSuffix(".*") && !catalog.isKnown(type) {
      throw .unknownType(message: "The server does not know the type \(type).")
    }
    for edgeType in slice.edgeTypes where catalog.edgeDefinition(edgeType) == nil {
      throw .unknownType(message: "The server does not know the edge type \(edgeType).")
    }
  }

  /// Clears the rows and marks the copy as loading; queue, pins and declared types stay.
  private func begin(_ catalog: TypeCatalog, cursor: String, instance: String) async throws
    -> Int64
  {
    try await bench.store.database.write { [bench, slice] connection in
      var meta = try CopyMeta(connection)
      if meta.origin != nil, meta.origin != bench.line.origin.text {
        throw MarfaError.wrongServer(bound: meta.origin ?? "", asked: bench.line.origin.text)
      }
      meta.origin = bench.line.origin.text
      meta.instanceId = instance
      meta.slice = slice
      meta.cursor = cursor
      meta.isLoading = true
      meta.expiredBecause = nil
      meta.generation += 1
      try ItemStore(connection).removeAll()
      try EdgeStore(connection).removeAll()
      try connection.run("DELETE FROM beneath")
      try connection.run("DELETE FROM read_backs WHERE landing = ''")
      if try CatalogStore(connection, bench.store.catalog.served).replace(with: catalog)
        || meta.catalogVersion == 0
      {
        meta.catalogVersion += 1
      }
      try meta.save(connection)
      return meta.generation
    }
  }

  /// The first page of everything that is loaded, read before anything is cleared: what the key
  /// may not read, or the server cannot serve, leaves the copy as it is.
  private func firstPages() async throws -> (
    items: [(String, ItemPage)], edges: [(String, EdgePage)]
  ) {
    var items: [(String, ItemPage)] = []
    for type in slice.types {
      items.append(
        (type, try await bench.reads.items(type: type, tier: slice.tier, from: PageTurn())))
    }
    var edges: [(String, EdgePage)] = []
    for edgeType in slice.edgeTypes {
      edges.append((edgeType, try await bench.reads.edges(ofType: edgeType, from: PageTurn())))
    }
    return (items, edges)
  }

  private func loadItems(
    of type: String, _ first: ItemPage, held: (Int) -> Void
  ) async throws -> UInt64 {
    var pages: UInt64 = 0
    var page = first
    while true {
      pages += 1
      // One page is read while the one before is written.
      let coming = page.next.map { reading(type, $0) }
      do {
        try Task.checkCancellation()
        try await hold(page.rows)
        held(page.rows.count)
      } catch {
        coming?.cancel()
        throw error
      }
      guard let coming else { return pages }
      page = try await withTaskCancellationHandler {
        try await coming.value
      } onCancel: {
        coming.cancel()
      }
    }
  }

  private func reading(_ type: String, _ turn: PageTurn) -> Task<ItemPage, any Error> {
    Task { [bench, slice] in
      try await bench.reads.items(type: type, tier: slice.tier, from: turn)
    }
  }

  private func hold(_ rows: [ArrivedItem]) async throws {
    try await bench.store.database.write { connection in
      let items = ItemStore(connection)
      let edges = EdgeStore(connection)
      for row in rows {
        try items.put(ItemRow(row.item))
        for edge in row.edges { try edges.put(edge) }
      }
    }
    KillPoint.loading.reach()
  }

  private func loadEdges(of edgeType: String, _ first: EdgePage) async throws -> UInt64 {
    var pages: UInt64 = 0
    var page = first
    while true {
      try Task.checkCancellation()
      let edges = page.edges
      try await bench.store.database.write { connection in
        let store = EdgeStore(connection)
        for edge in edges { try store.put(edge) }
      }
      pages += 1
      guard let turn = page.next else { return pages }
      page = try await bench.reads.edges(ofType: edgeType, from: turn)
    }
  }

  private func loadPins() async throws {
    let missing = try await bench.store.database.read { connection in
      let items = ItemStore(connection)
      return try bench.rows(connection).pinned().filter { try items.holds($0) == false }
    }
    for id in missing {
      try Task.checkCancellation()
      do {
        if let row = try await bench.reads.item(id) { try await hold([row]) }
      } catch MarfaError.forbidden, MarfaError.validation {
        // Not readable: the pin stays and holds nothing.
      }
    }
  }

  /// Lays every waiting write over the rows that were loaded.
  private func layQueueOver() async throws {
    try await bench.store.database.write { [bench] connection in
      let overlay = Overlay(connection, rows: try bench.rows(connection).rows)
      // In queue order, so that an edge finds the item it starts at shown again.
      for subject in try overlay.queue.laidSubjects() { try overlay.relay(subject) }
    }
  }

  /// Takes what happened while the rows were read.
  private func replay(from head: String, generation: Int64) async throws {
    var taker = EventTaker(bench: bench, generation: generation)
    var cursor = head
    while true {
      try Task.checkCancellation()
      let stream = try await bench.line.events(
        after: cursor, headTimeout: Tuning.firstFrameTimeout)
      let reader = StreamReader(stream, clock: bench.clock)
      defer { reader.close() }
      var needsCatalog = false
      var progress = bench.clock.now
      reading: while true {
        guard progress.duration(to: bench.clock.now) < Tuning.progressTimeout,
          case .frames(let frames) = try await reader.next(within: Tuning.firstFrameTimeout)
        else {
          throw MarfaError.streamIncomplete(
            reason: "ended_early", message: MarfaErrorKind.streamIncomplete.sentence)
        }
        let outcome = try await taker.take(frames)
        if outcome.isLive { return }
        if outcome.sawEvents { progress = bench.clock.now }
        if outcome.needsCatalog {
          needsCatalog = true
          break reading
        }
      }
      if needsCatalog { _ = try await bench.adoptCatalog() }
      cursor = try await bench.meta().cursor ?? cursor
    }
  }

  private func finish(_ pages: UInt64, _ registration: SyncBench.Registration) async throws
    -> HydrateReport
  {
    try await bench.store.database.write { [slice] connection in
      var meta = try CopyMeta(connection)
      meta.isLoading = false
      try meta.save(connection)
      // Everything may have changed: what was logged before tells nothing more.
      try ChangeLog(connection).restart(.hydrated)
      return HydrateReport(
        types: slice.types, tier: slice.tier, edgeTypes: slice.edgeTypes,
        items: UInt64(try ItemStore(connection).count()),
        edges: UInt64(try EdgeStore(connection).count()), pages: pages,
        cursor: meta.cursor ?? "0", registeredTypes: registration.registered,
        unregisteredTypes: registration.refused)
    }
  }
}

extension MarfaError {
  /// A store that is bound to another server than the one asked.
  static func wrongServer(bound: String, asked: String) -> MarfaError {
    .wrongServer(
      expected: bound, got: asked,
      message: "This store belongs to \(bound), not to \(asked).")
  }
}
