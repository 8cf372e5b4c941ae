import MarfaEngine
import MarfaModel
import MarfaSQL

/// Holds single items whatever the slice takes, and lets them go again.
struct Pinning {
  let bench: SyncBench

  /// Reads an item with its edges and holds it from now on.
  ///
  /// Pin, row and edges are committed together, so a copy that ends in the midst of it holds either
  /// all of the item or nothing. An event that changes the item while it is read is passed over by a
  /// copy that doesn't hold it: then it is read again.
  ///
  /// - Parameter also: what is committed with it, given whether the item was pinned before.
  /// - Throws: as `WorkingCopy.pin(_:)`.
  func pin(
    _ id: String, also: @escaping @Sendable (any SQLConnection, Bool) throws -> Void
  ) async throws -> PinReport {
    let meta = try await bench.meta()
    if meta.hydration == .never {
      throw MarfaError.hydrationIncomplete(message: MarfaErrorKind.hydrationIncomplete.sentence)
    }
    try meta.requireUsable()
    if let report = try await pinOwn(id, generation: meta.generation, also) { return report }
    try await bench.confirmInstance(meta)
    for _ in 0..<Tuning.pinReadings {
      if let report = try await hold(id, generation: meta.generation, also) { return report }
    }
    throw MarfaError.network(message: "The item kept changing while it was read.")
  }

  /// Pins an own create that waits, of which the server knows nothing yet; `nil` for any other item.
  private func pinOwn(
    _ id: String, generation: Int64,
    _ also: @escaping @Sendable (any SQLConnection, Bool) throws -> Void
  ) async throws -> PinReport? {
    try await bench.store.database.write { [bench] connection in
      let rows = try bench.rows(connection, of: generation)
      let lookup = QueueLookup(queue: QueueStore(connection: connection), rows: rows.rows)
      guard try lookup.waitingCreate(of: .item(id)) != nil else { return nil }
      return try Self.pin(id, in: rows, also)
    }
  }

  /// Sets the pin and logs it.
  private static func pin(
    _ id: String, in rows: SliceRows, _ also: (any SQLConnection, Bool) throws -> Void
  ) throws -> PinReport {
    let wasPinned = try rows.isPinned(id)
    try rows.rows.pin(id)
    try also(rows.connection, wasPinned)
    try ChangeLog(rows.connection).append([Change(origin: .refreshed(.pinned), itemId: id)])
    return PinReport(pinned: true, wasPinned: wasPinned)
  }

  /// Reads an item and holds it.
  ///
  /// - Returns: `nil` when what was read may be outdated, and nothing changed.
  private func hold(
    _ id: String, generation: Int64,
    _ also: @escaping @Sendable (any SQLConnection, Bool) throws -> Void
  ) async throws -> PinReport? {
    let awaited = bench.store.awaited
    let reading = awaited.begin(id)
    defer { awaited.end(reading) }
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
    guard let found else {
      try await letGo(id, generation: generation)
      throw MarfaError.notFound(code: "not_found", message: "The server has no such item.")
    }
    return try await bench.store.database.write { [bench] connection in
      let rows = try bench.rows(connection, of: generation)
      // Under a pin that was there already, the event was applied.
      if awaited.end(reading), try !rows.isPinned(id) { return nil }
      let report = try Self.pin(id, in: rows, also)
      let overlay = Overlay(connection, rows: rows.rows)
      try overlay.take(found.item)
      for edge in found.edges { try overlay.take(edge) }
      return report
    }
  }

  /// Lets a row go that the server hasn't got: an event that says so may have been withheld.
  private func letGo(_ id: String, generation: Int64) async throws {
    try await bench.store.database.write { [bench] connection in
      let rows = try bench.rows(connection, of: generation)
      guard try rows.rows.item(id) != nil else { return }
      try EventApplier(connection, rows: rows).evict(id)
      try ChangeLog(connection).append([Change(origin: .refreshed(.unpinned), itemId: id)])
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
