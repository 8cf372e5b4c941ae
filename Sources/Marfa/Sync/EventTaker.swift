import MarfaEngine
import MarfaModel
import MarfaSQL

/// Takes the frames of one stream: applies its events in batches, minds its markers.
///
/// A value for one stream of events; reads from the server happen between transactions, never
/// inside one.
struct EventTaker {
  /// What became of a handful of frames.
  struct Outcome {
    /// What changed here, in order.
    var changes: [Change] = []
    /// Events that changed nothing here.
    var skipped: UInt64 = 0
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
  /// Types for which the catalog was read anew already.
  private(set) var explained: Set<String>

  /// Makes a taker for a stream.
  init(bench: SyncBench, generation: Int64, explained: Set<String> = []) {
    self.bench = bench
    self.generation = generation
    self.explained = explained
  }

  /// Takes frames, in order.
  ///
  /// - Throws: `copyExpired` when the stream says that the copy can't go on from its cursor;
  ///   `streamIncomplete` when the server ends it; what reading the edges of an entering row
  ///   throws, with the cursor before that event; `storageFull`, `store`.
  mutating func take(_ frames: [SSEFrame]) async throws -> Outcome {
    var outcome = Outcome()
    var batch: [(id: Int64, event: WireEvent)] = []
    for frame in frames {
      switch try StreamFrame(frame) {
      case .comment: continue
      case .event(let id, let event):
        batch.append((id, event))
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

  private mutating func flush(
    _ batch: inout [(id: Int64, event: WireEvent)], into outcome: inout Outcome
  ) async throws {
    guard !batch.isEmpty else { return }
    defer { batch = [] }
    let plan = try await plan(batch)
    let taken = Array(batch.prefix(plan.count))
    var edges: [String: [Edge]] = [:]
    var failure: (any Error)?
    var usable = taken.count
    for (place, itemId) in plan.entering {
      do {
        edges[itemId] = try await bench.reads.edges(from: itemId)
      } catch MarfaError.notFound {
        // The row is gone by now; a later event says so.
        edges[itemId] = []
      } catch {
        // What comes before it is still taken; the cursor stays before it.
        failure = error
        usable = place
        break
      }
    }
    if usable > 0 {
      let applied = try await apply(Array(taken.prefix(usable)), edges)
      outcome.changes += applied.changes
      outcome.skipped += applied.skipped
    }
    if let failure { throw failure }
    if let unknown = plan.unknownType {
      explained.insert(unknown)
      outcome.needsCatalog = true
    }
  }

  private struct Plan: Sendable {
    /// How many events can be taken now.
    var count: Int
    /// The rows that enter, with the place of their event.
    var entering: [(place: Int, itemId: String)] = []
    /// The type that has to be explained before the next event is taken.
    var unknownType: String?
  }

  private func plan(_ batch: [(id: Int64, event: WireEvent)]) async throws -> Plan {
    let explained = explained
    return try await bench.store.database.read { [bench] connection in
      let rows = try bench.rows(connection)
      let applier = EventApplier(connection, rows: rows)
      var plan = Plan(count: batch.count)
      var entering: Set<String> = []
      for (place, entry) in batch.enumerated() {
        guard case .item(let arriving) = entry.event else { continue }
        let type = arriving.item.type
        if !rows.catalog.isKnown(type), !explained.contains(type),
          try applier.concerns(arriving.item)
        {
          plan.count = place
          plan.unknownType = type
          return plan
        }
        if try applier.needsEdges(entry.event, entering: entering) {
          plan.entering.append((place, arriving.item.id))
        }
        entering.insert(arriving.item.id)
      }
      return plan
    }
  }

  private struct Applied: Sendable {
    var changes: [Change] = []
    var skipped: UInt64 = 0
  }

  private func apply(_ batch: [(id: Int64, event: WireEvent)], _ edges: [String: [Edge]])
    async throws -> Applied
  {
    try await bench.store.database.write { [bench, generation] connection in
      guard try CopyMeta(connection).generation == generation else {
        throw MarfaError.invalid(message: "The copy was loaded anew meanwhile.")
      }
      let applier = EventApplier(connection, rows: try bench.rows(connection))
      var applied = Applied()
      for (id, event) in batch {
        let itemId: String? = if case .item(let arriving) = event { arriving.item.id } else { nil }
        if let change = try applier.apply(event, id: id, edges: itemId.flatMap { edges[$0] }) {
          applied.changes.append(change)
        } else {
          applied.skipped += 1
        }
      }
      if let last = batch.last { try CopyMeta.saveCursor(String(last.id), connection) }
      return applied
    }
  }

  private func mind(_ control: WireEvent, _ outcome: inout Outcome) async throws {
    switch control {
    case .streamCursor(let head, let instance):
      let meta = try await bench.meta()
      if let instance, let known = meta.instanceId, instance != known {
        try await expire("instance_changed")
      }
      if let own = meta.cursor.flatMap(EventCursor.parse), head < own {
        try await expire("cursor_ahead")
      }
    case .streamLive(let cursor, _):
      guard let cursor else { return try await expire("catchup_too_old") }
      let own = try await bench.meta().cursor.flatMap(EventCursor.parse) ?? 0
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

  private func expire(_ reason: String) async throws {
    try await bench.expire(reason: reason, generation: generation)
    throw MarfaError.copyExpired(
      reason: reason, message: MarfaErrorKind.copyExpired.sentence)
  }
}
