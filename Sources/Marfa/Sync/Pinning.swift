import MarfaEngine
import MarfaModel
import MarfaSQL

/// Holds single items whatever the slice takes, and lets them go again.
struct Pinning {
  let bench: SyncBench

  /// Reads an item with its edges and holds it from now on.
  ///
  /// The pin is set before the item is read, so that an event that comes meanwhile is kept. When
  /// there is nothing to hold, or the read fails, a pin that was set here is taken back.
  ///
  /// - Throws: as `WorkingCopy.pin(_:)`.
  func pin(_ id: String) async throws -> PinReport {
    let meta = try await bench.meta()
    if meta.hydration == .never {
      throw MarfaError.hydrationIncomplete(message: MarfaErrorKind.hydrationIncomplete.sentence)
    }
    try meta.requireUsable()
    let (wasPinned, isOwn) = try await bench.store.database.write { [bench] connection in
      let rows = try bench.rows(connection, of: meta.generation)
      let wasPinned = try rows.isPinned(id)
      try rows.rows.pin(id)
      // The server doesn't know an own create yet: there is nothing to read.
      let lookup = QueueLookup(queue: QueueStore(connection: connection), rows: rows.rows)
      return (wasPinned, try lookup.waitingCreate(of: .item(id)) != nil)
    }
    if isOwn { return PinReport(pinned: true, wasPinned: wasPinned) }
    do {
      try await bench.confirmInstance(meta)
      try await hold(id, generation: meta.generation)
    } catch {
      if !wasPinned {
        try await bench.store.database.write { [bench] connection in
          _ = try Self.unpin(id, in: try bench.rows(connection))
        }
      }
      throw error
    }
    return PinReport(pinned: true, wasPinned: wasPinned)
  }

  private func hold(_ id: String, generation: Int64) async throws {
    let found: ArrivedItem?
    do {
      found = try await bench.reads.item(id)
    } catch MarfaError.forbidden, MarfaError.validation {
      // What the key may not read is as good as absent.
      found = nil
    }
    let isBinned = found == nil ? try await bench.reads.isBinned(id) : false
    if isBinned {
      throw MarfaError.notFound(code: "trashed", message: "This item is in the bin.")
    }
    let isHeld = try await bench.store.database.write { [bench] connection in
      let rows = try bench.rows(connection, of: generation)
      let overlay = Overlay(connection, rows: rows.rows)
      guard let found else {
        // What the server hasn't got is let go: an event that says so may have been withheld.
        if try rows.rows.item(id) != nil {
          try EventApplier(connection, rows: rows).evict(id)
          try ChangeLog(connection).append([Change(origin: .refreshed(.unpinned), itemId: id)])
        }
        return false
      }
      try overlay.take(found.item)
      for edge in found.edges { try overlay.take(edge) }
      try ChangeLog(connection).append([Change(origin: .refreshed(.pinned), itemId: id)])
      return true
    }
    guard isHeld else {
      throw MarfaError.notFound(code: "not_found", message: "The server has no such item.")
    }
  }

  /// Lets an item go that is held by its pin alone, unless a write to it still waits.
  static func unpin(_ id: String, in rows: SliceRows) throws -> PinReport {
    let wasPinned = try rows.isPinned(id)
    try rows.rows.unpin(id)
    let overlay = Overlay(rows.connection, rows: rows.rows)
    if wasPinned, let item = try rows.rows.item(id), try rows.rows.takes(item) == false,
      try overlay.queue.laid(on: .item(id)).isEmpty, try overlay.queue.laidEdges(from: id).isEmpty
    {
      try EventApplier(rows.connection, rows: rows).evict(id)
      try ChangeLog(rows.connection).append([
        Change(origin: .refreshed(.unpinned), itemId: id)
      ])
    }
    return PinReport(pinned: false, wasPinned: wasPinned)
  }
}
