import MarfaEngine
import MarfaModel
import MarfaSQL

/// Takes the frames of one stream: applies its events in batches, minds its markers.
///
/// A value for one stream of events; reads from the server happen between transactions, never
/// inside one. Every batch is told as soon as it is committed, so what was applied before a failure
/// is told all the same.
struct EventTaker {
  /// What became of a handful of frames.
  struct Outcome: Sendable, Hashable {
    /// Whether everything up to now was sent.
    var isLive = false
    /// Whether an event was left, since the catalog has to be read anew first.
    var needsCatalog = false
    /// Whether any event was among the frames.
    var sawEvents = false
  }

  let bench: SyncBench
  /// The generation of the copy that the stream belongs to.
  let generation: Int64
  /// What the catalog was read anew for already: unknown types, and images outside of thumbnails.
  private(set) var explained: Set<String>
  /// Events that changed the copy.
  private(set) var applied: UInt64 = 0
  /// Events that changed nothing here.
  private(set) var skipped: UInt64 = 0
  private let told: @Sendable ([Change]) -> Void

  /// Makes a taker for a stream.
  ///
  /// - Parameter told: hears what changed, in order, after each commit.
  init(
    bench: SyncBench, generation: Int64, explained: Set<String> = [],
    told: @escaping @Sendable ([Change]) -> Void = { _ in }
  ) {
    self.bench = bench
    self.generation = generation
    self.explained = explained
    self.told = told
  }

  /// Takes frames, in order. When it throws, what came before the trouble is taken.
  ///
  /// - Throws: `copyExpired` when the stream says that the copy can't go on from its cursor;
  ///   `streamIncomplete` when the server ends it; what reading the edges of an entering row
  ///   throws, with the cursor before that event; `decoding` for an event that can't be read, with
  ///   the cursor before it; `storageFull`, `store`.
  mutating func take(_ frames: [SSEFrame]) async throws -> Outcome {
    var outcome = Outcome()
    var batch: [Entry] = []
    for frame in frames {
      let read: StreamFrame
      do {
        read = try StreamFrame(frame)
      } catch {
        try await flush(&batch, into: &outcome)
        if outcome.needsCatalog { return outcome }
        throw error
      }
      switch read {
      case .comment: continue
      case .event(let id, let event):
        batch.append(Entry(id: id, event: event))
        outcome.sawEvents = true
        if batch.count >= Tuning.eventBatch { try await flush(&batch, into: &outcome) }
      case .control(let control):
        try await flush(&batch, into: &outcome)
        if outcome.needsCatalog { return outcome }
        try await mind(control, &outcome)
      }
      if outcome.needsCatalog { return outcome }
    }
    try await flush(&batch, into: &outcome)
    return outcome
  }

  // MARK: - Events

  private struct Entry: Sendable {
    var id: Int64
    var event: WireEvent
  }

  private mutating func flush(_ batch: inout [Entry], into outcome: inout Outcome) async throws {
    var rest = batch
    batch = []
    var edges: [String: [Edge]] = [:]
    while !rest.isEmpty {
      let step = try await apply(rest, edges)
      rest.removeFirst(step.taken)
      applied += UInt64(step.applied)
      skipped += UInt64(step.taken - step.applied)
      if !step.changes.isEmpty { told(step.changes) }
      switch step.stop {
      case nil: return
      case .unexplained(let signs):
        explained.formUnion(signs)
        outcome.needsCatalog = true
        return
      case .entering(let itemId):
        do {
          edges[itemId] = try await bench.reads.edges(from: itemId)
        } catch MarfaError.notFound {
          // The row is gone by now; a later event says so.
          edges[itemId] = []
        }
      }
    }
  }

  private enum Stop: Sendable {
    /// The edges of this item have to be read before its event is taken.
    case entering(itemId: String)
    /// The catalog has to be read anew before an event with these signs of an old one is taken.
    case unexplained(Set<String>)
  }

  private struct Step: Sendable {
    /// How many events were taken.
    var taken = 0
    /// How many of them changed the copy.
    var applied = 0
    var changes: [Change] = []
    /// Why the next one was not.
    var stop: Stop?
  }

  /// Applies events until one needs something of the server first, and commits them together.
  ///
  /// What an event needs is found inside the transaction: an event before it, or a write of this
  /// device, may have changed what is held since the batch arrived.
  private func apply(_ batch: [Entry], _ edges: [String: [Edge]]) async throws -> Step {
    let step = try await bench.store.database.write { [bench, generation, explained] connection in
      guard try CopyMeta(connection).generation == generation else {
        throw MarfaError.invalid(message: "The copy was loaded anew meanwhile.")
      }
      let rows = try bench.rows(connection)
      let applier = EventApplier(connection, rows: rows)
      var step = Step()
      for entry in batch {
        let itemEdges: [Edge]?
        if case .item(let arriving) = entry.event {
          let item = arriving.item
          let signs = try applier.unexplained(item).subtracting(explained)
          if !signs.isEmpty {
            step.stop = .unexplained(signs)
            break
          }
          itemEdges = edges[item.id]
        } else {
          itemEdges = nil
        }
        let effect = try applier.apply(entry.event, id: entry.id, edges: itemEdges)
        if case .needsEdges(let itemId) = effect {
          step.stop = .entering(itemId: itemId)
          break
        }
        if case .changed(let changes) = effect {
          step.applied += 1
          step.changes += changes
        }
        step.taken += 1
      }
      if step.taken > 0 {
        try ChangeLog(connection).append(step.changes)
        KillPoint.applyingEvents.reach()
        try CopyMeta.saveCursor(String(batch[step.taken - 1].id), connection)
      }
      return step
    }
    if step.taken > 0 { KillPoint.eventsApplied.reach() }
    return step
  }

  // MARK: - Markers

  private func mind(_ control: WireEvent, _ outcome: inout Outcome) async throws {
    switch control {
    case .streamCursor(let head, let instance):
      let meta = try await bench.meta()
      try await confirm(instance, meta)
      if let own = meta.cursor.flatMap(EventCursor.parse), head < own {
        try await expire("cursor_ahead")
      }
    case .streamLive(let cursor, let instance):
      let meta = try await bench.meta()
      try await confirm(instance, meta)
      guard let cursor else { return try await expire("catchup_too_old") }
      let own = meta.cursor.flatMap(EventCursor.parse) ?? 0
      if cursor < own { try await expire("cursor_ahead") }
      if cursor > own {
        let generation = generation
        try await bench.store.database.write { connection in
          guard try CopyMeta(connection).generation == generation else { return }
          try CopyMeta.saveCursor(String(cursor), connection)
        }
      }
      outcome.isLive = true
    case .streamIncomplete(let reason, _):
      throw MarfaError.streamIncomplete(
        reason: reason, message: MarfaErrorKind.streamIncomplete.sentence)
    case .catchupTooOld: try await expire("catchup_too_old")
    case .cursorAhead: try await expire("cursor_ahead")
    case .readViewChanged: try await expire("read_view_changed")
    case .item, .itemPurged, .edge, .unknown: break
    }
  }

  private func confirm(_ instance: String?, _ meta: CopyMeta) async throws {
    guard let instance, let known = meta.instanceId, instance != known else { return }
    try await expire("instance_changed")
  }

  private func expire(_ reason: String) async throws {
    try await bench.expire(reason: reason, generation: generation)
    throw MarfaError.copyExpired(
      reason: reason, message: MarfaErrorKind.copyExpired.sentence)
  }
}
